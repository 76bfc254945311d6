//! A client's place at the engine, and what it finds there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::watch;

use super::monitor::SearchMonitor;
use super::scheduler::Scheduler;
use super::session_queue::SessionId;
use super::snapshot::{Failure, Phase, Snapshot};
use super::task::Task;

/// A client's place at the engine, for one search at a time. It is given up when this
/// is dropped, and the search with it.
#[derive(Debug)]
pub struct EngineSession {
    scheduler: Arc<Scheduler>,
    id: SessionId,
    is_closed: AtomicBool,
}

impl EngineSession {
    pub(super) fn new(scheduler: Arc<Scheduler>, id: SessionId) -> Self {
        Self {
            scheduler,
            id,
            is_closed: AtomicBool::new(false),
        }
    }

    /// Begins a search. One that has not ended is given up for it.
    #[must_use]
    pub fn start(&self, task: Task) -> SearchHandle {
        let monitor = self.scheduler.start(self.id, task);
        SearchHandle {
            told: monitor.listen(),
            monitor,
            scheduler: Arc::clone(&self.scheduler),
            session: self.id,
        }
    }

    /// Gives the place up, from whatever thread.
    pub fn close(&self) {
        if !self.is_closed.swap(true, Ordering::Relaxed) {
            self.scheduler.close(self.id);
        }
    }
}

impl Drop for EngineSession {
    fn drop(&mut self) {
        self.close();
    }
}

/// A search that was begun.
#[derive(Debug)]
pub struct SearchHandle {
    monitor: Arc<SearchMonitor>,
    pub(super) told: watch::Receiver<u64>,
    scheduler: Arc<Scheduler>,
    session: SessionId,
}

impl SearchHandle {
    /// Number of those who have the engine before this one.
    #[must_use]
    pub fn ahead(&self) -> usize {
        self.scheduler.ahead_of(self.session)
    }

    /// What is known now.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        self.monitor.snapshot()
    }

    /// Waits until something new is known, or the engine turned to this search or
    /// from it.
    pub async fn changed(&mut self) {
        // The sender lives as long as the monitor, which lives here.
        let _ = self.told.changed().await;
    }

    /// Waits for the end.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub async fn end(mut self) -> Result<Snapshot, Failure> {
        loop {
            if let Some(ended) = self.ended() {
                return ended;
            }
            self.changed().await;
        }
    }

    /// Waits for the end on this thread.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn wait(self) -> Result<Snapshot, Failure> {
        self.monitor.wait();
        self.ended().unwrap_or(Err(Failure::GivenUp))
    }

    /// The end, if it has come.
    fn ended(&self) -> Option<Result<Snapshot, Failure>> {
        let snapshot = self.snapshot();
        match snapshot.phase {
            Phase::Done => Some(Ok(snapshot)),
            Phase::Failed(failure) => Some(Err(failure)),
            Phase::Queued | Phase::Searching => None,
        }
    }
}
