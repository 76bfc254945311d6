//! Search results.

use std::time::Duration;

use outflank_othello::Square;

use super::probcut::Selectivity;
use crate::evaluation::UNITS_PER_DISC;

/// A root move and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub square: Square,
    /// The score for the side that plays the move, in 1/128 discs. From 5 plies on, the
    /// average over several depths, unless the search reaches the end of the game or is
    /// not selective.
    pub score: i32,
    /// Search depth in plies, this move included.
    pub depth: u32,
    /// ProbCut confidence of the search.
    pub selectivity: Selectivity,
    /// Whether `score` is the exact score of best play.
    pub is_exact: bool,
    /// The principal variation, this move first; passes are left out.
    pub pv: Vec<Square>,
    /// Nodes searched: for this move if each move is solved on its own, otherwise for
    /// all moves together.
    pub nodes: u64,
}

impl ScoredMove {
    /// The sort key of best first, equal scores in reading order.
    pub(super) const fn order(&self) -> (i32, u8, u8) {
        (-self.score, self.square.row(), self.square.column())
    }

    /// Returns the score in discs.
    #[must_use]
    pub fn discs(&self) -> f64 {
        f64::from(self.score) / f64::from(UNITS_PER_DISC)
    }
}

/// What a search has found so far, or in the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The best moves, best first, as many as were requested; empty if the mover has to
    /// pass or the game is over.
    pub moves: Vec<ScoredMove>,
    /// Proven lower bound of the position's score for the mover, in discs.
    pub lower: i32,
    /// Proven upper bound of the position's score for the mover, in discs.
    pub upper: i32,
    /// The principal variation; passes are left out. It may begin with a pass.
    pub pv: Vec<Square>,
    /// Nodes searched, the root and those of ordering searches included.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Whether the search reached its depth or settled its window before a budget ran
    /// out or it was stopped.
    pub complete: bool,
}

impl SearchResult {
    /// Returns the best move.
    #[must_use]
    pub fn best(&self) -> Option<&ScoredMove> {
        self.moves.first()
    }

    /// Returns the exact score in discs, if it is known.
    #[must_use]
    pub fn exact(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}
