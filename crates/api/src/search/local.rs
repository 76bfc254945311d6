//! A search without a queue.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use outflank_engine::{SearchOptions, Searcher};

use super::{ResumableSearch, Search, Snapshot, Task, Watch};
use crate::{ApiError, Result};

/// A search with its own searcher and without a queue.
#[derive(Debug)]
pub struct LocalSearch {
    searcher: Mutex<Searcher>,
    stop: Arc<AtomicBool>,
}

impl LocalSearch {
    /// Creates a searcher whose searches end when `stop` is set. Fails if memory cannot be
    /// allocated.
    pub fn new(options: SearchOptions, stop: Arc<AtomicBool>) -> io::Result<Self> {
        let mut searcher = Searcher::new(options)?;
        searcher.stop_by(Arc::clone(&stop));
        Ok(Self {
            searcher: Mutex::new(searcher),
            stop,
        })
    }
}

impl Search for LocalSearch {
    fn search(&self, mut task: Task, watch: &mut Watch<'_>) -> Result<Snapshot> {
        let mut searcher = self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
        if task.is_alone {
            searcher.clear();
        }
        if let Some(time) = task.time {
            task.limits = task.limits.with_time(time);
        }
        let mut search = ResumableSearch::new(task);
        let mut is_ended = false;
        search.advance(&mut searcher, &mut |so_far| {
            is_ended = watch(so_far).is_break();
            // Moves that are solved one by one have no time limit, so stop them here.
            let is_late = task.time.is_some_and(|time| so_far.time >= time);
            match is_ended || is_late {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if is_ended || self.stop.load(Ordering::Relaxed) {
            return Err(ApiError::cancelled());
        }
        Ok(search.snapshot())
    }
}
