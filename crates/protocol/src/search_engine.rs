//! The searcher that a protocol drives.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::{SearchRequest, SearchResult, Searcher};
use outflank_othello::Square;

/// The searcher that a protocol drives: the engine, or a script in tests.
pub trait SearchEngine {
    /// Searches until the request's limits are reached or `stop` becomes true.
    /// `report` receives the result of each completed iteration.
    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult;

    /// Like [`search`](Self::search), but for a move to play, which is the first of the result. An
    /// engine that does not always play its best move overrides this. `last` is the opponent's last
    /// move.
    fn choose(
        &mut self,
        request: &SearchRequest,
        last: Option<Square>,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        let _ = last;
        self.search(request, stop, report)
    }
}

/// A job for the searcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// A search.
    Search(SearchRequest),
    /// The move to play, with the opponent's last move.
    Choose(SearchRequest, Option<Square>),
}

impl Task {
    /// Runs the task until its limits are reached or `stop` becomes true; see [`SearchEngine`].
    pub fn run(
        &self,
        engine: &mut impl SearchEngine,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        match self {
            Self::Search(request) => engine.search(request, stop, report),
            Self::Choose(request, last) => engine.choose(request, *last, stop, report),
        }
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
        self.search_observed(request, |so_far| {
            report(so_far.clone());
            ControlFlow::Continue(())
        })
    }
}
