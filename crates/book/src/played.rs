//! The positions and choices of a player's games, recorded so that its next game differs.

use std::collections::{HashMap, HashSet};

use outflank_othello::{Bitboard, Board, Layout};

/// Maximum number of positions. With the searches of the player, they take about 50 MB.
pub(crate) const MAX_POSITIONS: usize = 1 << 16;

/// The canonical boards of a player's games.
#[derive(Debug, Default)]
pub(crate) struct Played {
    /// How often each position was reached.
    reached: HashMap<Board<u64>, u32>,
    /// The player's choice in each position in which it was to move.
    choices: HashMap<Board<u64>, Choice>,
}

/// The good moves that a player chooses between.
#[derive(Debug)]
struct Choice {
    /// The positions after the good moves.
    after: Vec<Board<u64>>,
    /// Whether `after` has all the good moves.
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

    /// When the record is full, forgets at least half of the positions, those reached least often
    /// first: few of them would be reached again. Returns whether it forgot any.
    pub(crate) fn forget(&mut self) -> bool {
        if self.reached.len() < MAX_POSITIONS {
            return false;
        }
        let mut threshold = 1_u32;
        while self.reached.len() > MAX_POSITIONS / 2 {
            self.reached.retain(|_, times| *times > threshold);
            threshold = threshold.saturating_mul(2);
        }
        let reached = &self.reached;
        self.choices.retain(|board, _| reached.contains_key(board));
        true
    }

    /// Records the positions after the good moves.
    pub(crate) fn offer(&mut self, board: Board<u64>, after: Vec<Board<u64>>, is_complete: bool) {
        self.choices.insert(board, Choice { after, is_complete });
    }

    /// Returns whether a move of the player can lead to a new game if the opponent replies as
    /// before: somewhere below, a good move has not been played yet, or a search may find another
    /// one.
    pub(crate) fn is_open(&self, after: Board<u64>, layout: &Layout<u64>) -> bool {
        self.is_open_but(&mut HashSet::new(), after, layout)
    }

    /// Games transpose, so `closed` collects the positions that are not open.
    fn is_open_but(
        &self,
        closed: &mut HashSet<Board<u64>>,
        after: Board<u64>,
        layout: &Layout<u64>,
    ) -> bool {
        if self.times(after) == 0 {
            return true;
        }
        if closed.contains(&after) {
            return false;
        }
        let mut is_open = |choice: &Choice| {
            let mut after = choice.after.iter();
            !choice.is_complete || after.any(|&after| self.is_open_but(closed, after, layout))
        };
        let is_open = self.answers(after, layout).into_iter().any(&mut is_open);
        if !is_open {
            closed.insert(after);
        }
        is_open
    }

    /// Returns the player's choices after the known replies of the opponent.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the player's only good move from `before` to `after`.
    fn play(played: &mut Played, before: Board<u64>, after: Board<u64>, is_complete: bool) {
        played.reach(after);
        played.offer(before, vec![after], is_complete);
    }

    #[test]
    fn a_line_is_open_until_its_last_choice_is_played() {
        let layout = &Layout::STANDARD;
        let canonical = |board: Board<u64>| board.canonical(layout).0;
        let first = canonical(Board::start(layout));
        let index = |board: Board<u64>| board.legal_moves(layout).indices().next().unwrap();
        let mut played = Played::default();
        // Not played yet.
        assert!(played.is_open(first, layout));
        played.reach(first);
        // The game ended here.
        assert!(!played.is_open(first, layout));

        let ours = canonical(first.play(index(first), layout));
        let after = canonical(ours.play(index(ours), layout));
        play(&mut played, ours, after, false);
        assert!(played.is_open(first, layout));
        play(&mut played, ours, after, true);
        assert!(!played.is_open(first, layout));
        // Another good move.
        let last = ours.legal_moves(layout).indices().last().unwrap();
        let other = canonical(ours.play(last, layout));
        assert_ne!(other, after);
        played.offer(ours, vec![after, other], true);
        assert!(played.is_open(first, layout));
        played.reach(other);
        assert!(!played.is_open(first, layout));
    }

    #[test]
    fn the_positions_reached_least_often_are_forgotten() {
        let board = |number: usize| Board::new_unchecked(1 << 63, number as u64);
        let mut played = Played::default();
        for number in 0..MAX_POSITIONS {
            assert!(!played.forget());
            played.reach(board(number));
            played.offer(board(number), vec![], true);
        }
        let often = [0, 1, MAX_POSITIONS - 1];
        for number in often {
            played.reach(board(number));
        }
        assert!(played.forget());
        assert_eq!(often.map(|number| played.times(board(number))), [2; 3]);
        assert_eq!((played.reached.len(), played.choices.len()), (3, 3));

        // If all were reached equally often, all are forgotten.
        for number in 0..MAX_POSITIONS {
            for _ in 0..3 {
                played.reach(board(number));
            }
        }
        assert!(played.forget() && played.reached.len() <= MAX_POSITIONS / 2);
        assert!(!played.forget());
    }

    #[test]
    fn choices_are_found_beyond_a_pass() {
        let layout = &Layout::STANDARD;
        let canonical = |board: Board<u64>| board.canonical(layout).0;
        // The player has a disc on a1. The opponent has one on b1 and no move.
        let passing = canonical(Board::new_unchecked(0b10, 0b01));
        assert_eq!(passing.legal_moves(layout), 0);
        let ours = canonical(passing.pass());
        let mut played = Played::default();
        played.reach(passing);
        assert!(!played.is_open(passing, layout));
        played.offer(ours, vec![], false);
        assert!(played.is_open(passing, layout));
    }
}
