//! What all requests share.

use std::io;
use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::api::ApiError;
use crate::api::archive::ArchivePool;
use crate::engine::SharedEngine;
use crate::settings::{ServerLimits, Settings};

/// Tasks that take time without being searches, such as reading files of games, done at
/// once. Others wait.
const TASKS: usize = 4;

/// What all requests share. A clone is the same again.
#[derive(Clone, Debug)]
pub(crate) struct AppState {
    /// What the server was told.
    pub(crate) settings: Arc<Settings>,
    /// The engine that everybody shares.
    pub(crate) engine: SharedEngine,
    /// The archive, if there is one.
    pub(crate) archive: Option<Arc<ArchivePool>>,
    /// Room for [`AppState::work`].
    tasks: Arc<Semaphore>,
    /// Room for trees that are searched.
    pub(crate) trees: Arc<Semaphore>,
}

impl AppState {
    /// Starts the engine and opens the archive.
    ///
    /// # Errors
    ///
    /// Memory that the system refuses. That the archive can be read is for
    /// [`ArchivePool::open`] to see.
    pub(crate) fn new(settings: Settings, archive: Option<ArchivePool>) -> io::Result<Self> {
        Ok(Self {
            engine: SharedEngine::new(&settings)?,
            archive: archive.map(Arc::new),
            tasks: Arc::new(Semaphore::new(TASKS)),
            trees: Arc::new(Semaphore::new(ServerLimits::TREES)),
            settings: Arc::new(settings),
        })
    }

    /// The most that a client may ask for.
    pub(crate) fn limits(&self) -> &ServerLimits {
        &self.settings.limits
    }

    /// Does what would hold other requests up on a thread of its own, a few at a time.
    ///
    /// # Errors
    ///
    /// Those of the task; 500 if it panics.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        task: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let Ok(room) = Arc::clone(&self.tasks).acquire_owned().await else {
            return Err(ApiError::stopping());
        };
        let task = tokio::task::spawn_blocking(move || {
            // Held until the task ends, also if nobody waits for it any more.
            let _room = room;
            task()
        });
        match task.await {
            Ok(done) => done,
            Err(error) => Err(ApiError::internal(&error)),
        }
    }
}
