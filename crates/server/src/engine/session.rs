//! A client's place at the engine, and what it finds there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::watch;

use super::line::Line;
use super::queue::SessionId;
use super::snapshot::{Failure, Phase, Snapshot};
use super::task::Task;
use super::watch::Watch;

/// A client's place at the engine, for one search at a time. It is given up when this
/// is dropped, and the search with it.
#[derive(Debug)]
pub struct Session {
    line: Arc<Line>,
    id: SessionId,
    is_closed: AtomicBool,
}

impl Session {
    pub(super) fn new(line: Arc<Line>, id: SessionId) -> Self {
        Self {
            line,
            id,
            is_closed: AtomicBool::new(false),
        }
    }

    /// Begins a search. One that has not ended is given up for it.
    #[must_use]
    pub fn start(&self, task: Task) -> Search {
        let watch = self.line.start(self.id, task);
        Search {
            told: watch.listen(),
            watch,
            line: Arc::clone(&self.line),
            session: self.id,
        }
    }

    /// Gives the place up, from whatever thread.
    pub fn close(&self) {
        if !self.is_closed.swap(true, Ordering::Relaxed) {
            self.line.close(self.id);
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.close();
    }
}

/// A search that was begun.
#[derive(Debug)]
pub struct Search {
    watch: Arc<Watch>,
    pub(super) told: watch::Receiver<u64>,
    line: Arc<Line>,
    session: SessionId,
}

impl Search {
    /// Number of those who have the engine before this one.
    #[must_use]
    pub fn ahead(&self) -> usize {
        self.line.ahead_of(self.session)
    }

    /// What is known now.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        self.watch.snapshot()
    }

    /// Waits until something new is known, or the engine turned to this search or
    /// from it.
    pub async fn changed(&mut self) {
        // The sender lives as long as the watch, which lives here.
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
        self.watch.wait();
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
