//! Scores of every move of a position.

mod book;
mod engine;
mod textbook;

use outflank_engine::ScoredMove;
use outflank_othello::Position;

pub use book::{BookScores, with_book};
pub use engine::EngineAnalyzer;
pub use textbook::{TextbookAnalyzer, textbook_score};

/// Scores every move of a position.
pub trait Analyzer: Sync {
    /// Returns all legal moves with their scores, best first, equal ones in reading order;
    /// `None` if the search was interrupted.
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>>;
}
