//! One engine for all tabs.
//!
//! A single worker thread runs one search at a time, with all search threads and the whole table.
//! Each request that searches opens an [`EngineSession`]. The sessions of one tab belong to
//! one client. While others wait, a search runs for a time slice, then resumes in its
//! next slice from the last completed iteration. Clients share the engine equally, and
//! so do the sessions of one client.

mod fair_queue;
mod monitor;
mod scheduler;
mod searcher_pool;
mod session;
mod session_queue;
mod time_slice;
mod worker;

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use scheduler::Scheduler;
use searcher_pool::SearcherPool;
use worker::{JobRunner, work};

use outflank_api::Resources;

pub use monitor::Phase;
pub use session::{EngineSession, SearchHandle};

/// The engine. Clones share it. It stops when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct SharedEngine {
    scheduler: Arc<Scheduler>,
    threads: Arc<EngineThreads>,
}

/// The worker and the timekeeper.
#[derive(Debug)]
struct EngineThreads {
    scheduler: Arc<Scheduler>,
    handles: Mutex<Vec<JoinHandle<()>>>,
}

impl SharedEngine {
    /// Allocates the tables and starts the threads. Fails if memory or threads cannot be allocated.
    pub fn new(resources: &Resources) -> io::Result<Self> {
        Self::with_runner(resources, SearcherPool::new(resources)?)
    }

    fn with_runner(resources: &Resources, mut runner: impl JobRunner) -> io::Result<Self> {
        let limits = &resources.limits;
        let scheduler = Arc::new(Scheduler::new(limits.open_analyses, limits.open_per_client));
        let threads = Arc::new(EngineThreads {
            scheduler: Arc::clone(&scheduler),
            handles: Mutex::default(),
        });
        let (working, watching) = (Arc::clone(&scheduler), Arc::clone(&scheduler));
        let worker = Builder::new().name("engine".to_owned());
        threads.keep(worker.spawn(move || work(&working, &mut runner))?);
        let timekeeper = Builder::new().name("timekeeper".to_owned());
        threads.keep(timekeeper.spawn(move || watching.keep_time())?);
        Ok(Self { scheduler, threads })
    }

    /// Returns a session for a client. The session is not open yet.
    #[must_use]
    pub fn session(&self, client: &str) -> EngineSession {
        EngineSession::new(Arc::clone(&self.scheduler), client)
    }

    /// Ends all searches and the threads, within milliseconds.
    pub fn stop(&self) {
        self.threads.stop();
    }
}

impl EngineThreads {
    fn handles(&self) -> std::sync::MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.handles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, handle: JoinHandle<()>) {
        self.handles().push(handle);
    }

    fn stop(&self) {
        self.scheduler.stop();
        for handle in self.handles().drain(..) {
            // The panic has been reported.
            let _ = handle.join();
        }
    }
}

impl Drop for EngineThreads {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests;
