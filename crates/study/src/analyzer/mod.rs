//! Scores of every move of a position.

mod book;
mod engine;
mod textbook;

use outflank_book::BookMove;
use outflank_engine::{Limits, MAX_LEVEL, Selectivity};
use outflank_othello::{Position, Square};
use schemars::JsonSchema;
use serde::Serialize;

pub use book::{BookScores, with_book};
pub use engine::EngineAnalyzer;
pub use textbook::TextbookAnalyzer;

/// A legal move and its score.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AnalyzedMove {
    /// The move.
    #[serde(rename = "move")]
    pub square: Square,
    /// Final disc difference for the side that plays the move, in discs, empties to the
    /// winner.
    pub score: f64,
    /// Whether `score` is the exact score of best play.
    pub exact: bool,
    /// Whether `score` comes from an opening book.
    pub from_book: bool,
    /// Search depth in plies, this move included; for a book score, the level of its search.
    pub depth: u32,
    /// ProbCut confidence in per cent; 100 if nothing was pruned by ProbCut.
    pub selectivity: u32,
    /// The principal variation, beginning with this move, without passes.
    pub pv: Vec<Square>,
    /// Nodes searched: for this move if each move is solved on its own, otherwise for all
    /// moves together.
    pub nodes: u64,
}

impl From<&outflank_engine::ScoredMove> for AnalyzedMove {
    fn from(found: &outflank_engine::ScoredMove) -> Self {
        Self {
            square: found.square,
            score: found.discs(),
            exact: found.is_exact,
            from_book: false,
            depth: found.depth,
            selectivity: found.selectivity.percent(),
            pv: found.pv.clone(),
            nodes: found.nodes,
        }
    }
}

impl From<&BookMove> for AnalyzedMove {
    fn from(known: &BookMove) -> Self {
        let level = u32::from(known.level).clamp(1, MAX_LEVEL);
        let selectivity = match known.is_exact {
            true => Selectivity::NONE,
            false => Limits::level(level).selectivity,
        };
        Self {
            square: known.square,
            score: known.score.into(),
            exact: known.is_exact,
            from_book: true,
            depth: known.level.into(),
            selectivity: selectivity.percent(),
            pv: vec![known.square],
            nodes: 0,
        }
    }
}

/// Scores every move of a position.
pub trait Analyzer: Sync {
    /// Returns all legal moves with their scores, best first, equal ones in reading order;
    /// `None` if the search was interrupted.
    fn score_moves(&self, position: &Position) -> Option<Vec<AnalyzedMove>>;
}
