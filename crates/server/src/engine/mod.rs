//! One engine for all tabs.
//!
//! A single thread searches, with all the threads and the whole table that the
//! engine has. Whoever wants searches opens a [`EngineSession`], one for each request;
//! the sessions of one tab are those of one client. While others wait, a search is
//! broken off after a short time and goes on when its turn comes again, from the
//! depth that it completed last and with what the table keeps. Who is next is said
//! by the `queue`, which knows neither threads nor clocks: the clients share the
//! engine equally, and so do the sessions of one client.

mod analyzer;
mod fair_queue;
mod monitor;
mod resumable_search;
mod scheduler;
mod session;
mod session_queue;
mod snapshot;
mod solver_pool;
mod task;
mod time_slice;
mod worker;

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use outflank_engine::STACK;

use scheduler::Scheduler;
use solver_pool::SolverPool;
use worker::{JobRunner, work};

use crate::settings::Settings;

pub use analyzer::SharedAnalyzer;
pub use session::{EngineSession, SearchHandle};
pub use session_queue::Refused;
pub use snapshot::{Failure, Phase, Snapshot};
pub use task::Task;

/// The engine. Copies of it are the same engine, which stops when the last is gone.
#[derive(Clone, Debug)]
pub struct SharedEngine {
    scheduler: Arc<Scheduler>,
    threads: Arc<EngineThreads>,
}

/// The threads that work for the scheduler.
#[derive(Debug)]
struct EngineThreads {
    scheduler: Arc<Scheduler>,
    handles: Mutex<Vec<JoinHandle<()>>>,
}

impl SharedEngine {
    /// Asks the system for the memory of the tables and starts the threads.
    ///
    /// # Errors
    ///
    /// When the system refuses one or the other.
    pub fn new(settings: &Settings) -> io::Result<Self> {
        Self::with_runner(settings, SolverPool::new(settings)?)
    }

    fn with_runner(settings: &Settings, mut runner: impl JobRunner) -> io::Result<Self> {
        let limits = &settings.limits;
        let scheduler = Arc::new(Scheduler::new(limits.open_analyses, limits.open_per_client));
        let threads = Arc::new(EngineThreads {
            scheduler: Arc::clone(&scheduler),
            handles: Mutex::default(),
        });
        let (working, watching) = (Arc::clone(&scheduler), Arc::clone(&scheduler));
        let worker = Builder::new().name("engine".to_owned()).stack_size(STACK);
        threads.keep(worker.spawn(move || work(&working, &mut runner))?);
        let timekeeper = Builder::new().name("timekeeper".to_owned());
        threads.keep(timekeeper.spawn(move || watching.keep_time())?);
        Ok(Self { scheduler, threads })
    }

    /// Opens a session for a client.
    ///
    /// # Errors
    ///
    /// When the client has too many open, or all together have, or the engine has
    /// stopped.
    pub fn session(&self, client: &str) -> Result<EngineSession, Refused> {
        let id = self.scheduler.open(client)?;
        Ok(EngineSession::new(Arc::clone(&self.scheduler), id))
    }

    /// Number of open sessions, those that wait included.
    #[must_use]
    pub fn open(&self) -> usize {
        self.scheduler.open_count()
    }

    /// Ends all searches and the threads, which takes some milliseconds. Nothing is
    /// searched any more.
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
            // What panicked there was told when it did.
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
