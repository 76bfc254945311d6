//! Values by the strong engine.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_engine::{Effort, SolveOptions, Solver};
use outflank_othello::Position;

use super::{Analyzer, ScoredMove};

/// Values by the strong engine's search. Several positions may be valued at the
/// same time; each value is the same as if it were the only one.
#[derive(Debug)]
pub struct EngineAnalyzer {
    effort: Effort,
    stop: Arc<AtomicBool>,
    /// Solvers that nobody is using.
    idle: Mutex<Vec<Solver>>,
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
        effort: Effort,
        options: &SolveOptions,
        workers: usize,
        stop: Arc<AtomicBool>,
    ) -> io::Result<Self> {
        let options = options.clone().with_stop(Arc::clone(&stop));
        let solvers = (0..workers.max(1)).map(|_| Solver::new(options.clone()));
        Ok(Self {
            effort,
            stop,
            idle: Mutex::new(solvers.collect::<io::Result<_>>()?),
            returned: Condvar::new(),
        })
    }

    /// Waits for a solver that nobody is using.
    fn take(&self) -> Solver {
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

    fn put_back(&self, solver: Solver) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(solver);
        self.returned.notify_one();
    }
}

impl Analyzer for EngineAnalyzer {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        let mut solver = self.take();
        // What the solver met before must not change what it says now.
        solver.forget();
        let empties = position.empties().len() as u32;
        let moves = match self.effort {
            Effort::Reach(reach) if empties <= reach.exact_to => exact(position, &mut solver),
            effort => searched(position, effort, &mut solver),
        };
        self.put_back(solver);
        (!self.stop.load(Ordering::Relaxed)).then_some(moves)
    }
}

fn exact(position: &Position, solver: &mut Solver) -> Vec<ScoredMove> {
    let depth = position.empties().len() as u32;
    let solved = solver.solve_moves(position, |_| ()).into_iter();
    solved
        .map(|solved| ScoredMove {
            square: solved.square,
            score: f64::from(solved.score),
            exact: true,
            pv: solved.pv,
            depth,
            selectivity: 100,
            nodes: solved.nodes,
        })
        .collect()
}

fn searched(position: &Position, effort: Effort, solver: &mut Solver) -> Vec<ScoredMove> {
    let wanted = position.legal_moves().len();
    let thought = solver.choose(position, effort, wanted, |_| true);
    let nodes = thought.nodes;
    let found = thought.moves.into_iter();
    let mut moves: Vec<ScoredMove> = found
        .map(|found| ScoredMove {
            square: found.square,
            score: f64::from(found.value) / f64::from(UNITS_PER_DISC),
            exact: found.is_exact,
            pv: found.pv,
            depth: found.depth,
            selectivity: found.selectivity.percent(),
            nodes,
        })
        .collect();
    moves.sort_by(|a, b| {
        let place = |valued: &ScoredMove| (valued.square.row(), valued.square.column());
        b.score.total_cmp(&a.score).then(place(a).cmp(&place(b)))
    });
    moves
}

#[cfg(test)]
mod tests {
    use outflank_engine::Reach;
    use outflank_othello::{Game, Shape};

    use super::*;

    fn analyzer(effort: Effort, workers: usize) -> EngineAnalyzer {
        let options = SolveOptions::default().with_hash(1);
        EngineAnalyzer::new(effort, &options, workers, Arc::default()).unwrap()
    }

    #[test]
    fn every_move_is_valued_best_first() {
        let game = Game::from_transcript(Shape::STANDARD, "f5d6c3d3c4f4f6f3e6e7").unwrap();
        let analyzer = analyzer(Effort::Reach(Reach::level(5)), 2);
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
        let exact = |effort| -> Vec<(f64, bool)> {
            let moves = analyzer(effort, 1).score_moves(position).unwrap();
            moves.iter().map(|mv| (mv.score, mv.exact)).collect()
        };
        let by_level = exact(Effort::Reach(Reach::level(10)));
        assert!(!by_level.is_empty() && by_level.iter().all(|&(_, exact)| exact));
        assert_eq!(exact(Effort::Nodes(u64::MAX)), by_level);
    }

    #[test]
    fn a_valuer_that_is_stopped_gives_nothing() {
        let stop = Arc::new(AtomicBool::new(true));
        let effort = Effort::Reach(Reach::level(60));
        let options = SolveOptions::default().with_hash(1);
        let analyzer = EngineAnalyzer::new(effort, &options, 1, stop).unwrap();
        let start = Position::start(Shape::STANDARD);
        assert_eq!(analyzer.score_moves(&start), None);
    }
}
