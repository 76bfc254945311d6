//! Functions on many boards at once, as numpy arrays.
//!
//! Boards are `uint64[n, 2]`: the mover's discs, then the opponent's, bit 8·row + column.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use numpy::Element;
use outflank_engine::Score;
use outflank_engine::evaluation::{Evaluation, Features, PatternSet};
use outflank_othello::{Color, Layout, Position};
use pulp::{Arch, NullaryFnOnce};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arrays::{Argument, Output};
use crate::boards::{Boards, BoardsView, Row, board};
use crate::errors::{IllegalMoveError, value_error};
use crate::interrupt::{pool, run_on, thread_count};
use crate::shape::ShapeArgument;

/// Number of boards that a thread takes at a time.
const CHUNK: usize = 1 << 12;

/// Number of boards in an inner loop: a constant for the compiler and a multiple of every vector
/// length.
const GROUP: usize = 32;

/// The square number that stands for a pass.
pub(crate) const PASS: u8 = 64;

const SQUARES: Argument = Argument {
    name: "squares",
    columns: None,
    range: "0 to 63, or 64 to pass",
};

/// Boards and the work on them, which [`Arch::dispatch`] compiles for the processor. A closure does
/// not work: its `call_once` is compiled for any processor and not inlined.
struct Chunk<'a, T, W> {
    boards: BoardsView<'a>,
    first: usize,
    out: &'a mut [T],
    work: &'a W,
}

impl<T, W: Fn(usize, &[Row], &mut [T])> NullaryFnOnce for Chunk<'_, T, W> {
    /// Whether all boards are valid.
    type Output = bool;

    #[inline(always)]
    fn call(self) -> bool {
        let Self {
            boards: BoardsView { rows, layout },
            first,
            out,
            work,
        } = self;
        let is_valid = BoardsView::are_valid(rows, layout);
        if is_valid {
            work(first, rows, out);
        }
        is_valid
    }
}

/// Checks the boards, and fills and returns an array of this shape: `out`, if it is given. The
/// array has the same number of items for each board. All threads work on it until a signal
/// arrives.
///
/// `work` gets the first index of a chunk, its boards and its items; it is compiled for the
/// processor if it is always inlined. `chunk` is the number of boards in a task.
pub(crate) fn filled<'py, T: Element + Send>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    threads: Option<i64>,
    boards: BoardsView<'_>,
    shape: &[usize],
    chunk: usize,
    work: impl Fn(usize, &[Row], &mut [T]) + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let output = Output::new(py, out, shape)?;
    let mut target = output.write()?;
    let out = target.as_slice_mut().map_err(value_error)?;
    let n = boards.rows.len();
    thread_count(threads)?;
    let arch = Arch::new();
    let wrong = AtomicUsize::new(usize::MAX);
    let run = |first, rows, out: &mut [T]| {
        let boards = BoardsView { rows, ..boards };
        let work = &work;
        let chunk = Chunk {
            boards,
            first,
            out,
            work,
        };
        if !arch.dispatch(chunk) {
            wrong.fetch_min(first, Ordering::Relaxed);
        }
    };
    if n <= chunk {
        run(0, boards.rows, out);
    } else {
        let items = chunk * (out.len() / n);
        let stop = AtomicBool::new(false);
        let pool = pool(threads, n)?;
        run_on(py, &pool, &stop, || {
            let chunks = boards.rows.par_chunks(chunk).zip(out.par_chunks_mut(items));
            chunks.enumerate().for_each(|(number, (rows, out))| {
                if !stop.load(Ordering::Relaxed) {
                    run(number * chunk, rows, out);
                }
            });
        })?;
    }
    drop(target);
    match wrong.into_inner() {
        usize::MAX => output.finish(),
        first => Err(boards.error(first)),
    }
}

/// Returns the legal moves of ``n`` boards as ``uint64[n]``, one bit for each move.
#[pyfunction]
#[pyo3(signature = (boards, *, board = None, out = None, threads = None))]
pub(crate) fn batch_legal_moves<'py>(
    py: Python<'py>,
    boards: Bound<'py, PyAny>,
    board: Option<ShapeArgument<'_>>,
    out: Option<Bound<'py, PyAny>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let boards = Boards::new(&boards, board)?;
    let boards = boards.view()?;
    let layout = boards.layout;
    filled(
        py,
        out,
        threads,
        boards,
        &[boards.rows.len()],
        CHUNK,
        #[inline(always)]
        |_, rows: &[Row], moves: &mut [u64]| {
            let (groups, rest) = rows.as_chunks::<GROUP>();
            let (moves, moves_of_rest) = moves.as_chunks_mut::<GROUP>();
            for (rows, moves) in groups.iter().zip(moves) {
                // In separate arrays, the discs of several boards are loaded at once.
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
    )
}

/// Plays a move on each of ``n`` boards and returns ``uint64[n, 2]``, the next side to move first.
///
/// ``squares`` is ``uint8[n]``; 64 passes. Raises :class:`IllegalMoveError`, which names the
/// first board with an illegal move; ``out`` is then undefined.
#[pyfunction]
#[pyo3(signature = (boards, squares, *, board = None, out = None, threads = None))]
pub(crate) fn batch_play<'py>(
    py: Python<'py>,
    boards: Bound<'py, PyAny>,
    squares: Bound<'py, PyAny>,
    board: Option<ShapeArgument<'_>>,
    out: Option<Bound<'py, PyAny>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let boards = Boards::new(&boards, board)?;
    let boards = boards.view()?;
    let n = boards.rows.len();
    let squares = SQUARES.read_bytes(&squares)?;
    let squares = squares.as_slice().map_err(value_error)?;
    if squares.len() != n {
        return Err(value_error(format_args!(
            "squares of length {}: expected {n}, one for each board",
            squares.len()
        )));
    }
    let layout = boards.layout;
    let illegal = AtomicUsize::new(usize::MAX);
    let out = filled(
        py,
        out,
        threads,
        boards,
        &[n, 2],
        CHUNK,
        #[inline(always)]
        |first, rows: &[Row], played: &mut [u64]| {
            let (all_played, _) = played.as_chunks_mut::<2>();
            let (groups, rest) = rows.as_chunks::<GROUP>();
            let squares = &squares[first..first + rows.len()];
            let (squares, squares_of_rest) = squares.as_chunks::<GROUP>();
            let (played, played_of_rest) = all_played.as_chunks_mut::<GROUP>();
            let mut are_legal = true;
            for ((rows, squares), played) in groups.iter().zip(squares).zip(played) {
                are_legal &= play_group(rows, squares, played, layout);
            }
            are_legal &= play_group(rest, squares_of_rest, played_of_rest, layout);
            if !are_legal {
                let place = all_played.iter().position(|played| *played == ILLEGAL);
                illegal.fetch_min(first + place.unwrap_or(0), Ordering::Relaxed);
            }
        },
    )?;
    match illegal.into_inner() {
        usize::MAX => Ok(out),
        place => Err(illegal_move(boards, place, squares[place])),
    }
}

/// The result of an illegal move.
const ILLEGAL: Row = [u64::MAX; 2];

/// Plays a move on each board. Returns whether all are legal.
#[inline(always)]
fn play_group(rows: &[Row], squares: &[u8], played: &mut [Row], layout: &Layout<u64>) -> bool {
    // Without branches, so that several boards are played at once.
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

fn illegal_move(boards: BoardsView<'_>, place: usize, square: u8) -> PyErr {
    let row = boards.rows[place];
    let error = match Position::from_board(boards.layout, board(row), Color::Black) {
        Err(error) => return value_error(format_args!("boards[{place}]: {error}")),
        Ok(_) if square > PASS => format!("expected {}", SQUARES.range),
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
    boards: Bound<'py, PyAny>,
    board: Option<ShapeArgument<'_>>,
    out: Option<Bound<'py, PyAny>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let boards = Boards::new(&boards, board)?;
    let boards = boards.view()?;
    let layout = boards.layout;
    filled(
        py,
        out,
        threads,
        boards,
        &[boards.rows.len(), 2],
        CHUNK,
        #[inline(always)]
        |_, rows: &[Row], canonical: &mut [u64]| {
            for (row, canonical) in rows.iter().zip(canonical.as_chunks_mut().0) {
                let (board, _) = self::board(*row).canonical(layout);
                *canonical = [board.mover(), board.opponent()];
            }
        },
    )
}

/// Returns the active features of ``n`` 8x8 boards as ``uint32[n, 65]``.
///
/// Each column is a pattern instance or one of the counts of moves, replies and discs. Each number
/// is an index into the table of weights that all columns share.
#[pyfunction]
#[pyo3(signature = (boards, *, out = None, threads = None))]
pub(crate) fn batch_features<'py>(
    py: Python<'py>,
    boards: Bound<'py, PyAny>,
    out: Option<Bound<'py, PyAny>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let boards = Boards::new(&boards, None)?;
    let boards = boards.view()?;
    let patterns = PatternSet::standard();
    let features = |row: &Row| Features::new_unchecked(patterns, board(*row).widen());
    let columns = features(&[0, 0]).entries().len();
    filled(
        py,
        out,
        threads,
        boards,
        &[boards.rows.len(), columns],
        CHUNK / 4,
        |_, rows: &[Row], entries: &mut [u32]| {
            for (row, entries) in rows.iter().zip(entries.chunks_mut(columns)) {
                entries.copy_from_slice(features(row).entries());
            }
        },
    )
}

/// Returns the static values of ``n`` 8x8 boards as ``float32[n]``, in discs for the mover.
///
/// The value of a finished game is its score.
#[pyfunction]
#[pyo3(signature = (boards, *, out = None, threads = None))]
pub(crate) fn batch_evaluate<'py>(
    py: Python<'py>,
    boards: Bound<'py, PyAny>,
    out: Option<Bound<'py, PyAny>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let boards = Boards::new(&boards, None)?;
    let boards = boards.view()?;
    let (patterns, evaluation) = (PatternSet::standard(), Evaluation::shipped());
    let layout = boards.layout;
    let value = |row: &Row| {
        let board = board(*row);
        if board.is_over(layout) {
            return board.final_score(layout) as f32;
        }
        let features = Features::new_unchecked(patterns, board.widen());
        Score::from_units(evaluation.value_of(&features), false).discs() as f32
    };
    filled(
        py,
        out,
        threads,
        boards,
        &[boards.rows.len()],
        CHUNK / 16,
        |_, rows: &[Row], values: &mut [f32]| {
            for (row, out) in rows.iter().zip(values) {
                *out = value(row);
            }
        },
    )
}
