//! `outflank.Engine` and its live results.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

use outflank_engine::evaluation::Evaluation;
use outflank_engine::{
    Limits, Score, SearchOptions, SearchRequest, SearchResult as EngineResult, Searcher,
};
use outflank_othello::Shape;
use outflank_study::opponent::{BookChoice, Opponent, Step, Style};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::arguments::Weights;
use crate::arguments::{PositionArgument, at_least_one, check_level, limits};
use crate::book::{Book, book_error};
use crate::errors::{memory_error, os_error, value_error};
use crate::interrupt::thread_count;
use crate::interrupt::{self, SIGNAL_INTERVAL, lock, lock_unless};
use crate::result::{ScoredMove, SearchResult};
use crate::shape::parse_square;

/// A searcher with its transposition table.
///
/// ``level`` is 1 to 60 (see the reference page on levels); ``hash`` is the size of the table in
/// MiB. Without a level, a search with ``time`` or ``nodes`` has no other limit, and a search
/// without limits has level 12. An engine runs one search at a time, even if several threads call
/// it; other Python threads continue meanwhile. Ctrl-C raises ``KeyboardInterrupt``.
///
/// :meth:`best` plays from ``book`` while the position after its best move is in the book. With
/// ``book_random``, it alternates between the book moves that are at most that number of discs
/// worse than the best; in a position that it has searched before, it plays another move, at most
/// two discs worse. The other searches do not use the book.
///
/// ``weights`` is a file written by ``outflank train weights`` or ``outflank train network``, or its
/// content: an evaluation that replaces the built-in one on boards of its shape.
///
/// ``time`` is in seconds, ``depth`` in plies; the first limit reached ends the search. ``threads``
/// is at most 1024; 0 means one per processor. A closed engine raises ``RuntimeError``.
#[pyclass(frozen, module = "outflank")]
pub(crate) struct Engine {
    level: Option<u32>,
    opponent: Opponent,
    shared: Arc<Shared>,
}

/// What an engine shares with its running search.
struct Shared {
    /// `None` once the engine is closed.
    searcher: Mutex<Option<Searcher>>,
    /// The stop flag of the latest search.
    stop: Mutex<Arc<AtomicBool>>,
}

impl Shared {
    /// Searches with the locked searcher; `None` if the engine is closed.
    fn search(
        &self,
        mut searcher: MutexGuard<'_, Option<Searcher>>,
        request: &SearchRequest,
        stop: Arc<AtomicBool>,
        observer: impl FnMut(&EngineResult) -> ControlFlow<()>,
    ) -> Option<EngineResult> {
        let searcher = searcher.as_mut()?;
        *lock(&self.stop) = Arc::clone(&stop);
        searcher.stop_by(stop);
        Some(searcher.search_observed(request, observer))
    }
}

fn closed() -> PyErr {
    PyRuntimeError::new_err("the engine is closed")
}

impl Engine {
    fn search(&self, py: Python<'_>, request: &SearchRequest) -> PyResult<EngineResult> {
        let stop = Arc::new(AtomicBool::new(false));
        let search = || {
            // Another search may hold the searcher indefinitely.
            let searcher = lock_unless(&self.shared.searcher, &stop)?;
            let stop = Arc::clone(&stop);
            self.shared
                .search(searcher, request, stop, |_| ControlFlow::Continue(()))
        };
        interrupt::run(py, &stop, search)?.ok_or_else(closed)
    }

    /// Returns the limits of a search, with the engine's level unless the search has its own.
    fn limits(
        &self,
        level: Option<u32>,
        depth: Option<u32>,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Limits> {
        limits(level.or(self.level), depth, time, nodes)
    }
}

/// Returns the request for `count` moves, every move by default.
fn request(
    position: &PositionArgument<'_>,
    limits: Limits,
    count: Option<usize>,
    moves: Option<Vec<String>>,
) -> PyResult<SearchRequest> {
    let request = SearchRequest::new(&position.position()?, limits);
    let request = match count {
        Some(count) => request.best_moves(at_least_one("count", count)?),
        None => request.every_move(),
    };
    let Some(moves) = moves else {
        return Ok(request);
    };
    let moves: Vec<_> = moves
        .iter()
        .map(|name| parse_square(name))
        .collect::<PyResult<_>>()?;
    request.root_moves(&moves).map_err(value_error)
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (level = None, *, threads = 1, hash = 64, book = None, book_random = 0,
        weights = None))]
    fn new(
        level: Option<u32>,
        threads: i64,
        hash: usize,
        book: Option<PyRef<'_, Book>>,
        book_random: u8,
        weights: Option<Weights<'_>>,
    ) -> PyResult<Self> {
        if book_random > 64 {
            return Err(value_error(format_args!(
                "book_random {book_random}: expected 0 to 64 discs"
            )));
        }
        if book.is_none() && book_random > 0 {
            return Err(value_error("book_random without a book: expected one"));
        }
        let mut options = SearchOptions::default()
            .with_threads(thread_count(Some(threads))?)
            .with_hash(at_least_one("hash", hash)?);
        let level = level.map(check_level).transpose()?;
        if let Some(weights) = weights {
            options = options.with_evaluation(weights.read()?);
        }
        let searcher = Searcher::new(options).map_err(memory_error)?;
        Ok(Self {
            level,
            opponent: Opponent {
                book: book.map(|book| BookChoice::new(book.book.clone(), book_random, None)),
                ..Opponent::new(Style::Best, rand::random())
            },
            shared: Arc::new(Shared {
                searcher: Mutex::new(Some(searcher)),
                stop: Mutex::default(),
            }),
        })
    }

    /// Returns the best move; None if the mover has none. A book move is returned at once, with the
    /// level as its depth.
    #[pyo3(signature = (position, *, time = None, level = None, depth = None, nodes = None))]
    fn best(
        &self,
        py: Python<'_>,
        position: PositionArgument<'_>,
        time: Option<f64>,
        level: Option<u32>,
        depth: Option<u32>,
        nodes: Option<u64>,
    ) -> PyResult<Option<ScoredMove>> {
        let limits = self.limits(level, depth, time, nodes)?;
        let request = request(&position, limits, Some(1), None)?;
        let step = py.detach(|| self.opponent.prepare(&request));
        let chosen = match step.map_err(book_error)? {
            Step::Play(known) => Some(known),
            Step::Search(to_search) => {
                let found = self.search(py, &to_search)?;
                let choice = self.opponent.choose(&request, None, found);
                choice.map(|choice| choice.chosen)
            }
        };
        Ok(chosen.map(ScoredMove))
    }

    /// Returns the scores of the best ``count`` moves, or of every move by default.
    ///
    /// ``moves`` restricts the search to the given moves.
    #[pyo3(signature = (position, *, count = None, moves = None, time = None, level = None,
        depth = None, nodes = None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments in Python")]
    fn analyze(
        &self,
        py: Python<'_>,
        position: PositionArgument<'_>,
        count: Option<usize>,
        moves: Option<Vec<String>>,
        time: Option<f64>,
        level: Option<u32>,
        depth: Option<u32>,
        nodes: Option<u64>,
    ) -> PyResult<SearchResult> {
        let limits = self.limits(level, depth, time, nodes)?;
        let request = request(&position, limits, count, moves)?;
        Ok(SearchResult::from(&self.search(py, &request)?))
    }

    /// Solves a position exactly; ``exact`` of the result is the score. If ``time`` or ``nodes``
    /// ends the search first, ``exact`` is None, and ``lower`` and ``upper`` are the proven bounds.
    #[pyo3(signature = (position, *, time = None, nodes = None))]
    fn solve(
        &self,
        py: Python<'_>,
        position: PositionArgument<'_>,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<SearchResult> {
        let budget = limits(None, None, time, nodes)?;
        let limits = Limits {
            time: budget.time,
            nodes,
            ..Limits::SOLVE
        };
        let request = request(&position, limits, Some(1), None)?;
        Ok(SearchResult::proven(&self.search(py, &request)?))
    }

    /// Starts a search, without limits by default, and returns its live results:
    ///
    /// ``with engine.analysis(position) as analysis: for result in analysis: ...``
    #[pyo3(signature = (position, *, count = Some(1), moves = None, time = None, level = None,
        depth = None, nodes = None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments in Python")]
    fn analysis(
        &self,
        position: PositionArgument<'_>,
        count: Option<usize>,
        moves: Option<Vec<String>>,
        time: Option<f64>,
        level: Option<u32>,
        depth: Option<u32>,
        nodes: Option<u64>,
    ) -> PyResult<Analysis> {
        let limits = match (level, depth, time, nodes) {
            (None, None, None, None) => Limits::UNLIMITED,
            _ => self.limits(level, depth, time, nodes)?,
        };
        let request = request(&position, limits, count, moves)?;
        Analysis::start(Arc::clone(&self.shared), request)
    }

    /// Returns the built-in evaluation's value of an 8x8 position for the mover, in discs.
    #[staticmethod]
    fn evaluate(position: PositionArgument<'_>) -> PyResult<f64> {
        let position = position.position()?;
        if position.is_over() {
            return Ok(f64::from(position.score(position.mover())));
        }
        if position.shape() != Shape::STANDARD {
            return Err(value_error(format_args!(
                "no evaluation of {} boards: expected 8x8",
                position.shape()
            )));
        }
        let value = Evaluation::shipped()
            .value(&position)
            .map_err(value_error)?;
        Ok(Score::from_units(value, false).discs())
    }

    /// Stops the running search from another thread. The search then returns its result so far.
    fn stop(&self) {
        lock(&self.shared.stop).store(true, Ordering::Relaxed);
    }

    /// Clears the table, so that the next search is like the first.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let stop = AtomicBool::new(false);
        let clear = || {
            let mut searcher = lock_unless(&self.shared.searcher, &stop)?;
            searcher.as_mut().map(Searcher::clear)
        };
        interrupt::run(py, &stop, clear)?.ok_or_else(closed)
    }

    /// Stops the search and frees the table.
    fn close(&self, py: Python<'_>) {
        self.stop();
        py.detach(|| *lock(&self.shared.searcher) = None);
    }

    const fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __exit__(&self, py: Python<'_>, _type: Py<PyAny>, _value: Py<PyAny>, _traceback: Py<PyAny>) {
        self.close(py);
    }
}

/// A running search: an iterator over its results, one for each completed iteration.
///
/// As a context manager it stops the search at the end of the block.
#[pyclass(frozen, module = "outflank")]
pub(crate) struct Analysis {
    stop: Arc<AtomicBool>,
    running: Mutex<Running>,
}

struct Running {
    results: Receiver<EngineResult>,
    /// The search, until it is joined. Its result is `None` if the engine is closed.
    thread: Option<JoinHandle<Option<EngineResult>>>,
    last: Option<Option<EngineResult>>,
}

impl Running {
    /// Waits for the search to end and returns its result.
    fn join(&mut self) -> PyResult<EngineResult> {
        if let Some(thread) = self.thread.take() {
            let done = thread.join();
            self.last = Some(done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        self.last.clone().flatten().ok_or_else(closed)
    }
}

impl Analysis {
    fn start(shared: Arc<Shared>, request: SearchRequest) -> PyResult<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, results) = mpsc::channel();
        let flag = Arc::clone(&stop);
        let search = move || {
            let searcher = lock(&shared.searcher);
            shared.search(searcher, &request, flag, |found| {
                match sender.send(found.clone()) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            })
        };
        let thread = thread::Builder::new().spawn(search).map_err(os_error)?;
        Ok(Self {
            stop,
            running: Mutex::new(Running {
                results,
                thread: Some(thread),
                last: None,
            }),
        })
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[pymethods]
impl Analysis {
    const fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<SearchResult>> {
        loop {
            let next = py.detach(|| lock(&self.running).results.recv_timeout(SIGNAL_INTERVAL));
            match next {
                Ok(found) => return Ok(Some(SearchResult::from(&found))),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().inspect_err(|_| self.stop())?;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    py.detach(|| lock(&self.running).join())?;
                    return Ok(None);
                }
            }
        }
    }

    /// Asks the search to stop.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the end of the search and returns its result.
    fn result(&self, py: Python<'_>) -> PyResult<SearchResult> {
        while self.__next__(py)?.is_some() {}
        let last = py.detach(|| lock(&self.running).join())?;
        Ok(SearchResult::from(&last))
    }

    const fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __exit__(
        &self,
        py: Python<'_>,
        _type: Py<PyAny>,
        _value: Py<PyAny>,
        _traceback: Py<PyAny>,
    ) -> PyResult<()> {
        self.stop();
        self.result(py).map(drop)
    }
}
