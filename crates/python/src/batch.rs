//! Functions of many boards at once, as numpy arrays.
//!
//! Boards are `uint64[n, 2]`: the mover's discs, then the opponent's, bit 8·row + column.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyUntypedArrayMethods,
};
use outflank_engine::evaluation::{Evaluation, Features, PatternSet, UNITS_PER_DISC};
use outflank_engine::{Limits, STACK, SearchOptions, SearchRequest, SearchResult, Searcher};
use outflank_othello::{Board, Color, Layout, Position, Shape};
use pulp::{Arch, NullaryFnOnce};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arguments::{at_least_one, check_level};
use crate::errors::{IllegalMoveError, memory_error, os_error, value_error};
use crate::interrupt;
use crate::shape::{ShapeArgument, shape_of};

/// Boards that a thread takes at a time.
const CHUNK: usize = 1 << 12;

/// Boards of an inner loop, whose number the compiler knows. Vectors of any processor divide it.
const GROUP: usize = 32;

/// The number of a pass among squares.
const PASS: u8 = 64;

/// Discs of the mover and of the opponent.
type Row = [u64; 2];

/// Returns a thread pool, kept for the next call. Without a number it has all cores.
pub(crate) fn pool(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    /// Pools by process, since a forked one has no threads, and by number of threads.
    type Pools = BTreeMap<(u32, usize), Arc<ThreadPool>>;
    static POOLS: LazyLock<Mutex<Pools>> = LazyLock::new(Mutex::default);
    let threads = match threads {
        Some(threads) => at_least_one("threads", threads)?,
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (std::process::id(), threads);
    if let Some(pool) = pools.get(&key) {
        return Ok(Arc::clone(pool));
    }
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    let pool = builder.stack_size(STACK).build().map_err(os_error)?;
    let pool = Arc::new(pool);
    pools.insert(key, Arc::clone(&pool));
    Ok(pool)
}

/// Boards of an argument, copied only if they do not follow one another in memory.
pub(crate) struct Boards<'a> {
    rows: Cow<'a, [u64]>,
    layout: Layout<u64>,
}

impl<'a> Boards<'a> {
    fn new(
        boards: &'a PyReadonlyArray2<'_, u64>,
        shape: Option<ShapeArgument<'_>>,
    ) -> PyResult<Self> {
        Self::of_shape(boards, shape_of(shape)?)
    }

    pub(crate) fn of_shape(boards: &'a PyReadonlyArray2<'_, u64>, shape: Shape) -> PyResult<Self> {
        let layout = Layout::<u64>::new(shape).ok_or_else(|| {
            value_error(format_args!(
                "boards of {shape}: expected a shape that fits into 8x8"
            ))
        })?;
        if boards.shape()[1] != 2 {
            let [n, columns] = [boards.shape()[0], boards.shape()[1]];
            return Err(value_error(format_args!(
                "boards of shape ({n}, {columns}): expected (n, 2)"
            )));
        }
        let rows = match boards.as_slice() {
            Ok(rows) => Cow::Borrowed(rows),
            Err(_) => Cow::Owned(boards.as_array().iter().copied().collect()),
        };
        Ok(Self { rows, layout })
    }

    pub(crate) fn rows(&self) -> &[Row] {
        self.rows.as_chunks().0
    }

    /// Checks every board and returns them as positions of Black to move.
    pub(crate) fn positions(&self) -> PyResult<Vec<Position>> {
        let position = |(place, &[mover, opponent]): (usize, &Row)| {
            let board = Board::new_unchecked(mover, opponent);
            Position::from_board(&self.layout, board, Color::Black)
                .map_err(|error| value_error(format_args!("boards[{place}]: {error}")))
        };
        self.rows().iter().enumerate().map(position).collect()
    }

    pub(crate) const fn layout(&self) -> &Layout<u64> {
        &self.layout
    }

    /// Checks every board.
    pub(crate) fn check(&self) -> PyResult<()> {
        let fault = self.rows().iter().enumerate().find_map(|(place, row)| {
            let error = board(*row).check(&self.layout).err()?;
            Some(value_error(format_args!("boards[{place}]: {error}")))
        });
        fault.map_or(Ok(()), Err)
    }
}

#[inline(always)]
pub(crate) const fn board([mover, opponent]: Row) -> Board {
    Board::new_unchecked(mover, opponent)
}

/// Checks the length of an array that belongs to `n` boards.
fn check_length(name: &str, length: usize, n: usize) -> PyResult<()> {
    if length == n {
        return Ok(());
    }
    Err(value_error(format_args!(
        "{name} of length {length}: expected {n}, one for each board"
    )))
}

/// Returns `out` after a check of its length, or a new array.
pub(crate) fn output<'py, T: Element>(
    py: Python<'py>,
    out: Option<Bound<'py, PyArray1<T>>>,
    n: usize,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    match out {
        None => Ok(PyArray1::zeros(py, n, false)),
        Some(out) => check_length("out", out.len(), n).map(|()| out),
    }
}

/// Returns `out` after a check of its shape, or a new array.
fn output_rows<'py, T: Element>(
    py: Python<'py>,
    out: Option<Bound<'py, PyArray2<T>>>,
    shape: [usize; 2],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    match out {
        None => Ok(PyArray2::zeros(py, shape, false)),
        Some(out) if out.shape() == shape => Ok(out),
        Some(out) => Err(value_error(format_args!(
            "out of shape {:?}: expected {shape:?}",
            out.shape()
        ))),
    }
}

/// A chunk of an array and the work on it, which [`Arch::dispatch`] compiles for the processor. A
/// closure would not do: the function that calls it once is compiled for any processor and not
/// inlined.
struct Chunk<'a, T, W> {
    first: usize,
    out: &'a mut [T],
    work: &'a W,
}

impl<T, W: Fn(usize, &mut [T])> NullaryFnOnce for Chunk<'_, T, W> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        (self.work)(self.first, self.out);
    }
}

/// Fills `out` on all threads. `work` gets the first index of a chunk and the chunk; it is
/// compiled for the processor if it is always inlined.
fn fill<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    out: &mut [T],
    work: impl Fn(usize, &mut [T]) + Sync,
) -> PyResult<()> {
    let arch = Arch::new();
    let run = |first, out: &mut [T]| {
        let work = &work;
        arch.dispatch(Chunk { first, out, work });
    };
    if out.len() <= CHUNK {
        run(0, out);
        return Ok(());
    }
    let pool = pool(threads)?;
    py.detach(|| {
        pool.install(|| {
            let chunks = out.par_chunks_mut(CHUNK).enumerate();
            chunks.for_each(|(chunk, out)| run(chunk * CHUNK, out));
        });
    });
    Ok(())
}

/// Returns the legal moves of ``n`` boards as ``uint64[n]``, a bit for each.
#[pyfunction]
#[pyo3(signature = (boards, *, board = None, out = None, threads = None))]
pub(crate) fn batch_legal_moves<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    board: Option<ShapeArgument<'_>>,
    out: Option<Bound<'py, PyArray1<u64>>>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let boards = Boards::new(&boards, board)?;
    let out = output(py, out, boards.rows().len())?;
    let layout = &boards.layout;
    let mut target = out.try_readwrite().map_err(value_error)?;
    let moves = target.as_slice_mut().map_err(value_error)?;
    let rows = boards.rows();
    fill(
        py,
        threads,
        moves,
        #[inline(always)]
        |first, moves: &mut [u64]| {
            let (groups, rest) = rows[first..first + moves.len()].as_chunks::<GROUP>();
            let (moves, moves_of_rest) = moves.as_chunks_mut::<GROUP>();
            for (rows, moves) in groups.iter().zip(moves) {
                // Apart, discs of several boards are loaded at once.
                let (mut movers, mut opponents) = ([0; GROUP], [0; GROUP]);
                for ((row, mover), opponent) in rows.iter().zip(&mut movers).zip(&mut opponents) {
                    [*mover, *opponent] = *row;
                }
                for ((moves, &mover), &opponent) in moves.iter_mut().zip(&movers).zip(&opponents) {
                    *moves = self::board([mover, opponent]).legal_moves(layout);
                }
            }
            for (row, moves) in rest.iter().zip(moves_of_rest) {
                *moves = self::board(*row).legal_moves(layout);
            }
        },
    )?;
    drop(target);
    Ok(out)
}

/// Plays a move on each of ``n`` boards and returns ``uint64[n, 2]``, the next side first.
///
/// ``squares`` is ``uint8[n]``; 64 passes. Raises :class:`IllegalMoveError`, which names the
/// first board with an illegal move; ``out`` then has no meaning.
#[pyfunction]
#[pyo3(signature = (boards, squares, *, board = None, out = None, threads = None))]
pub(crate) fn batch_play<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    squares: PyReadonlyArray1<'py, u8>,
    board: Option<ShapeArgument<'_>>,
    out: Option<Bound<'py, PyArray2<u64>>>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<u64>>> {
    let boards = Boards::new(&boards, board)?;
    let n = boards.rows().len();
    let squares: Cow<'_, [u8]> = match squares.as_slice() {
        Ok(squares) => Cow::Borrowed(squares),
        Err(_) => Cow::Owned(squares.as_array().iter().copied().collect()),
    };
    check_length("squares", squares.len(), n)?;
    let out = output_rows(py, out, [n, 2])?;
    let layout = &boards.layout;
    let rows = boards.rows();
    let has_illegal = AtomicBool::new(false);
    let mut target = out.try_readwrite().map_err(value_error)?;
    let (played, _) = target
        .as_slice_mut()
        .map_err(value_error)?
        .as_chunks_mut::<2>();
    fill(
        py,
        threads,
        played,
        #[inline(always)]
        |first, played: &mut [Row]| {
            let range = first..first + played.len();
            let (groups, rest) = rows[range.clone()].as_chunks::<GROUP>();
            let (squares, squares_of_rest) = squares[range].as_chunks::<GROUP>();
            let (played, played_of_rest) = played.as_chunks_mut::<GROUP>();
            let mut are_legal = true;
            for ((rows, squares), played) in groups.iter().zip(squares).zip(played) {
                are_legal &= play_group(rows, squares, played, layout);
            }
            are_legal &= play_group(rest, squares_of_rest, played_of_rest, layout);
            if !are_legal {
                has_illegal.store(true, Ordering::Relaxed);
            }
        },
    )?;
    let illegal = match has_illegal.into_inner() {
        true => played.iter().position(|&played| played == ILLEGAL),
        false => None,
    };
    drop(target);
    match illegal {
        None => Ok(out),
        Some(place) => Err(illegal_move(&boards, place, squares[place])),
    }
}

/// What an illegal move leads to.
const ILLEGAL: Row = [u64::MAX; 2];

/// Plays a move on each board. Returns whether all are legal.
#[inline(always)]
fn play_group(rows: &[Row], squares: &[u8], played: &mut [Row], layout: &Layout<u64>) -> bool {
    // No branches here: several boards are played at once.
    let mut any_illegal = 0;
    for ((row, square), played) in rows.iter().zip(squares).zip(&mut *played) {
        let board = board(*row);
        let index = u32::from(*square) % u64::BITS;
        let flips = board.flips_by_shifts(1 << index & board.empties(layout));
        let illegal = match flips == 0 || *square >= PASS {
            true => u64::MAX,
            false => 0,
        };
        let next = board.after(index, flips);
        *played = [next.mover() | illegal, next.opponent() | illegal];
        any_illegal |= illegal;
    }
    if any_illegal == 0 {
        return true;
    }
    for ((row, square), played) in rows.iter().zip(squares).zip(&mut *played) {
        if *square == PASS && board(*row).legal_moves(layout) == 0 {
            *played = [row[1], row[0]];
        }
    }
    !played.contains(&ILLEGAL)
}

fn illegal_move(boards: &Boards<'_>, place: usize, square: u8) -> PyErr {
    let row = boards.rows()[place];
    let error = match Position::from_board(&boards.layout, board(row), Color::Black) {
        Err(error) => return value_error(format_args!("boards[{place}]: {error}")),
        Ok(_) if square > PASS => "expected 0 to 63, or 64 to pass".to_owned(),
        Ok(position) if square == PASS => {
            let error = position.pass().err();
            error.map_or_else(String::new, |error| error.to_string())
        }
        Ok(position) => {
            let error = position.play(boards.layout.square(square.into())).err();
            error.map_or_else(String::new, |error| error.to_string())
        }
    };
    IllegalMoveError::new_err(format!("squares[{place}] = {square}: {error}"))
}

/// Returns the canonical forms of ``n`` boards as ``uint64[n, 2]``.
#[pyfunction]
#[pyo3(signature = (boards, *, board = None, out = None, threads = None))]
pub(crate) fn batch_canonical<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    board: Option<ShapeArgument<'_>>,
    out: Option<Bound<'py, PyArray2<u64>>>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<u64>>> {
    let boards = Boards::new(&boards, board)?;
    boards.check()?;
    let out = output_rows(py, out, [boards.rows().len(), 2])?;
    let layout = &boards.layout;
    let mut target = out.try_readwrite().map_err(value_error)?;
    let (canonical, _) = target
        .as_slice_mut()
        .map_err(value_error)?
        .as_chunks_mut::<2>();
    let rows = boards.rows();
    fill(
        py,
        threads,
        canonical,
        #[inline(always)]
        |first, canonical: &mut [Row]| {
            for (row, canonical) in rows[first..].iter().zip(canonical) {
                let (board, _) = self::board(*row).canonical(layout);
                *canonical = [board.mover(), board.opponent()];
            }
        },
    )?;
    drop(target);
    Ok(out)
}

/// Returns the active features of ``n`` 8x8 boards as ``uint32[n, 65]``.
///
/// A column is a pattern instance or one of the counts of moves, replies and discs; a number
/// is an index into one table of weights for all of them.
#[pyfunction]
#[pyo3(signature = (boards, *, out = None, threads = None))]
pub(crate) fn batch_features<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    out: Option<Bound<'py, PyArray2<u32>>>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let boards = Boards::new(&boards, None)?;
    boards.check()?;
    let patterns = PatternSet::standard();
    let features = |row: &Row| Features::new_unchecked(patterns, board(*row).widen());
    let columns = features(&[0, 0]).entries().len();
    let out = output_rows(py, out, [boards.rows().len(), columns])?;
    let mut target = out.try_readwrite().map_err(value_error)?;
    let entries = target.as_slice_mut().map_err(value_error)?;
    let pool = pool(threads)?;
    py.detach(|| {
        pool.install(|| {
            let rows = boards.rows().par_iter().with_min_len(CHUNK / 4);
            rows.zip(entries.par_chunks_mut(columns))
                .for_each(|(row, entries)| entries.copy_from_slice(features(row).entries()));
        });
    });
    drop(target);
    Ok(out)
}

/// Returns the static values of ``n`` 8x8 boards as ``float32[n]``, in discs for the mover.
///
/// The value of a finished game is its score.
#[pyfunction]
#[pyo3(signature = (boards, *, out = None, threads = None))]
pub(crate) fn batch_evaluate<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    out: Option<Bound<'py, PyArray1<f32>>>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let boards = Boards::new(&boards, None)?;
    boards.check()?;
    let out = output(py, out, boards.rows().len())?;
    let (patterns, evaluation) = (PatternSet::standard(), Evaluation::shipped());
    let layout = &boards.layout;
    let value = |row: &Row| {
        let board = board(*row);
        if board.is_over(layout) {
            return board.final_score(layout) as f32;
        }
        let features = Features::new_unchecked(patterns, board.widen());
        evaluation.value_of(&features) as f32 / UNITS_PER_DISC as f32
    };
    let mut target = out.try_readwrite().map_err(value_error)?;
    let values = target.as_slice_mut().map_err(value_error)?;
    let pool = pool(threads)?;
    py.detach(|| {
        pool.install(|| {
            let rows = boards.rows().par_iter().with_min_len(CHUNK / 16);
            rows.zip(values).for_each(|(row, out)| *out = value(row));
        });
    });
    drop(target);
    Ok(out)
}

/// Returns the exact scores of ``n`` boards as ``int8[n]``, in discs for the mover.
///
/// Each thread has a table of ``hash`` MiB. Ctrl-C raises ``KeyboardInterrupt``.
#[pyfunction]
#[pyo3(signature = (boards, *, board = None, out = None, threads = None, hash = 64))]
pub(crate) fn batch_exact_scores<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    board: Option<ShapeArgument<'_>>,
    out: Option<Bound<'py, PyArray1<i8>>>,
    threads: Option<usize>,
    hash: usize,
) -> PyResult<Bound<'py, PyArray1<i8>>> {
    let positions = Boards::new(&boards, board)?.positions()?;
    let out = output(py, out, positions.len())?;
    let mut target = out.try_readwrite().map_err(value_error)?;
    let scores = target.as_slice_mut().map_err(value_error)?;
    let search = Searches {
        limits: Limits::SOLVE,
        hash,
        // Bounds of other positions are as good.
        is_cleared: false,
    };
    search.run(py, threads, &positions, scores, |result, score| {
        *score = result.lower as i8;
    })?;
    drop(target);
    Ok(out)
}

/// Squares and scores of the best moves.
type BestMoves<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<f32>>);

/// Returns the best moves of ``n`` boards as ``uint8[n]`` and their scores as ``float32[n]``.
///
/// The move is 64 where the mover has none, and the score is then the proven lower bound. Scores
/// are in discs for the mover and do not depend on the number of threads.
#[pyfunction]
#[pyo3(signature = (boards, *, level = 8, board = None, threads = None, hash = 16))]
pub(crate) fn batch_best_moves<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u64>,
    level: u32,
    board: Option<ShapeArgument<'_>>,
    threads: Option<usize>,
    hash: usize,
) -> PyResult<BestMoves<'py>> {
    let positions = Boards::new(&boards, board)?.positions()?;
    let mut best = vec![(PASS, 0.0_f32); positions.len()];
    let search = Searches {
        limits: Limits::level(check_level(level)?),
        hash,
        // A result must not depend on which thread searched what before.
        is_cleared: true,
    };
    search.run(py, threads, &positions, &mut best, |result, best| {
        *best = match result.best() {
            Some(found) => {
                let (column, row) = (found.square.column(), found.square.row());
                (8 * row + column, found.discs() as f32)
            }
            None => (PASS, result.lower as f32),
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
    /// Table size of a thread in MiB.
    hash: usize,
    /// Whether the table is cleared before each search.
    is_cleared: bool,
}

impl Searches {
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        positions: &[Position],
        out: &mut [T],
        write: impl Fn(&SearchResult, &mut T) + Sync,
    ) -> PyResult<()> {
        let pool = pool(threads)?;
        let stop = Arc::new(AtomicBool::new(false));
        let options = SearchOptions::default()
            .with_hash(at_least_one("hash", self.hash)?)
            .with_stop(Arc::clone(&stop));
        let searcher = |_| Searcher::new(options.clone()).map(Mutex::new);
        let searchers = (0..pool.current_num_threads()).map(searcher);
        let searchers: Vec<_> = searchers.collect::<Result<_, _>>().map_err(memory_error)?;
        let search = |(position, out): (&Position, &mut T)| {
            let thread = rayon::current_thread_index().unwrap_or(0);
            let searcher = searchers[thread].lock();
            let mut searcher = searcher.unwrap_or_else(PoisonError::into_inner);
            if self.is_cleared {
                searcher.clear();
            }
            let request = SearchRequest::new(position, self.limits);
            write(&searcher.search(&request, |_| true), out);
        };
        interrupt::run(py, &stop, || {
            pool.install(|| {
                let positions = positions.par_iter().zip(out).with_max_len(1);
                positions.for_each(search);
            });
        })
    }
}
