//! The thread that searches, and the one that ends turns in time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use outflank_othello::Shape;

use super::monitor::SearchMonitor;
use super::resumable_search::{ResumableSearch, SliceOutcome};
use super::scheduler::Scheduler;
use super::task::Task;
use super::time_slice::TimeSlice;

/// A task on its way.
#[derive(Debug)]
pub(super) struct Job {
    /// Different from that of every other job.
    pub(super) number: u64,
    pub(super) search: ResumableSearch,
    pub(super) monitor: Arc<SearchMonitor>,
    pub(super) slice: TimeSlice,
    /// Whether it had no turn yet.
    pub(super) is_new: bool,
    /// When it has to end; unknown before its first turn.
    pub(super) ends_at: Option<Instant>,
}

impl Job {
    pub(super) fn new(number: u64, task: Task) -> Self {
        Self {
            number,
            search: ResumableSearch::new(task),
            monitor: SearchMonitor::new(),
            slice: TimeSlice::default(),
            is_new: true,
            ends_at: None,
        }
    }

    /// A turn begins.
    pub(super) fn begin_turn(&mut self, now: Instant) {
        if self.is_new {
            let time = self.search.task().time;
            self.ends_at = time.and_then(|time| now.checked_add(time));
        }
        self.is_new = false;
    }

    /// Ends the search with what it knows.
    pub(super) fn complete(&self) {
        self.monitor.complete(self.search.moves());
    }
}

/// What searches.
pub(super) trait JobRunner: Send + 'static {
    /// Goes on with a job until it is done or `stop` becomes true. `shapes` are those
    /// of other jobs that wait.
    fn advance(&mut self, job: &mut Job, stop: &Arc<AtomicBool>, shapes: &[Shape]) -> SliceOutcome;

    /// The last job panicked.
    fn recover(&mut self);
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// As the search said.
    Ended(SliceOutcome),
    /// By a panic.
    Panicked,
}

/// Gives each job its turns, until the line is closed.
pub(super) fn work(scheduler: &Scheduler, runner: &mut impl JobRunner) {
    while let Some(mut taken) = scheduler.take() {
        let job = &mut taken.job;
        let advance = || runner.advance(job, &taken.stop, &taken.shapes);
        let turn = match catch_unwind(AssertUnwindSafe(advance)) {
            Ok(advance) => Turn::Ended(advance),
            Err(_) => {
                let position = taken.job.search.task().position;
                tracing::error!(%position, "a search panicked");
                runner.recover();
                Turn::Panicked
            }
        };
        scheduler.give_back(taken, turn);
    }
}
