//! What was played, so that the next game is another.

use std::collections::HashMap;

use outflank_othello::{Bitboard, Board, Layout};

/// The positions of a player's games, by their canonical boards.
#[derive(Debug, Default)]
pub(crate) struct Played {
    /// How often each position was reached.
    reached: HashMap<Board<u64>, u32>,
    /// The choice in each position in which the player was to move.
    choices: HashMap<Board<u64>, Choice>,
}

/// As many chances of a new game as count.
const ENOUGH: u32 = 8;

/// The moves between which a player may choose.
#[derive(Debug)]
struct Choice {
    /// The positions after them.
    after: Vec<Board<u64>>,
    /// Whether no other move is good enough.
    is_complete: bool,
}

impl Played {
    /// Returns how often a position was reached.
    pub(crate) fn times(&self, board: Board<u64>) -> u32 {
        self.reached.get(&board).copied().unwrap_or(0)
    }

    /// Counts a position.
    pub(crate) fn reach(&mut self, board: Board<u64>) {
        let count = self.reached.entry(board).or_default();
        *count = count.saturating_add(1);
    }

    /// Keeps the positions after the moves between which the player may choose.
    pub(crate) fn offer(&mut self, board: Board<u64>, after: Vec<Board<u64>>, is_complete: bool) {
        self.choices.insert(board, Choice { after, is_complete });
    }

    /// Returns the chances of a new game through a position after a move of the player, if the opponent
    /// answers as before; 0 if each game would repeat one. A position in which a search may find
    /// another good move is one chance, a good move that was not played yet is enough.
    pub(crate) fn chances(&self, after: Board<u64>, layout: &Layout<u64>) -> u32 {
        self.chances_beyond(after, layout, &mut HashMap::new())
    }

    /// Games meet again, so `known` keeps what was found.
    fn chances_beyond(
        &self,
        after: Board<u64>,
        layout: &Layout<u64>,
        known: &mut HashMap<Board<u64>, u32>,
    ) -> u32 {
        if self.times(after) == 0 {
            return ENOUGH;
        }
        if let Some(&chances) = known.get(&after) {
            return chances;
        }
        let mut chances = 0;
        for choice in self.answers(after, layout) {
            chances += u32::from(!choice.is_complete);
            for &after in &choice.after {
                if chances < ENOUGH {
                    chances += self.chances_beyond(after, layout, known);
                }
            }
        }
        chances = chances.min(ENOUGH);
        known.insert(after, chances);
        chances
    }

    /// Returns the choices that the opponent's moves have led to.
    fn answers(&self, after: Board<u64>, layout: &Layout<u64>) -> Vec<&Choice> {
        let moves = after.legal_moves(layout);
        if moves == 0 && !after.is_over(layout) {
            let choice = self.choices.get(&after.pass().canonical(layout).0);
            return choice.into_iter().collect();
        }
        let mut choices = Vec::new();
        for index in moves.indices() {
            let answer = after.play(index, layout);
            if answer.legal_moves(layout) != 0 {
                choices.extend(self.choices.get(&answer.canonical(layout).0));
            } else if !answer.is_over(layout) {
                // The player passes.
                choices.extend(self.answers(answer.pass(), layout));
            }
        }
        choices
    }
}
