//! What a search has found by some moment.

use std::sync::Arc;
use std::time::Duration;

use outflank_study::ScoredMove;

/// How a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The engine has not had to do with it yet.
    Queued,
    /// It is being searched, or waits for its next turn.
    Searching,
    /// It has come to its end.
    Done,
    /// It ended without one.
    Failed(Failure),
}

/// Why a search ended before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The engine stopped.
    #[error("the server is stopping")]
    Stopped,
    /// Nobody wanted it any more.
    #[error("the search was given up")]
    GivenUp,
    /// The limit of time came before all moves had a value.
    #[error("time ended the search before all moves were valued: expected a lower level")]
    Late,
    /// A fault of the program.
    #[error("the search failed by a fault of the program; other searches go on")]
    Fault,
}

/// What a search has found by some moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// How it stands.
    pub phase: Phase,
    /// The best moves, best first.
    pub moves: Arc<[ScoredMove]>,
    /// Positions reached.
    pub nodes: u64,
    /// How long it had the engine.
    pub time: Duration,
}
