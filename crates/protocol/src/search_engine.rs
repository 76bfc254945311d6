//! The searcher that a protocol drives.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_engine::{SearchRequest, SearchResult, Searcher};
use outflank_othello::Square;

use super::line::Lines;
use super::queue::{Action, CommandQueue, Event, Protocol};

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

    /// Like [`search`](Self::search), but for a move to play: the first move of the result. An
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

/// Returns the output for a client that writes all of `input` at once. All lines are read before a
/// search starts, so a line that stops a search takes effect immediately. The output is
/// deterministic if the searcher is.
pub fn answer_all<P: Protocol>(
    protocol: P,
    searcher: &mut impl SearchEngine,
    input: &[u8],
) -> String {
    let mut queue = CommandQueue::new(protocol);
    let mut output = String::new();
    // Reading from memory does not fail.
    let lines = Lines::new(input).map_while(Result::ok).map(Event::Line);
    let mut events: VecDeque<Event> = lines.chain([Event::EndOfInput]).collect();
    let mut search: Option<(Box<Task>, Arc<AtomicBool>)> = None;
    loop {
        let actions = match (events.pop_front(), search.take()) {
            (Some(event), running) => {
                search = running;
                queue.handle(event)
            }
            (None, Some((task, stop))) => {
                let mut reports = Vec::new();
                let mut report = |found| reports.push(found);
                let found = task.run(searcher, &stop, &mut report);
                events.extend(reports.into_iter().map(Event::Progress));
                events.push_back(Event::Done(found));
                continue;
            }
            (None, None) => return output,
        };
        for action in actions {
            match action {
                Action::Print(text) => {
                    output.push_str(&text);
                    output.push('\n');
                }
                Action::Start(task) => search = Some((task, Arc::default())),
                Action::Stop => {
                    if let Some((.., stop)) = &search {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                Action::Quit => return output,
            }
        }
    }
}
