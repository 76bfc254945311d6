//! A client's session with the engine, and its searches.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_api::{ApiError, Search, Snapshot, Task, Watch};

use super::monitor::{Phase, SearchMonitor};
use super::scheduler::Scheduler;
use super::session_queue::SessionId;

/// Maximum time between updates of a search.
const UPDATE_INTERVAL: Duration = Duration::from_millis(150);
/// Minimum time between updates of a search.
const UPDATE_PAUSE: Duration = Duration::from_millis(25);

/// A client's session, which runs one search at a time. It joins the queue with its first search.
/// Dropping the session ends the search.
#[derive(Debug)]
pub struct EngineSession {
    scheduler: Arc<Scheduler>,
    client: String,
    id: Mutex<Option<SessionId>>,
    is_closed: Arc<AtomicBool>,
}

impl EngineSession {
    pub(super) fn new(scheduler: Arc<Scheduler>, client: &str) -> Self {
        Self {
            scheduler,
            client: client.to_owned(),
            id: Mutex::new(None),
            is_closed: Arc::default(),
        }
    }

    fn id(&self) -> MutexGuard<'_, Option<SessionId>> {
        self.id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens the session unless it is already open.
    fn opened(&self) -> Result<SessionId, ApiError> {
        let mut id = self.id();
        match *id {
            _ if self.is_closed.load(Ordering::Relaxed) => Err(ApiError::cancelled()),
            Some(id) => Ok(id),
            None => Ok(*id.insert(self.scheduler.state().open(&self.client)?)),
        }
    }

    /// Starts a search, which replaces the running one. Fails if the client, or all clients
    /// together, have too many open sessions, or if this session is closed.
    pub fn start(&self, task: Task) -> Result<SearchHandle, ApiError> {
        let session = self.opened()?;
        Ok(SearchHandle {
            monitor: self.scheduler.start(session, task),
            scheduler: Arc::clone(&self.scheduler),
            session,
        })
    }

    /// Returns the flag that is set when the session is closed.
    #[must_use]
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_closed)
    }

    /// Closes the session from any thread.
    pub fn close(&self) {
        let mut id = self.id();
        self.is_closed.store(true, Ordering::Relaxed);
        if let Some(id) = id.take() {
            self.scheduler
                .change(|state| state.close(id, Instant::now()));
        }
    }
}

impl Drop for EngineSession {
    fn drop(&mut self) {
        self.close();
    }
}

impl Search for EngineSession {
    fn open(&self) -> Result<(), ApiError> {
        self.opened().map(drop)
    }

    fn open_count(&self) -> usize {
        self.scheduler.state().queue.open_count()
    }

    fn search(&self, task: Task, watch: &mut Watch<'_>) -> Result<Snapshot, ApiError> {
        self.start(task)?.wait(watch)
    }
}

/// A started search.
#[derive(Debug)]
pub struct SearchHandle {
    monitor: Arc<SearchMonitor>,
    scheduler: Arc<Scheduler>,
    session: SessionId,
}

impl SearchHandle {
    /// Returns the current phase and results.
    #[must_use]
    pub fn now(&self) -> (Phase, Snapshot) {
        self.monitor.now()
    }

    /// Blocks until the search ends or `watch` ends it. If the search ends without a result,
    /// returns the reason.
    pub fn wait(self, watch: &mut Watch<'_>) -> Result<Snapshot, ApiError> {
        loop {
            let (phase, mut snapshot) = self.now();
            match phase {
                Phase::Queued => {
                    snapshot.ahead = Some(self.scheduler.state().queue.ahead_of(self.session));
                }
                Phase::Searching => {}
                Phase::Done => return Ok(snapshot),
                Phase::Failed(error) => return Err(error),
            }
            if watch(&snapshot) == ControlFlow::Break(()) {
                return Err(ApiError::cancelled());
            }
            self.monitor.wait(UPDATE_PAUSE, UPDATE_INTERVAL);
        }
    }
}
