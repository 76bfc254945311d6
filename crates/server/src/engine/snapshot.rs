//! The state of a search.

use std::sync::Arc;
use std::time::Duration;

use outflank_engine::ScoredMove;

/// The phase of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It has had no time slice yet.
    Queued,
    /// It runs or waits for its next slice.
    Searching,
    /// It is complete.
    Done,
    /// It ended without a result.
    Failed(Failure),
}

/// The reason why a search ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The engine stopped.
    #[error("the server is stopping")]
    Stopped,
    /// The client cancelled it.
    #[error("the search was cancelled")]
    GivenUp,
    /// The time limit came before every move had a score.
    #[error("the time limit came before every move was scored: try a lower level")]
    Late,
    /// The search panicked.
    #[error("internal error in the search; other searches continue")]
    Fault,
}

/// The state of a search at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The phase.
    pub phase: Phase,
    /// The best moves, best first.
    pub moves: Arc<[ScoredMove]>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time for which it has used the engine.
    pub time: Duration,
}
