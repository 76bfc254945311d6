//! The engine as an analyzer.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use outflank_engine::{Limits, ScoredMove, SearchOptions, SearchRequest, Searcher};
use outflank_othello::{Position, Square};

use super::Analyzer;

/// Scores moves with the engine. Several positions can be scored at once, each independently of
/// the others.
#[derive(Debug)]
pub struct EngineAnalyzer {
    limits: Limits,
    stop: Arc<AtomicBool>,
    /// The searchers that are not in use.
    idle: Mutex<Vec<Searcher>>,
    returned: Condvar,
}

impl EngineAnalyzer {
    /// Creates an analyzer that searches within `limits`. It scores up to `workers` positions at a
    /// time, each with its own searcher. Setting `stop` interrupts the searches. Fails if the
    /// memory for the tables cannot be allocated.
    pub fn new(
        limits: Limits,
        options: &SearchOptions,
        workers: usize,
        stop: Arc<AtomicBool>,
    ) -> io::Result<Self> {
        let options = options.clone().with_stop(Arc::clone(&stop));
        let searchers = (0..workers.max(1)).map(|_| Searcher::new(options.clone()));
        Ok(Self {
            limits,
            stop,
            idle: Mutex::new(searchers.collect::<io::Result<_>>()?),
            returned: Condvar::new(),
        })
    }

    /// Waits for a searcher that is not in use.
    fn take(&self) -> Searcher {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match idle.pop() {
                Some(searcher) => return searcher,
                None => {
                    let wait = self.returned.wait(idle);
                    idle = wait.unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn put_back(&self, searcher: Searcher) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(searcher);
        self.returned.notify_one();
    }
}

impl EngineAnalyzer {
    /// Returns the best move at each depth from 1 to `depth` plies, without solving the
    /// ending. Returns `None` if the search was interrupted.
    #[must_use]
    pub fn best_at_depths(&self, position: &Position, depth: u32) -> Option<Vec<Square>> {
        if self.is_stopped() {
            return None;
        }
        let mut searcher = self.take();
        searcher.clear();
        let mut found = Vec::new();
        for plies in 1..=depth {
            let request = SearchRequest::new(position, Limits::depth(plies)).every_move();
            let result = searcher.search(&request);
            found.extend(result.best().map(|best| best.square));
        }
        self.put_back(searcher);
        (!self.is_stopped()).then_some(found)
    }
}

impl Analyzer for EngineAnalyzer {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        // Check before clearing the table, which takes a while if it is large.
        if self.is_stopped() {
            return None;
        }
        let mut searcher = self.take();
        // Earlier searches must not affect the scores.
        searcher.clear();
        let request = SearchRequest::new(position, self.limits).every_move();
        let result = searcher.search(&request);
        self.put_back(searcher);
        (!self.is_stopped()).then_some(result.moves)
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Game, Shape};

    use super::*;

    fn analyzer(limits: Limits, workers: usize) -> EngineAnalyzer {
        let options = SearchOptions::default().with_hash(1);
        EngineAnalyzer::new(limits, &options, workers, Arc::default()).unwrap()
    }

    #[test]
    fn all_moves_are_scored_best_first() {
        let game = Game::from_transcript(Shape::STANDARD, "f5d6c3d3c4f4f6f3e6e7").unwrap();
        let analyzer = analyzer(Limits::level(5), 2);
        for position in game.positions() {
            let moves = analyzer.score_moves(position).unwrap();
            assert_eq!(moves.len(), position.legal_moves().len());
            assert!(moves.is_sorted_by(|a, b| a.discs() >= b.discs()));
            for mv in &moves {
                assert!(mv.pv[0] == mv.square && !mv.is_exact());
            }
            assert_eq!(analyzer.score_moves(position).unwrap(), moves);
        }
    }

    #[test]
    fn endgame_scores_are_exact_under_any_limits() {
        // A position near the end of a game.
        let mut game = Game::new(Shape::STANDARD);
        while !game.is_over() {
            let square = game.position().legal_moves().first().unwrap();
            game.play(square).unwrap();
        }
        let place = game.positions().len() - 12;
        let position = &game.positions()[place];
        let exact = |limits| -> Vec<(f64, bool)> {
            let moves = analyzer(limits, 1).score_moves(position).unwrap();
            moves.iter().map(|mv| (mv.discs(), mv.is_exact())).collect()
        };
        let by_level = exact(Limits::level(10));
        assert!(!by_level.is_empty() && by_level.iter().all(|&(_, exact)| exact));
        assert_eq!(exact(Limits::UNLIMITED.with_nodes(u64::MAX)), by_level);
    }

    #[test]
    fn a_stopped_analyzer_returns_nothing() {
        let stop = Arc::new(AtomicBool::new(true));
        let limits = Limits::level(60);
        let options = SearchOptions::default().with_hash(1);
        let analyzer = EngineAnalyzer::new(limits, &options, 1, stop).unwrap();
        let start = Position::start(Shape::STANDARD);
        assert_eq!(analyzer.score_moves(&start), None);
    }
}
