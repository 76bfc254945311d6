//! Searches in time slices.

use std::ops::ControlFlow;
use std::time::Duration;

use outflank_api::{ResumableSearch, SliceOutcome, Snapshot, Task};
use outflank_engine::{SearchOptions, Searcher};
use web_time::Instant;

/// Length of the first slice of a search. A slice without progress is followed by one twice as
/// long, because an interrupted iteration may begin again and would never end in slices of one
/// length.
const SLICE: Duration = Duration::from_millis(60);

/// Runs one task at a time, slice by slice, so that a browser's worker can receive messages in
/// between.
#[derive(Debug)]
pub struct SearchWorker {
    searcher: Searcher,
    task: Option<ResumableSearch>,
    slice: Duration,
}

impl SearchWorker {
    /// Creates a worker. Fails if memory cannot be allocated.
    pub fn new(options: SearchOptions) -> std::io::Result<Self> {
        Ok(Self {
            searcher: Searcher::new(options)?,
            task: None,
            slice: SLICE,
        })
    }

    /// Begins a task, and drops the previous one.
    pub fn begin(&mut self, task: Task) {
        if task.is_alone {
            self.searcher.clear();
        }
        self.task = Some(ResumableSearch::new(task));
        self.slice = SLICE;
    }

    /// Runs a slice. Returns the result so far and whether it is final, or `None` without a task.
    pub fn advance(&mut self) -> Option<(Snapshot, bool)> {
        let search = self.task.as_mut()?;
        let task = *search.task();
        let left = task
            .time
            .map(|time| time.saturating_sub(search.snapshot().time));
        let slice = left.map_or(self.slice, |left| left.min(self.slice));
        search.interrupt_at(Instant::now() + slice);
        let outcome = search.advance(&mut self.searcher, &mut |so_far| {
            // Moves solved one by one have no time limit of their own, so stop them here.
            let is_late = task.time.is_some_and(|time| so_far.time >= time);
            match is_late {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if outcome == SliceOutcome::Stalled {
            self.slice *= 2;
        }
        let snapshot = search.snapshot();
        let is_late = task.time.is_some_and(|time| snapshot.time >= time);
        let is_final = outcome == SliceOutcome::Done || is_late;
        if is_final {
            self.task = None;
        }
        Some((snapshot, is_final))
    }
}
