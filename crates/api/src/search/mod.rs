//! What requests search with.

mod analyzer;
mod local;
mod resumable_search;
mod task;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use outflank_engine::ScoredMove;

pub use local::LocalSearch;
pub use resumable_search::{ResumableSearch, SliceOutcome};
pub use task::Task;

use crate::Result;

/// What a request searches with: a place in a queue, or its own searcher.
pub trait Search: Sync {
    /// Takes a place in the queue, unless the request has one. Fails if too many searches are open.
    fn open(&self) -> Result<()> {
        Ok(())
    }

    /// Returns the number of open searches, waiting ones included.
    fn open_count(&self) -> usize {
        0
    }

    /// Searches to the end of a task. `watch` sees the results so far and may end the search. Fails
    /// if the search ended without a result.
    fn search(&self, task: Task, watch: &mut Watch<'_>) -> Result<Snapshot>;
}

/// Receives the results of a search so far and decides whether it continues.
pub type Watch<'a> = dyn FnMut(&Snapshot) -> ControlFlow<()> + 'a;

/// The state of a search at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Searches that come before, until this one begins.
    pub ahead: Option<usize>,
    /// The best moves, best first.
    pub moves: Arc<[ScoredMove]>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time for which it has used the engine.
    pub time: Duration,
}
