//! Values by the textbook searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_classic::{Evaluation, EvaluationKind, score_moves};
use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::Position;

use super::{Analyzer, ScoredMove};

/// Values by a textbook evaluation, and exactly near the end of the game.
#[derive(Clone, Debug)]
pub struct ClassicAnalyzer {
    /// The evaluation far from the end.
    pub evaluation: Evaluation,
    /// Depth of the search far from the end, in plies, at least 1.
    pub depth: u32,
    /// With so many empty squares or fewer, scores are exact.
    pub exact_from: u32,
    /// Threads of the exact solver.
    pub threads: usize,
    /// MiB of the exact solver's table.
    pub hash_mib: usize,
    /// Gives up soon after this becomes true.
    pub stop: Arc<AtomicBool>,
}

impl Default for ClassicAnalyzer {
    /// `phased` to depth 8, exact from 18 empty squares on: a game takes some
    /// seconds.
    fn default() -> Self {
        Self {
            evaluation: Evaluation::new(EvaluationKind::Phased),
            depth: 8,
            exact_from: 18,
            threads: 1,
            hash_mib: 64,
            stop: Arc::default(),
        }
    }
}

impl ClassicAnalyzer {
    fn exact(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        let options = SearchOptions::default()
            .with_hash(self.hash_mib)
            .with_threads(self.threads)
            .with_stop(Arc::clone(&self.stop));
        let request = SearchRequest::new(position, Limits::SOLVE).every_move();
        let result = Searcher::new(options).ok()?.search(&request, |_| true);
        Some(result.moves.iter().map(ScoredMove::from).collect())
    }

    fn estimated(&self, position: &Position) -> Vec<ScoredMove> {
        let limits =
            outflank_gametree::Limits::plies(self.depth.max(1)).with_stop(Arc::clone(&self.stop));
        let valued = score_moves(position, &self.evaluation, &limits).into_iter();
        valued
            .map(|valued| ScoredMove {
                square: valued.square,
                score: valued.score.discs(),
                exact: valued.score.is_exact(),
                pv: valued.pv,
                depth: valued.depth,
                selectivity: 100,
                nodes: valued.counts.nodes(),
            })
            .collect()
    }
}

impl Analyzer for ClassicAnalyzer {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        let is_near_the_end = position.empties().len() <= self.exact_from as usize;
        let moves = if is_near_the_end {
            self.exact(position)?
        } else {
            self.estimated(position)
        };
        (!self.stop.load(Ordering::Relaxed)).then_some(moves)
    }
}
