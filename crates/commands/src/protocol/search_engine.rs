//! The searcher behind a protocol.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::{SearchRequest, SearchResult, Searcher};

/// The searcher behind a protocol: the engine, or a script in tests.
pub trait SearchEngine {
    /// Searches until the request's limits are reached or `stop` becomes true.
    /// `report` receives the result of each completed iteration.
    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult;

    /// Chooses a move to play, the first of the result, in the same way. An engine that
    /// does not always play its best move chooses here.
    fn choose(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        self.search(request, stop, report)
    }
}

impl SearchEngine for Searcher {
    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        self.stop_by(Arc::clone(stop));
        self.search(request, |so_far| {
            report(so_far.clone());
            true
        })
    }
}
