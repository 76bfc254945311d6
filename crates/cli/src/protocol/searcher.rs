//! What a protocol asks of the engine.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_engine::{Clock, Reach, ScoredMove};
use outflank_othello::Position;

/// The limits of a search; whichever is reached first ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Depth and selectivity.
    pub reach: Reach,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the game, from which the engine allocates time.
    pub clock: Option<Clock>,
}

/// A position to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// The position; its mover has a legal move.
    pub position: Position,
    /// The limits.
    pub limit: Limit,
    /// How many of the best moves to find, at least 1.
    pub multi_pv: usize,
}

/// The result of a search, or of a completed depth of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchReport {
    /// The best moves, best first; empty only if the search was stopped.
    pub moves: Vec<ScoredMove>,
    /// Nodes since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// Searches for a protocol.
pub trait Searcher {
    /// Searches until a limit is reached or `stop` becomes true. Calls `report` after
    /// each completed depth.
    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut (dyn FnMut(SearchReport) + Send),
    ) -> SearchReport;
}
