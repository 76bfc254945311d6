//! Values by the strong engine.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::Position;

use super::{Analyzer, ScoredMove};

/// Values by the strong engine's search. Several positions may be valued at the
/// same time; each value is the same as if it were the only one.
#[derive(Debug)]
pub struct EngineAnalyzer {
    limits: Limits,
    stop: Arc<AtomicBool>,
    /// Solvers that nobody is using.
    idle: Mutex<Vec<Searcher>>,
    returned: Condvar,
}

impl EngineAnalyzer {
    /// Values with so much effort for all moves of a position together. `workers`
    /// positions at a time are valued, each with what `options` say. Gives up soon
    /// after `stop` becomes true.
    ///
    /// # Errors
    ///
    /// When the system refuses the memory for the tables.
    pub fn new(
        limits: Limits,
        options: &SearchOptions,
        workers: usize,
        stop: Arc<AtomicBool>,
    ) -> io::Result<Self> {
        let options = options.clone().with_stop(Arc::clone(&stop));
        let solvers = (0..workers.max(1)).map(|_| Searcher::new(options.clone()));
        Ok(Self {
            limits,
            stop,
            idle: Mutex::new(solvers.collect::<io::Result<_>>()?),
            returned: Condvar::new(),
        })
    }

    /// Waits for a solver that nobody is using.
    fn take(&self) -> Searcher {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match idle.pop() {
                Some(solver) => return solver,
                None => {
                    let wait = self.returned.wait(idle);
                    idle = wait.unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    fn put_back(&self, solver: Searcher) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(solver);
        self.returned.notify_one();
    }
}

impl Analyzer for EngineAnalyzer {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        let mut searcher = self.take();
        // Earlier searches must not change the scores.
        searcher.clear();
        let request = SearchRequest::new(position, self.limits).every_move();
        let result = searcher.search(&request, |_| true);
        self.put_back(searcher);
        let is_stopped = self.stop.load(Ordering::Relaxed);
        (!is_stopped).then(|| result.moves.iter().map(ScoredMove::from).collect())
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
    fn every_move_is_valued_best_first() {
        let game = Game::from_transcript(Shape::STANDARD, "f5d6c3d3c4f4f6f3e6e7").unwrap();
        let analyzer = analyzer(Limits::level(5), 2);
        for position in game.positions() {
            let moves = analyzer.score_moves(position).unwrap();
            assert_eq!(moves.len(), position.legal_moves().len());
            assert!(moves.is_sorted_by(|a, b| a.score >= b.score));
            assert!(moves.iter().all(|mv| mv.pv[0] == mv.square && !mv.exact));
            assert_eq!(analyzer.score_moves(position).unwrap(), moves);
        }
    }

    #[test]
    fn near_the_end_values_are_exact_by_every_effort() {
        // From the end of a game of random moves back.
        let mut game = Game::new(Shape::STANDARD);
        while !game.is_over() {
            let square = game.position().legal_moves().first().unwrap();
            game.play(square).unwrap();
        }
        let place = game.positions().len() - 12;
        let position = &game.positions()[place];
        let exact = |limits| -> Vec<(f64, bool)> {
            let moves = analyzer(limits, 1).score_moves(position).unwrap();
            moves.iter().map(|mv| (mv.score, mv.exact)).collect()
        };
        let by_level = exact(Limits::level(10));
        assert!(!by_level.is_empty() && by_level.iter().all(|&(_, exact)| exact));
        assert_eq!(exact(Limits::UNLIMITED.with_nodes(u64::MAX)), by_level);
    }

    #[test]
    fn a_valuer_that_is_stopped_gives_nothing() {
        let stop = Arc::new(AtomicBool::new(true));
        let limits = Limits::level(60);
        let options = SearchOptions::default().with_hash(1);
        let analyzer = EngineAnalyzer::new(limits, &options, 1, stop).unwrap();
        let start = Position::start(Shape::STANDARD);
        assert_eq!(analyzer.score_moves(&start), None);
    }
}
