//! The textbook search as an analyzer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_engine::{
    DEFAULT_EXACT_FROM, Limits, Score, ScoredMove, SearchOptions, SearchRequest, Searcher,
};
use outflank_othello::Position;
use outflank_textbook::{Evaluation, EvaluationKind, score_moves};

use super::Analyzer;

/// Scores moves with a textbook evaluation, but exactly near the end of the game.
#[derive(Clone, Debug)]
pub struct TextbookAnalyzer {
    /// The evaluation.
    pub evaluation: Evaluation,
    /// The search depth in plies, at least 1.
    pub depth: u32,
    /// The number of empties at or below which scores are exact.
    pub exact_from: u32,
    /// Number of threads of the exact solver.
    pub threads: usize,
    /// Size of the exact solver's table in MiB.
    pub hash_mib: usize,
    /// Interrupts the search when set.
    pub stop: Arc<AtomicBool>,
}

impl Default for TextbookAnalyzer {
    /// `phased` at depth 8, and exact from the engine's default number of empties on.
    fn default() -> Self {
        Self {
            evaluation: Evaluation::new(EvaluationKind::Phased),
            depth: 8,
            exact_from: DEFAULT_EXACT_FROM,
            threads: 1,
            hash_mib: 64,
            stop: Arc::default(),
        }
    }
}

impl TextbookAnalyzer {
    #[cfg(test)]
    pub(crate) fn to_depth(depth: u32) -> Self {
        Self {
            depth,
            ..Self::default()
        }
    }

    fn exact(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        let options = SearchOptions::default()
            .with_hash(self.hash_mib)
            .with_threads(self.threads)
            .with_stop(Arc::clone(&self.stop));
        let request = SearchRequest::new(position, Limits::SOLVE).every_move();
        let result = Searcher::new(options).ok()?.search(&request);
        Some(result.moves)
    }

    fn estimated(&self, position: &Position) -> Vec<ScoredMove> {
        let limits = outflank_gametree::SearchLimits::plies(self.depth.max(1))
            .with_stop(Arc::clone(&self.stop));
        let scored = score_moves(position, &self.evaluation, &limits).into_iter();
        scored
            .map(|scored| ScoredMove {
                pv: scored.pv,
                nodes: scored.counts.nodes(),
                ..ScoredMove::new(scored.square, textbook_score(scored.score), scored.depth)
            })
            .collect()
    }
}

/// Converts a score of the textbook search to a score of the engine, rounded to 1/128 disc.
#[must_use]
pub fn textbook_score(score: outflank_textbook::TextbookScore) -> Score {
    let discs = score.discs();
    match score.is_exact() {
        true => Score::exact(discs as i32),
        false => Score::estimate(discs),
    }
}

impl Analyzer for TextbookAnalyzer {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        let is_exact = position.empties().len() <= self.exact_from as usize;
        let moves = if is_exact {
            self.exact(position)?
        } else {
            self.estimated(position)
        };
        (!self.stop.load(Ordering::Relaxed)).then_some(moves)
    }
}
