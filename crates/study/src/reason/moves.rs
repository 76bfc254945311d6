//! Single moves that the lines differ in.

use outflank_othello::{Position, Square};

use super::Reason;
use super::comparison::{Comparison, NEAR};
use super::counts::LATE;
use super::line::moves;

/// Returns whether a move flips no disc next to an empty square.
fn is_quiet(position: &Position, square: Square) -> bool {
    let after = position.play(square).ok();
    after.is_some_and(|after| {
        position
            .flips(square)
            .is_disjoint(after.empties().neighbours())
    })
}

impl Comparison {
    /// Finds the best move's square, if the opponent takes it in the line played.
    pub(super) fn square_left(&self) -> Option<Reason> {
        let square = self.best_square;
        let mut moves = self.played.moves(NEAR);
        let (number, ..) = moves.find(|&(_, side, to)| (side, to) == (self.opponent, square))?;
        Some(Reason::LeavesSquare {
            opponent: self.opponent,
            square,
            line: self.played.head(number),
        })
    }

    /// Finds the opponent's reply in the line played, if the best move prevents it.
    pub(super) fn move_left(&self) -> Option<Reason> {
        let (_, after_best) = self.after()?;
        let (_, side, square) = self.played.moves(2).nth(1)?;
        let is_prevented = side == self.opponent
            && square != self.best_square
            && !moves(after_best, self.opponent).contains(square);
        is_prevented.then_some(Reason::LeavesMove {
            opponent: self.opponent,
            square,
            best: self.best_square,
        })
    }

    /// Finds a quiet best move, if the move played is not quiet. Near the end of the game, it no
    /// longer matters which discs are next to empty squares.
    pub(super) fn quiet_move(&self) -> Option<Reason> {
        let is_missed = self.empty >= LATE
            && is_quiet(&self.position, self.best_square)
            && !is_quiet(&self.position, self.square);
        is_missed.then_some(Reason::MissesQuietMove {
            best: self.best_square,
        })
    }
}
