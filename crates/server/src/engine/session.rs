//! A client's session at the engine, and its searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::watch;

use super::monitor::SearchMonitor;
use super::scheduler::Scheduler;
use super::session_queue::SessionId;
use super::snapshot::{Failure, Phase, Snapshot};
use super::task::Task;

/// A client's session, which runs one search at a time. Dropping it ends the search.
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

    /// Starts a search, which replaces the one that is running.
    #[must_use]
    pub fn start(&self, task: Task) -> SearchHandle {
        let monitor = self.scheduler.start(self.id, task);
        SearchHandle {
            changes: monitor.subscribe(),
            monitor,
            scheduler: Arc::clone(&self.scheduler),
            session: self.id,
        }
    }

    /// Closes the session from any thread.
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

/// A started search.
#[derive(Debug)]
pub struct SearchHandle {
    monitor: Arc<SearchMonitor>,
    changes: watch::Receiver<u64>,
    scheduler: Arc<Scheduler>,
    session: SessionId,
}

impl SearchHandle {
    /// Returns the number of sessions ahead in the queue.
    #[must_use]
    pub fn ahead(&self) -> usize {
        self.scheduler.ahead_of(self.session)
    }

    /// Returns the current state.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        self.monitor.snapshot()
    }

    /// Waits for the next change.
    pub async fn changed(&mut self) {
        // The monitor owns the sender.
        let _ = self.changes.changed().await;
    }

    /// Waits for the result.
    ///
    /// # Errors
    ///
    /// Returns the reason if the search ended without a result.
    pub async fn end(mut self) -> Result<Snapshot, Failure> {
        loop {
            if let Some(ended) = self.ended() {
                return ended;
            }
            self.changed().await;
        }
    }

    /// Blocks until the search ends.
    ///
    /// # Errors
    ///
    /// Returns the reason if the search ended without a result.
    pub fn wait(self) -> Result<Snapshot, Failure> {
        self.monitor.wait();
        self.ended().unwrap_or(Err(Failure::GivenUp))
    }

    /// Returns the result once the search has ended.
    fn ended(&self) -> Option<Result<Snapshot, Failure>> {
        let snapshot = self.snapshot();
        match snapshot.phase {
            Phase::Done => Some(Ok(snapshot)),
            Phase::Failed(failure) => Some(Err(failure)),
            Phase::Queued | Phase::Searching => None,
        }
    }
}
