//! One engine for all tabs.
//!
//! A single thread searches, with all the threads and the whole table that the
//! engine has. Whoever wants searches opens a [`Session`], one for each request;
//! the sessions of one tab are those of one client. While others wait, a search is
//! broken off after a short time and goes on when its turn comes again, from the
//! depth that it completed last and with what the table keeps. Who is next is said
//! by the `queue`, which knows neither threads nor clocks: the clients share the
//! engine equally, and so do the sessions of one client.

mod course;
mod fair;
mod line;
mod pace;
mod queue;
mod session;
mod snapshot;
mod tables;
mod task;
mod valuer;
mod watch;
mod worker;

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use outflank_engine::STACK;

use line::Line;
use tables::Tables;
use worker::{Searcher, work};

use crate::settings::Settings;

pub use queue::Refused;
pub use session::{Search, Session};
pub use snapshot::{Failure, Phase, Snapshot};
pub use task::Task;
pub use valuer::SharedValuer;

/// The engine. Copies of it are the same engine, which stops when the last is gone.
#[derive(Clone, Debug)]
pub struct Engine {
    line: Arc<Line>,
    threads: Arc<Threads>,
}

/// The threads that work for the line.
#[derive(Debug)]
struct Threads {
    line: Arc<Line>,
    handles: Mutex<Vec<JoinHandle<()>>>,
}

impl Engine {
    /// Asks the system for the memory of the tables and starts the threads.
    ///
    /// # Errors
    ///
    /// When the system refuses one or the other.
    pub fn new(settings: &Settings) -> io::Result<Self> {
        Self::with_searcher(settings, Tables::new(settings)?)
    }

    fn with_searcher(settings: &Settings, mut searcher: impl Searcher) -> io::Result<Self> {
        let limits = &settings.limits;
        let line = Arc::new(Line::new(limits.open_analyses, limits.open_per_client));
        let threads = Arc::new(Threads {
            line: Arc::clone(&line),
            handles: Mutex::default(),
        });
        let (working, watching) = (Arc::clone(&line), Arc::clone(&line));
        let worker = Builder::new().name("engine".to_owned()).stack_size(STACK);
        threads.keep(worker.spawn(move || work(&working, &mut searcher))?);
        let timekeeper = Builder::new().name("timekeeper".to_owned());
        threads.keep(timekeeper.spawn(move || watching.keep_time())?);
        Ok(Self { line, threads })
    }

    /// Opens a session for a client.
    ///
    /// # Errors
    ///
    /// When the client has too many open, or all together have, or the engine has
    /// stopped.
    pub fn session(&self, client: &str) -> Result<Session, Refused> {
        let id = self.line.open(client)?;
        Ok(Session::new(Arc::clone(&self.line), id))
    }

    /// Number of open sessions, those that wait included.
    #[must_use]
    pub fn open(&self) -> usize {
        self.line.open_count()
    }

    /// Ends all searches and the threads, which takes some milliseconds. Nothing is
    /// searched any more.
    pub fn stop(&self) {
        self.threads.stop();
    }
}

impl Threads {
    fn handles(&self) -> std::sync::MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.handles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, handle: JoinHandle<()>) {
        self.handles().push(handle);
    }

    fn stop(&self) {
        self.line.stop();
        for handle in self.handles().drain(..) {
            // What panicked there was told when it did.
            let _ = handle.join();
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests;
