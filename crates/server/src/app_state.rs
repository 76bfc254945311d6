//! State shared by all requests.

use std::io;
use std::sync::{Arc, Mutex};

use outflank_api::{ApiError, Cost, Result};
use outflank_archive::library::Library;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::engine::SharedEngine;
use crate::settings::Settings;

/// Maximum number of requests without a search that run at once, such as reading games.
const TASKS: usize = 4;
/// Maximum number of trees that are drawn at once.
const TREES: usize = 2;

/// State shared by all requests. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct AppState {
    /// The settings of the server.
    pub(crate) settings: Arc<Settings>,
    /// The shared engine.
    pub(crate) engine: SharedEngine,
    tasks: Arc<Semaphore>,
    trees: Arc<Semaphore>,
}

impl AppState {
    /// Starts the engine. Fails if memory cannot be allocated.
    pub(crate) fn new(mut settings: Settings, library: Option<Library>) -> io::Result<Self> {
        settings.resources.library = library.map(Mutex::new);
        Ok(Self {
            engine: SharedEngine::new(&settings.resources)?,
            tasks: Arc::new(Semaphore::new(TASKS)),
            trees: Arc::new(Semaphore::new(TREES)),
            settings: Arc::new(settings),
        })
    }

    /// Waits until a request may run. Searches have their own queue.
    pub(crate) async fn place(
        &self,
        cost: Cost,
    ) -> Result<Option<[Option<OwnedSemaphorePermit>; 2]>> {
        let place = async |places: &Arc<Semaphore>| {
            let place = Arc::clone(places).acquire_owned().await;
            place.map(Some).map_err(|_| ApiError::stopping())
        };
        Ok(match cost {
            Cost::Little | Cost::Search | Cost::OwnSearch => None,
            Cost::Reading => Some([place(&self.tasks).await?, None]),
            Cost::Tree => Some([place(&self.trees).await?, place(&self.tasks).await?]),
        })
    }
}
