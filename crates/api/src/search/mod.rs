//! The searches of requests.

mod analyzer;
mod local;
mod resumable_search;
mod task;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use outflank_engine::ScoredMove;
use serde::{Deserialize, Serialize};

pub use local::LocalSearch;
pub use resumable_search::{ResumableSearch, SliceOutcome};
pub use task::Task;

use crate::{ApiError, Result};

/// How a request searches: with a place in a queue, or with its own searcher.
pub trait Search: Sync {
    /// Takes a place in the queue unless the request has one. Fails if too many searches are open.
    fn open(&self) -> Result<()> {
        Ok(())
    }

    /// Returns the number of open searches, including waiting ones.
    fn open_count(&self) -> usize {
        0
    }

    /// Announces tasks that will be searched, so that they can be searched in parallel.
    fn announce(&self, _tasks: &[Task]) {}

    /// Runs a task to its end. `watch` receives the results so far and may end the search. Fails
    /// if the search ends without a result.
    fn search(&self, task: Task, watch: &mut Watch<'_>) -> Result<Snapshot>;

    /// Sends a request to an archive that is kept elsewhere. By default there is none, and it
    /// fails.
    fn ask(&self, _question: Question) -> Result<String> {
        Err(ApiError::no_archive())
    }
}

/// A request to the archive, made while another request is handled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// `get` or `post`.
    pub method: &'static str,
    /// The path, such as `/api/archive`.
    pub path: String,
    /// The fields of the query.
    pub query: Vec<(String, String)>,
    /// The body of `post`.
    pub body: String,
}

impl Question {
    /// Returns a question without a body.
    pub(crate) fn get(path: impl Into<String>, query: Vec<(String, String)>) -> Self {
        Self {
            method: "get",
            path: path.into(),
            query,
            body: String::new(),
        }
    }
}

/// Receives the results of a search so far and decides whether it continues.
pub type Watch<'a> = dyn FnMut(&Snapshot) -> ControlFlow<()> + 'a;

/// The state of a search at one moment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The number of searches ahead, until this search begins.
    pub ahead: Option<usize>,
    /// The best moves, best first.
    pub moves: Arc<[ScoredMove]>,
    /// The number of nodes searched.
    pub nodes: u64,
    /// How long the search has used the engine.
    pub time: Duration,
}
