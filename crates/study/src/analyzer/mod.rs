//! Analyzers, which score every move of a position.

mod book;
mod engine;
mod textbook;

use outflank_engine::ScoredMove;
use outflank_othello::Position;

pub use book::{BookScores, with_book};
pub use engine::EngineAnalyzer;
pub use textbook::{TextbookAnalyzer, textbook_score};

/// An analyzer that scores this many positions to depth 1 and then counts as interrupted.
#[cfg(test)]
pub(crate) struct Interrupted(pub(crate) std::sync::atomic::AtomicUsize);

#[cfg(test)]
impl Analyzer for Interrupted {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        use std::sync::atomic::Ordering::Relaxed;
        let left = self
            .0
            .fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        left.ok()?;
        TextbookAnalyzer::to_depth(1).score_moves(position)
    }
}

/// Scores every move of a position.
pub trait Analyzer: Sync {
    /// Returns all legal moves with their scores, best first. Moves with equal scores are in
    /// reading order. Returns `None` if the search was interrupted.
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>>;
}
