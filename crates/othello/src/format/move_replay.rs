//! Replay of recorded moves with their movers and passes.

use crate::format::MoveNote;
use crate::{Color, Game, Move, Position};

/// Plays the recorded moves of a game and keeps their notes.
///
/// A [`Game`] passes automatically: recorded passes are matched with its passes, and
/// missing ones are added.
pub(super) struct MoveReplay {
    game: Game,
    notes: Vec<MoveNote>,
}

impl MoveReplay {
    pub(super) fn new(start: Position) -> Self {
        Self {
            game: Game::from_position(start),
            notes: Vec::new(),
        }
    }

    /// Plays a move by `color`. Returns the reason if it is not `color`'s turn or the move is
    /// illegal.
    pub(super) fn play(&mut self, color: Color, mv: Move, note: MoveNote) -> Result<(), String> {
        match mv {
            Move::Place(square) => {
                self.pass_over_to(self.game.moves().len());
                let mover = self.game.position().mover();
                if mover != color && !self.game.is_over() {
                    return Err(format!("a move by {color}, but it is {mover}'s turn"));
                }
                let number = self.game.squares().count() + 1;
                self.game
                    .play(square)
                    .map_err(|error| format!("move {number} is illegal: {error}"))?;
                self.notes.push(note);
            }
            Move::Pass => self.pass(color, note)?,
        }
        Ok(())
    }

    /// Plays a move by the side to move, for formats that do not record the mover.
    pub(super) fn play_next(&mut self, mv: Move, note: MoveNote) -> Result<(), String> {
        let ply = match mv {
            Move::Place(_) => self.game.moves().len(),
            Move::Pass => self.notes.len(),
        };
        let mover = match self.game.positions().get(ply) {
            Some(position) => position.mover(),
            None => self.game.position().mover(),
        };
        self.play(mover, mv, note)
    }

    fn pass(&mut self, color: Color, note: MoveNote) -> Result<(), String> {
        let pending = self.game.positions().get(self.notes.len());
        let is_pending = self.notes.len() < self.game.moves().len();
        if is_pending && pending.is_some_and(|position| position.mover() == color) {
            self.notes.push(note);
            return Ok(());
        }
        // Some programs record passes after the end of the game.
        if self.game.is_over() {
            return Ok(());
        }
        let mover = self.game.position().mover();
        Err(if mover == color {
            format!("{color} may not pass: there is a legal move")
        } else {
            format!("a pass by {color}, but it is {mover}'s turn")
        })
    }

    /// Adds empty notes for unrecorded passes.
    fn pass_over_to(&mut self, plies: usize) {
        self.notes.resize(plies, MoveNote::default());
    }

    /// Returns the game and the notes, or no notes if all are empty.
    pub(super) fn finish(mut self) -> (Game, Vec<MoveNote>) {
        self.pass_over_to(self.game.moves().len());
        if self.notes.iter().all(MoveNote::is_empty) {
            self.notes.clear();
        }
        (self.game, self.notes)
    }
}
