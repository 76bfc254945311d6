//! The thread that searches.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use outflank_api::{ResumableSearch, SliceOutcome, Task};
use outflank_othello::Shape;

use super::monitor::SearchMonitor;
use super::scheduler::Scheduler;
use super::time_slice::TimeSlice;

/// A scheduled search.
#[derive(Debug)]
pub(super) struct Job {
    /// A unique number.
    pub(super) number: u64,
    pub(super) search: ResumableSearch,
    pub(super) monitor: Arc<SearchMonitor>,
    pub(super) slice: TimeSlice,
    /// Whether the job has had no slice yet.
    pub(super) is_new: bool,
    /// The time at which the search must end. Unknown before its first slice.
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

    pub(super) fn begin_slice(&mut self, now: Instant) {
        if self.is_new {
            let time = self.search.task().time;
            self.ends_at = time.and_then(|time| now.checked_add(time));
        }
        self.is_new = false;
    }

    /// Ends the search with the moves found so far.
    pub(super) fn complete(&self) {
        self.monitor.complete(self.search.snapshot().moves);
    }
}

/// Runs jobs.
pub(super) trait JobRunner: Send + 'static {
    /// Resumes a job until it is done or `stop` is set. `shapes` are the shapes of the waiting
    /// jobs.
    fn advance(&mut self, job: &mut Job, stop: &Arc<AtomicBool>, shapes: &[Shape]) -> SliceOutcome;

    /// Recovers after the last job panicked.
    fn recover(&mut self);
}

/// The end of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SliceEnd {
    /// The result of the search.
    Ended(SliceOutcome),
    /// The search panicked.
    Panicked,
}

/// Runs slices until the scheduler stops.
pub(super) fn work(scheduler: &Scheduler, runner: &mut impl JobRunner) {
    while let Some(mut taken) = scheduler.take() {
        let job = &mut taken.job;
        let advance = || runner.advance(job, &taken.stop, &taken.shapes);
        let end = match catch_unwind(AssertUnwindSafe(advance)) {
            Ok(outcome) => SliceEnd::Ended(outcome),
            Err(_) => {
                let position = taken.job.search.task().position;
                tracing::error!(%position, "a search panicked");
                runner.recover();
                SliceEnd::Panicked
            }
        };
        scheduler.give_back(taken, end);
    }
}
