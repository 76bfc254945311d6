//! The solvers and what each of them remembers.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::{SearchOptions, Searcher};
use outflank_othello::Shape;

use super::resumable_search::SliceOutcome;
use super::worker::{Job, JobRunner};
use crate::settings::Settings;

/// The table of shapes that the main one is not of is so much smaller.
const OTHER_SHARE: usize = 8;

/// SolverPool for tasks that shall know nothing of others.
const OWN: usize = 4;

/// The least and most of such a table in MiB, and its share of the main one.
const OWN_MIB: (usize, usize) = (1, 16);
const OWN_SHARE: usize = 16;

/// The solvers, one of which works at a time.
#[derive(Debug)]
pub(super) struct SolverPool {
    /// That of all analyses.
    main: Searcher,
    /// What shape it is of: another one clears it.
    main_shape: Shape,
    /// For other shapes, while somebody uses the main one.
    other: Searcher,
    own: [Own; OWN],
    turn: u64,
}

/// A solver for one task at a time, that forgets everything before the next.
#[derive(Debug)]
struct Own {
    solver: Searcher,
    job: Option<u64>,
    used: u64,
}

impl SolverPool {
    /// Asks the system for the memory.
    pub(super) fn new(settings: &Settings) -> io::Result<Self> {
        let mut options = SearchOptions::default().with_threads(settings.threads);
        if let Some(evaluation) = &settings.evaluation {
            options = options.with_evaluation(Arc::clone(evaluation));
        }
        let solver = |mib: usize| Searcher::new(options.clone().with_hash(mib.max(1)));
        let own = || {
            Ok::<_, io::Error>(Own {
                solver: solver(private_mib(settings.hash_mib))?,
                job: None,
                used: 0,
            })
        };
        Ok(Self {
            main: solver(settings.hash_mib)?,
            main_shape: Shape::STANDARD,
            other: solver(settings.hash_mib / OTHER_SHARE)?,
            own: [own()?, own()?, own()?, own()?],
            turn: 0,
        })
    }

    /// The solver for a job. `shapes` are those of others that wait.
    fn solver_for(&mut self, job: &Job, shapes: &[Shape]) -> &mut Searcher {
        let task = job.search.task();
        if task.is_alone {
            return self.own_of(job.number);
        }
        let shape = task.position.shape();
        if shape == self.main_shape || !shapes.contains(&self.main_shape) {
            self.main_shape = shape;
            &mut self.main
        } else {
            &mut self.other
        }
    }

    /// The solver that is a job's own: the one that it had, or the one that was not
    /// used for longest, with nothing in it.
    fn own_of(&mut self, job: u64) -> &mut Searcher {
        self.turn += 1;
        let is_its_own = |own: &Own| own.job == Some(job);
        let by_use = |&place: &usize| self.own[place].used;
        let place = self.own.iter().position(is_its_own);
        let place = place.or_else(|| (0..OWN).min_by_key(by_use)).unwrap_or(0);
        let own = &mut self.own[place];
        own.used = self.turn;
        if own.job != Some(job) {
            own.job = Some(job);
            own.solver.clear();
        }
        &mut own.solver
    }
}

/// MiB of a table that is one task's own, beside a main one of so many.
pub(super) fn private_mib(main: usize) -> usize {
    (main / OWN_SHARE).clamp(OWN_MIB.0, OWN_MIB.1)
}

impl JobRunner for SolverPool {
    fn advance(&mut self, job: &mut Job, stop: &Arc<AtomicBool>, shapes: &[Shape]) -> SliceOutcome {
        let solver = self.solver_for(job, shapes);
        solver.stop_by(Arc::clone(stop));
        let monitor = &job.monitor;
        monitor.begin_turn(solver.progress());
        job.search.advance(solver, &mut |moves| monitor.tell(moves))
    }

    fn recover(&mut self) {
        // A search that panicked may have left anything in any of them.
        self.main.clear();
        self.other.clear();
        for own in &mut self.own {
            own.job = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::Position;

    use super::super::task::Task;
    use super::*;

    fn tables() -> SolverPool {
        let settings = Settings {
            hash_mib: 16,
            ..Settings::default()
        };
        SolverPool::new(&settings).unwrap()
    }

    fn job(number: u64, shape: &str, is_alone: bool) -> Job {
        let position = Position::start(shape.parse().unwrap());
        let task = if is_alone {
            Task::choice(position, 3)
        } else {
            Task::analysis(position)
        };
        Job::new(number, task)
    }

    /// Whether the job gets the main table.
    fn gets_main(tables: &mut SolverPool, job: &Job, others: &[&str]) -> bool {
        let shapes: Vec<Shape> = others.iter().map(|shape| shape.parse().unwrap()).collect();
        let got: *const Searcher = tables.solver_for(job, &shapes);
        std::ptr::eq(got, &raw const tables.main)
    }

    #[test]
    fn shapes_that_alternate_do_not_clear_the_main_table() {
        let mut tables = tables();
        let (usual, wide) = (job(1, "8x8", false), job(2, "10x10", false));
        assert!(gets_main(&mut tables, &usual, &["10x10"]));
        assert!(!gets_main(&mut tables, &wide, &["8x8"]));
        assert!(gets_main(&mut tables, &usual, &["10x10"]));
        // Once nobody of the other shape waits it is free.
        assert!(gets_main(&mut tables, &wide, &["6x6"]));
        assert!(!gets_main(&mut tables, &usual, &["10x10"]));
    }

    #[test]
    fn a_task_keeps_its_own_table_while_there_are_enough() {
        let mut tables = tables();
        let place = |tables: &mut SolverPool, number| {
            tables.own_of(number);
            tables.own.iter().position(|own| own.job == Some(number))
        };
        let places: Vec<_> = (1..=4).map(|number| place(&mut tables, number)).collect();
        let mut distinct = places.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 4);
        assert_eq!(place(&mut tables, 1), places[0]);
        // The one not used for longest gives its table up.
        assert_eq!(place(&mut tables, 5), places[1]);
        assert_eq!(place(&mut tables, 1), places[0]);
        assert!(!gets_main(&mut tables, &job(6, "8x8", true), &[]));
    }
}
