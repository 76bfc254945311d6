//! Search results.

use std::time::Duration;

use outflank_othello::Square;

use super::probcut::Selectivity;
use super::score::Score;

/// A legal move and its score.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)
)]
pub struct ScoredMove {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub square: Square,
    /// The score for the side that plays the move. From 5 plies on, an estimate of a selective
    /// search is the average over several depths.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub score: Score,
    /// Whether `score` comes from an opening book.
    pub from_book: bool,
    /// Search depth in plies, this move included; for a book score, the level of its search.
    pub depth: u32,
    /// ProbCut confidence in per cent; 100 if nothing was pruned by ProbCut.
    pub selectivity: Selectivity,
    /// The principal variation, beginning with this move, without passes.
    pub pv: Vec<Square>,
    /// Nodes searched: for this move if each move is solved on its own, otherwise for all
    /// moves together.
    pub nodes: u64,
}

impl ScoredMove {
    /// Returns a move with its score, as if from a full-width search of `depth` plies.
    #[must_use]
    pub fn new(square: Square, score: Score, depth: u32) -> Self {
        Self {
            square,
            score,
            from_book: false,
            depth,
            selectivity: Selectivity::NONE,
            pv: vec![square],
            nodes: 0,
        }
    }

    /// The sort key that puts the best move first and equal scores in reading order.
    pub(super) const fn order(&self) -> (i32, u8, u8) {
        (-self.score.units(), self.square.row(), self.square.column())
    }

    /// Returns the score in discs.
    #[must_use]
    pub fn discs(&self) -> f64 {
        self.score.discs()
    }

    /// Returns whether the score is proven to be that of best play.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.score.is_exact()
    }
}

/// The result of a search, final or so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The best moves, best first, as many as were requested; empty if the mover has to
    /// pass or the game is over.
    pub moves: Vec<ScoredMove>,
    /// Proven lower bound on the position's score for the mover.
    pub lower: Score,
    /// Proven upper bound on the position's score for the mover.
    pub upper: Score,
    /// The principal variation, without passes, even if the first move is a pass.
    pub pv: Vec<Square>,
    /// Nodes searched, including the root and those of ordering searches.
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
        (self.lower == self.upper).then_some(self.lower.whole_discs())
    }
}
