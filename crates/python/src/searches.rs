//! Searches of many boards at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use numpy::PyArray1;
use outflank_engine::{Limits, SearchOptions, SearchRequest, SearchResult, Searcher};
use outflank_othello::Position;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arguments::{at_least_one, check_level};
use crate::arrays::Output;
use crate::batch::PASS;
use crate::boards::Boards;
use crate::errors::{memory_error, value_error};
use crate::interrupt::lock;
use crate::interrupt::{pool, run_on};
use crate::shape::ShapeArgument;

/// Returns the exact scores of ``n`` boards as ``int8[n]``, in discs for the mover.
///
/// Each thread has a table of ``hash`` MiB. Ctrl-C raises ``KeyboardInterrupt``.
#[pyfunction]
#[pyo3(signature = (boards, *, board = None, out = None, threads = None, hash = 64))]
pub(crate) fn batch_exact_scores<'py>(
    py: Python<'py>,
    boards: Bound<'py, PyAny>,
    board: Option<ShapeArgument<'_>>,
    out: Option<Bound<'py, PyAny>>,
    threads: Option<i64>,
    hash: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let boards = Boards::new(&boards, board)?;
    let positions = boards.view()?.positions()?;
    let out = Output::new(py, out, &[positions.len()])?;
    let mut target = out.write()?;
    let scores = target.as_slice_mut().map_err(value_error)?;
    let search = Searches {
        limits: Limits::SOLVE,
        hash,
        // Exact bounds of other positions stay valid.
        is_cleared: false,
    };
    search.run(py, threads, &positions, scores, |_, result, score| {
        *score = result.lower.whole_discs() as i8;
    })?;
    drop(target);
    out.finish()
}

/// Squares and scores of the best moves.
type BestMoves<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<f32>>);

/// Returns the best moves of ``n`` boards as ``uint8[n]`` and their scores as ``float32[n]``.
///
/// The move is 64 if the mover has none; the score is then the one after the pass, or the final
/// score. Scores are in discs for the mover and do not depend on the number of threads.
#[pyfunction]
#[pyo3(signature = (boards, *, level = 8, board = None, threads = None, hash = 16))]
pub(crate) fn batch_best_moves<'py>(
    py: Python<'py>,
    boards: Bound<'py, PyAny>,
    level: u32,
    board: Option<ShapeArgument<'_>>,
    threads: Option<i64>,
    hash: usize,
) -> PyResult<BestMoves<'py>> {
    let boards = Boards::new(&boards, board)?;
    let positions = boards.view()?.positions()?;
    let mut best = vec![(PASS, 0.0_f32); positions.len()];
    let search = Searches {
        limits: Limits::level(check_level(level)?),
        hash,
        // A result must not depend on what its thread searched before.
        is_cleared: true,
    };
    // A search of a position without moves finds no score.
    let after_pass = |position: &Position| position.pass().unwrap_or(*position);
    let searched: Vec<Position> = positions.iter().map(after_pass).collect();
    search.run(py, threads, &searched, &mut best, |index, result, best| {
        let position = &positions[index];
        *best = match result.best() {
            Some(found) if searched[index] != *position => (PASS, -found.discs() as f32),
            Some(found) => {
                let (column, row) = (found.square.column(), found.square.row());
                (8 * row + column, found.discs() as f32)
            }
            None => (PASS, position.score(position.mover()) as f32),
        };
    })?;
    let (squares, scores): (Vec<u8>, Vec<f32>) = best.into_iter().unzip();
    Ok((
        PyArray1::from_vec(py, squares),
        PyArray1::from_vec(py, scores),
    ))
}

/// Searches of many positions, each on one thread.
struct Searches {
    limits: Limits,
    /// Size of each thread's table, in MiB.
    hash: usize,
    /// Whether the table is cleared before each search.
    is_cleared: bool,
}

impl Searches {
    /// Searches until a signal arrives. `write` gets the index of a position, its result and its
    /// item of `out`.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        threads: Option<i64>,
        positions: &[Position],
        out: &mut [T],
        write: impl Fn(usize, &SearchResult, &mut T) + Sync,
    ) -> PyResult<()> {
        let pool = pool(threads, positions.len())?;
        let stop = Arc::new(AtomicBool::new(false));
        let options = SearchOptions::default()
            .with_hash(at_least_one("hash", self.hash)?)
            .with_stop(Arc::clone(&stop));
        let searcher = |_| Searcher::new(options.clone()).map(Mutex::new);
        let searchers = (0..pool.current_num_threads()).map(searcher);
        let searchers: Vec<_> = searchers.collect::<Result<_, _>>().map_err(memory_error)?;
        let search = |(index, (position, out)): (usize, (&Position, &mut T))| {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let thread = rayon::current_thread_index().unwrap_or(0);
            let mut searcher = lock(&searchers[thread]);
            if self.is_cleared {
                searcher.clear();
            }
            let request = SearchRequest::new(position, self.limits);
            write(index, &searcher.search(&request), out);
        };
        run_on(py, &pool, &stop, || {
            let positions = positions.par_iter().zip(out).enumerate().with_max_len(1);
            positions.for_each(search);
        })
    }
}
