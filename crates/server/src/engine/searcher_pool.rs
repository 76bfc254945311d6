//! The searchers and their tables.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_api::{Resources, SliceOutcome};
use outflank_engine::{SearchOptions, Searcher};
use outflank_othello::Shape;

use super::worker::{Job, JobRunner};

/// How many times larger the main table is than the one for other shapes.
const OTHER_SHARE: usize = 8;

/// Number of private searchers, for tasks whose result must not depend on other searches.
const PRIVATE: usize = 4;

/// Minimum and maximum size of a private table in MiB.
const PRIVATE_MIB: (usize, usize) = (1, 16);
/// How many times larger the main table is than a private one, between those limits.
const PRIVATE_SHARE: usize = 16;

/// The searchers, only one of which runs at a time.
#[derive(Debug)]
pub(super) struct SearcherPool {
    /// For analyses.
    main: Searcher,
    /// The shape of the positions in the main table. Another shape clears the table.
    main_shape: Shape,
    /// For other shapes while the main searcher is in use.
    other: Searcher,
    private: [PrivateSearcher; PRIVATE],
    turn: u64,
}

/// A searcher for one task at a time, cleared before the next.
#[derive(Debug)]
struct PrivateSearcher {
    searcher: Searcher,
    job: Option<u64>,
    used: u64,
}

impl SearcherPool {
    pub(super) fn new(resources: &Resources) -> io::Result<Self> {
        let mut options = SearchOptions::default().with_threads(resources.threads);
        if let Some(evaluation) = &resources.evaluation {
            options = options.with_evaluation(Arc::clone(evaluation));
        }
        let searcher = |mib: usize| Searcher::new(options.clone().with_hash(mib.max(1)));
        let private = || {
            Ok::<_, io::Error>(PrivateSearcher {
                searcher: searcher(private_mib(resources.hash_mib))?,
                job: None,
                used: 0,
            })
        };
        Ok(Self {
            main: searcher(resources.hash_mib)?,
            main_shape: Shape::STANDARD,
            other: searcher(resources.hash_mib / OTHER_SHARE)?,
            private: [private()?, private()?, private()?, private()?],
            turn: 0,
        })
    }

    /// Returns the searcher for a job. `shapes` are the shapes of the waiting jobs.
    fn searcher_for(&mut self, job: &Job, shapes: &[Shape]) -> &mut Searcher {
        let task = job.search.task();
        if task.is_alone {
            return self.private_searcher(job.number);
        }
        let shape = task.position.shape();
        if shape == self.main_shape || !shapes.contains(&self.main_shape) {
            self.main_shape = shape;
            &mut self.main
        } else {
            &mut self.other
        }
    }

    /// Returns a job's private searcher: the one that it used before, or else the least recently
    /// used one, cleared.
    fn private_searcher(&mut self, job: u64) -> &mut Searcher {
        self.turn += 1;
        let is_its_private = |private: &PrivateSearcher| private.job == Some(job);
        let by_use = |&place: &usize| self.private[place].used;
        let place = self.private.iter().position(is_its_private);
        let place = place.or_else(|| (0..PRIVATE).min_by_key(by_use));
        let place = place.unwrap_or(0);
        let private = &mut self.private[place];
        private.used = self.turn;
        if private.job != Some(job) {
            private.job = Some(job);
            private.searcher.clear();
        }
        &mut private.searcher
    }
}

/// Returns the size in MiB of a private table, given the size of the main table.
pub(super) fn private_mib(main: usize) -> usize {
    (main / PRIVATE_SHARE).clamp(PRIVATE_MIB.0, PRIVATE_MIB.1)
}

impl JobRunner for SearcherPool {
    fn advance(&mut self, job: &mut Job, stop: &Arc<AtomicBool>, shapes: &[Shape]) -> SliceOutcome {
        let searcher = self.searcher_for(job, shapes);
        searcher.stop_by(Arc::clone(stop));
        let monitor = &job.monitor;
        monitor.begin_slice(searcher.progress());
        job.search.advance(searcher, &mut |so_far| {
            monitor.report(&so_far.moves);
            ControlFlow::Continue(())
        })
    }

    fn recover(&mut self) {
        // A panic may leave any table inconsistent.
        self.main.clear();
        self.other.clear();
        for private in &mut self.private {
            private.job = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_api::Task;
    use outflank_othello::Position;

    use super::*;

    fn tables() -> SearcherPool {
        let resources = Resources {
            threads: 1,
            hash_mib: 16,
            ..Resources::default()
        };
        SearcherPool::new(&resources).unwrap()
    }

    fn job(number: u64, shape: &str, is_alone: bool) -> Job {
        let position = Position::start(shape.parse().unwrap());
        let task = match is_alone {
            true => Task::choice(position, 3),
            false => Task::analysis(position),
        };
        Job::new(number, task)
    }

    fn gets_main(tables: &mut SearcherPool, job: &Job, others: &[&str]) -> bool {
        let shapes: Vec<Shape> = others.iter().map(|shape| shape.parse().unwrap()).collect();
        let got: *const Searcher = tables.searcher_for(job, &shapes);
        std::ptr::eq(got, &raw const tables.main)
    }

    #[test]
    fn alternating_shapes_do_not_clear_the_main_table() {
        let mut tables = tables();
        let (usual, wide) = (job(1, "8x8", false), job(2, "10x10", false));
        assert!(gets_main(&mut tables, &usual, &["10x10"]));
        assert!(!gets_main(&mut tables, &wide, &["8x8"]));
        assert!(gets_main(&mut tables, &usual, &["10x10"]));
        // The main table is free once no job of its shape is waiting.
        assert!(gets_main(&mut tables, &wide, &["6x6"]));
        assert!(!gets_main(&mut tables, &usual, &["10x10"]));
    }

    #[test]
    fn a_task_keeps_its_own_table_while_there_are_enough() {
        let mut tables = tables();
        let place = |tables: &mut SearcherPool, number| {
            tables.private_searcher(number);
            let mut private = tables.private.iter();
            private.position(|private| private.job == Some(number))
        };
        let places: Vec<_> = (1..=4).map(|number| place(&mut tables, number)).collect();
        let mut distinct = places.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 4);
        assert_eq!(place(&mut tables, 1), places[0]);
        // The least recently used table is reused.
        assert_eq!(place(&mut tables, 5), places[1]);
        assert_eq!(place(&mut tables, 1), places[0]);
        assert!(!gets_main(&mut tables, &job(6, "8x8", true), &[]));
    }
}
