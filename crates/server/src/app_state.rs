//! State shared by all requests.

use std::io;
use std::sync::{Arc, Mutex};

use outflank_archive::library::Library;
use tokio::sync::Semaphore;

use crate::api::ApiError;
use crate::api::archive::ArchivePool;
use crate::engine::SharedEngine;
use crate::settings::{ServerLimits, Settings};

/// Blocking tasks without a search, such as reading games, that run at once. Others wait.
const TASKS: usize = 4;

/// State shared by all requests; clones share it.
#[derive(Clone, Debug)]
pub(crate) struct AppState {
    /// The settings of the server.
    pub(crate) settings: Arc<Settings>,
    /// The shared engine.
    pub(crate) engine: SharedEngine,
    /// The archive, if any.
    pub(crate) archive: Option<Arc<ArchivePool>>,
    /// The library of games, if any.
    pub(crate) library: Option<Arc<Mutex<Library>>>,
    /// Permits of [`AppState::work`].
    tasks: Arc<Semaphore>,
    /// Permits of tree searches.
    pub(crate) trees: Arc<Semaphore>,
}

impl AppState {
    /// Starts the engine.
    ///
    /// # Errors
    ///
    /// Returns an error if memory cannot be allocated.
    pub(crate) fn new(
        settings: Settings,
        archive: Option<ArchivePool>,
        library: Option<Library>,
    ) -> io::Result<Self> {
        Ok(Self {
            engine: SharedEngine::new(&settings)?,
            archive: archive.map(Arc::new),
            library: library.map(|library| Arc::new(Mutex::new(library))),
            tasks: Arc::new(Semaphore::new(TASKS)),
            trees: Arc::new(Semaphore::new(ServerLimits::TREES)),
            settings: Arc::new(settings),
        })
    }

    /// Returns the limits on requests.
    pub(crate) fn limits(&self) -> &ServerLimits {
        &self.settings.limits
    }

    /// Runs a blocking task on another thread, a few at a time.
    ///
    /// # Errors
    ///
    /// Returns the error of the task, or 500 if it panics.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        task: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let Ok(room) = Arc::clone(&self.tasks).acquire_owned().await else {
            return Err(ApiError::stopping());
        };
        let task = tokio::task::spawn_blocking(move || {
            // Held until the task ends, even if its request is dropped.
            let _room = room;
            task()
        });
        match task.await {
            Ok(done) => done,
            Err(error) => Err(ApiError::internal(&error)),
        }
    }
}
