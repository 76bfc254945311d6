//! What a protocol asks of the engine.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_engine::{Clock, Reach, ScoredMove};
use outflank_othello::Position;

/// How far a position may be searched: whichever of these ends first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// As deep as that.
    pub reach: Reach,
    /// As long as that.
    pub move_time: Option<Duration>,
    /// As long as is wise with this clock for the whole game.
    pub clock: Option<Clock>,
}

/// A position to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// The position; its mover has a legal move.
    pub position: Position,
    /// How far.
    pub limit: Limit,
    /// So many of the best moves are multi_pv, one at least.
    pub multi_pv: usize,
}

/// What a search has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchReport {
    /// The best moves, best first, as many as were multi_pv; none only if the search
    /// was stopped.
    pub moves: Vec<ScoredMove>,
    /// Positions reached since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// What searches for a protocol.
pub trait Searcher {
    /// Searches until the limit is reached or `stop` becomes true, and says what
    /// was found. `report` is told what each completed depth found.
    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut (dyn FnMut(SearchReport) + Send),
    ) -> SearchReport;
}
