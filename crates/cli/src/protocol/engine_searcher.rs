//! The engine as the searcher of a protocol.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use outflank_engine::{Effort, Reach, ScoredMove, SolveOptions, Solver};

use super::searcher::{Limit, SearchReport, SearchRequest, Searcher};

/// The engine; its transposition table persists between searches.
#[derive(Debug)]
pub struct EngineSearcher {
    solver: Solver,
}

impl EngineSearcher {
    /// Creates the engine with the table and threads of `options`.
    ///
    /// # Errors
    ///
    /// If the table cannot be allocated.
    pub fn new(options: SolveOptions) -> io::Result<Self> {
        Ok(Solver::new(options)?.into())
    }
}

impl From<Solver> for EngineSearcher {
    fn from(solver: Solver) -> Self {
        Self { solver }
    }
}

impl Searcher for EngineSearcher {
    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut (dyn FnMut(SearchReport) + Send),
    ) -> SearchReport {
        let began = Instant::now();
        let solver = &mut self.solver;
        solver.stop_by(Arc::clone(stop));
        let empties = request.position.empties().len() as u32;
        let progress = solver.progress();
        let nodes_before = progress.nodes();
        let found = |moves: &[ScoredMove]| SearchReport {
            moves: moves.to_vec(),
            nodes: progress.nodes() - nodes_before,
            elapsed: began.elapsed(),
        };
        let effort = effort(&request.limit, empties);
        let thought = solver.choose(&request.position, effort, request.multi_pv, |moves| {
            report(found(moves));
            !has_reached(request.limit.reach, empties, moves)
        });
        found(&thought.moves)
    }
}

/// The limit of a search that the engine itself keeps: time, if there is any.
fn effort(limit: &Limit, empties: u32) -> Effort {
    match (limit.move_time, limit.clock) {
        (None, None) => Effort::Reach(limit.reach),
        (Some(time), None) => Effort::Time(time),
        (None, Some(clock)) => Effort::Clock(clock),
        (Some(time), Some(clock)) if time < clock.pace(empties).aim => Effort::Time(time),
        (Some(_), Some(clock)) => Effort::Clock(clock),
    }
}

/// Whether a search that goes as far as its time allows is as far as `reach` says.
fn has_reached(reach: Reach, empties: u32, moves: &[ScoredMove]) -> bool {
    let Some(last) = moves.last() else {
        return false;
    };
    if empties <= reach.exact_to {
        last.is_exact
    } else if empties <= reach.end_to {
        last.depth >= empties && last.selectivity >= reach.selectivity
    } else {
        last.depth >= reach.depth
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use outflank_engine::Clock;
    use outflank_othello::{Position, Shape};

    use super::*;

    fn searcher() -> EngineSearcher {
        EngineSearcher::new(SolveOptions::default().with_hash(1)).unwrap()
    }

    fn search(limit: Limit) -> (SearchReport, Vec<u32>) {
        let request = SearchRequest {
            position: Position::start(Shape::STANDARD),
            limit,
            multi_pv: 1,
        };
        let mut depths = Vec::new();
        let mut report = |found: SearchReport| depths.push(found.moves[0].depth);
        let found = searcher().search(&request, &Arc::default(), &mut report);
        (found, depths)
    }

    #[test]
    fn each_depth_is_reported() {
        let (found, depths) = search(Limit {
            reach: Reach::level(4),
            move_time: None,
            clock: None,
        });
        assert_eq!(depths, [1, 2, 3, 4]);
        assert_eq!(found.moves[0].depth, 4);
        assert!(found.nodes > 0);
    }

    #[test]
    fn with_much_time_a_level_ends_the_search() {
        let hour = Duration::from_secs(3600);
        let clock = Clock {
            left: hour,
            increment: Duration::ZERO,
        };
        for (move_time, clock) in [
            (Some(hour), None),
            (None, Some(clock)),
            (Some(hour), Some(clock)),
        ] {
            let (_, depths) = search(Limit {
                reach: Reach::level(4),
                move_time,
                clock,
            });
            assert_eq!(depths, [1, 2, 3, 4]);
        }
    }

    #[test]
    fn near_the_end_a_level_is_exact_under_a_clock_too() {
        let start = Position::start("4x4".parse().unwrap());
        let request = SearchRequest {
            position: start,
            limit: Limit {
                reach: Reach::level(10),
                move_time: Some(Duration::from_secs(3600)),
                clock: None,
            },
            multi_pv: 4,
        };
        let found = searcher().search(&request, &Arc::default(), &mut |_| ());
        assert_eq!(found.moves.len(), 4);
        assert!(found.moves.iter().all(|found| found.is_exact));
    }

    #[test]
    fn a_stopped_search_ends() {
        let request = SearchRequest {
            position: Position::start(Shape::STANDARD),
            limit: Limit {
                reach: Reach::UNLIMITED,
                move_time: None,
                clock: None,
            },
            multi_pv: 1,
        };
        let stop = Arc::new(AtomicBool::new(true));
        let found = searcher().search(&request, &stop, &mut |_| ());
        assert!(found.elapsed < Duration::from_secs(5));
    }
}
