//! `outflank.Book`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_book::formats::{self, Format};
use outflank_book::{
    BookError, BookLock, BookMove as FoundMove, BookPosition, Entry, Fault, OpenBook, Progress,
    SHIPPED, Store,
};
use outflank_othello::{Board, Layout};
use pyo3::exceptions::{PyKeyError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::{Deserialize, Serialize};

use crate::arguments::PositionArgument;
use crate::batch::filled;
use crate::boards::{Boards, Row, board};
use crate::errors::{os_error, value_error};
use crate::interrupt::{self, lock};
use crate::pickle::{Reduced, reduce};
use crate::shape::Shape;

/// The score that [`Book::scores`] returns for a board outside the book.
const MISSING: i8 = i8::MIN;

/// Number of boards that a thread looks up at a time.
const LOOKUPS: usize = 1 << 8;

/// An opening book: positions with their scores, the same for all symmetric images.
///
/// A book is a mapping from positions to :class:`BookEntry`, with ``position in book``,
/// ``book[position]`` and ``len(book)``. It contains only positions in which the mover has a move.
/// Lookups read from the file, which may be larger than memory, and are thread-safe. Raises
/// ``OSError`` for files that cannot be read, and ``ValueError`` for invalid content, with the
/// offset.
#[pyclass(frozen, module = "outflank")]
pub(crate) struct Book {
    pub(crate) book: OpenBook,
    /// The file; `None` for the shipped book.
    path: Option<PathBuf>,
}

pub(crate) fn book_error(error: BookError) -> PyErr {
    match error.fault {
        Fault::Io(_) | Fault::Overlay(_) | Fault::Parquet(_) => os_error(error),
        _ => value_error(error),
    }
}

/// Runs long work on a book, which Ctrl-C stops.
fn long_work<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut Progress<'_>) -> Result<T, BookError> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let done = interrupt::run(py, &stop, || {
        let mut report = |_, _| match stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        work(&mut Progress::new(&mut report))
    });
    done?.map_err(book_error)
}

impl Book {
    fn open_file(path: PathBuf) -> Result<Self, BookError> {
        Ok(Self {
            book: OpenBook::open(&path)?,
            path: Some(path),
        })
    }

    /// Returns the book's data on a position; `None` if the position is not in the book.
    fn look_up(
        &self,
        py: Python<'_>,
        position: &PositionArgument<'_>,
    ) -> PyResult<Option<BookEntry>> {
        let position = position.position()?;
        let found = py.detach(|| self.book.look_up(&position));
        Ok(found.map_err(book_error)?.and_then(BookEntry::new))
    }

    fn score(&self, row: Row, layout: &Layout<u64>) -> Result<i8, BookError> {
        let (canonical, _): (Board<u64>, _) = board(row).canonical(layout);
        let entry = self.book.get(canonical)?;
        Ok(entry.map_or(MISSING, |entry| entry.score))
    }
}

#[pymethods]
impl Book {
    /// Opens a book written by ``outflank book`` or :meth:`import_file`, including positions that
    /// are not yet merged.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(|| Self::open_file(path)).map_err(book_error)
    }

    /// Returns the 8x8 book of the package.
    #[staticmethod]
    const fn shipped() -> Self {
        Self {
            book: OpenBook::Shipped,
            path: None,
        }
    }

    /// Adds the positions of a file to the book at ``path``, which is created if it is missing, and
    /// opens it.
    ///
    /// The file is a book of Edax (``.dat``) or Egaroucid (``.egbk3``), a compact book, or a text
    /// file with one position per line; the format is detected from the content. Invalid positions
    /// are skipped with a ``UserWarning``. For a position in both, the deeper, more certain search
    /// is kept.
    #[staticmethod]
    fn import_file(py: Python<'_>, file: PathBuf, path: PathBuf) -> PyResult<Self> {
        let (imported, book) = long_work(py, |progress| {
            let (imported, _) = formats::import(&BookLock::new(&path)?, &file, progress)?;
            Ok((imported, Self::open_file(path)?))
        })?;
        if imported.rejected > 0 {
            let file = file.display();
            let (rejected, reasons) = (imported.rejected, imported.messages.join("; "));
            let text = format!("{file}: {rejected} positions skipped: {reasons}\0");
            let text = std::ffi::CStr::from_bytes_until_nul(text.as_bytes());
            let category = py.get_type::<PyUserWarning>();
            PyErr::warn(py, &category, text.map_err(value_error)?, 1)?;
        }
        Ok(book)
    }

    /// The shape of the board.
    #[getter]
    fn board(&self) -> Shape {
        Shape(self.book.shape())
    }

    /// Returns the entry of a position, or None if it is not in the book.
    fn get(&self, py: Python<'_>, position: PositionArgument<'_>) -> PyResult<Option<BookEntry>> {
        self.look_up(py, &position)
    }

    /// Returns the book moves of a position, best first; for a position outside the book, the moves
    /// that lead into the book.
    fn moves(&self, py: Python<'_>, position: PositionArgument<'_>) -> PyResult<Vec<BookMove>> {
        let position = position.position()?;
        let found = py.detach(|| self.book.look_up(&position));
        let found = found.map_err(book_error)?;
        Ok(found.map_or_else(Vec::new, |found| moves(&found)))
    }

    /// Returns the scores of ``n`` boards for the mover as ``int8[n]``, in discs, with -128 for a
    /// board that is not in the book.
    ///
    /// ``boards``, ``out`` and ``threads`` are as for :mod:`outflank.batch`.
    #[pyo3(signature = (boards, *, out = None, threads = None))]
    fn scores<'py>(
        &self,
        py: Python<'py>,
        boards: Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
        threads: Option<i64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let boards = Boards::of_shape(&boards, self.book.shape())?;
        let boards = boards.view()?;
        let fault = Mutex::new(None);
        let out = filled(
            py,
            out,
            threads,
            boards,
            &[boards.rows.len()],
            LOOKUPS,
            |_, rows: &[Row], scores: &mut [i8]| {
                for (row, score) in rows.iter().zip(scores) {
                    match self.score(*row, boards.layout) {
                        Ok(found) => *score = found,
                        Err(error) => {
                            *lock(&fault) = Some(error);
                            return;
                        }
                    }
                }
            },
        )?;
        let fault = lock(&fault).take();
        fault.map_or(Ok(out), |error| Err(book_error(error)))
    }

    /// Writes the book in the format of the name's extension: ``.dat`` (Edax), ``.egbk3``
    /// (Egaroucid), ``.compact``, ``.txt``, ``.csv`` or ``.parquet``.
    ///
    /// Returns what the format could not store, with the number of positions. The file is written
    /// completely or not at all. Positions that are not yet merged into the book are omitted.
    fn export<'py>(&self, py: Python<'py>, path: PathBuf) -> PyResult<Bound<'py, PyDict>> {
        let format = Format::of_path(&path).ok_or_else(|| {
            let path = path.display();
            value_error(format_args!(
                "{path}: expected the extension .dat, .egbk3, .compact, .txt, .csv or .parquet"
            ))
        })?;
        let folder = tempfile::tempdir().map_err(os_error)?;
        let exported = long_work(py, |progress| {
            let store = match &self.path {
                Some(path) => Store::open(path)?,
                None => {
                    let lock = BookLock::new(&folder.path().join(SHIPPED))?;
                    formats::import(&lock, Path::new(SHIPPED), progress)?;
                    Store::open(lock.path())?
                }
            };
            formats::export(&store, &path, format, progress)
        })?;
        let lost = PyDict::new(py);
        for (positions, what) in exported.lost {
            lost.set_item(what, positions)?;
        }
        Ok(lost)
    }

    /// Returns the book as a ``pyarrow.Table`` with one row for each position, as :meth:`export`
    /// writes it to Parquet. Needs the package ``pyarrow``: ``pip install outflank[arrow]``.
    fn table<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("outflank._arrow")?;
        module.call_method1("book_table", (slf,))
    }

    fn __len__(&self) -> PyResult<usize> {
        usize::try_from(self.book.positions()).map_err(value_error)
    }

    fn __contains__(&self, py: Python<'_>, position: PositionArgument<'_>) -> PyResult<bool> {
        Ok(self.look_up(py, &position)?.is_some())
    }

    fn __getitem__(&self, py: Python<'_>, position: PositionArgument<'_>) -> PyResult<BookEntry> {
        self.look_up(py, &position)?
            .ok_or_else(|| PyKeyError::new_err("the position is not in the book"))
    }

    fn __repr__(&self) -> String {
        let name = self
            .path
            .as_ref()
            .map_or(SHIPPED.into(), |path| path.display().to_string());
        format!("<Book {name}, {} positions>", self.book.positions())
    }
}

/// The entry of a position in a book.
#[pyclass(frozen, eq, hash, get_all, module = "outflank")]
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct BookEntry {
    /// The score of the best move for the mover, in discs.
    score: i8,
    /// The proven lower bound on the score, in discs.
    lower: i8,
    /// The proven upper bound.
    upper: i8,
    /// Whether the score is proven.
    exact: bool,
    /// Whether a person entered the score.
    manual: bool,
    /// The level of the search that added the position.
    level: u8,
    /// The number of book lines from here.
    lines: u32,
    /// The fewest lines that the mover must know.
    mover_lines: u16,
    /// The fewest lines that the opponent must know.
    opponent_lines: u16,
    /// How reliable the score is, from ``"A"`` (all lines solved) to ``"F"`` (all searched to a depth).
    grade: Option<String>,
    /// What the grade means, in words.
    meaning: Option<String>,
    /// The book moves, best first.
    moves: Vec<BookMove>,
}

impl BookEntry {
    /// Returns the entry of a position in the book.
    fn new(found: BookPosition) -> Option<Self> {
        let Entry {
            score,
            lower,
            upper,
            is_manual,
            level,
            lines,
            mover_lines,
            opponent_lines,
            reached,
            ..
        } = found.entry?;
        let grade = reached.grade();
        Some(Self {
            score,
            lower,
            upper,
            exact: lower == upper,
            manual: is_manual,
            level,
            lines,
            mover_lines,
            opponent_lines,
            grade: grade.map(|grade| format!("{grade:?}")),
            meaning: grade.map(|grade| grade.meaning().to_owned()),
            moves: moves(&found),
        })
    }
}

#[pymethods]
impl BookEntry {
    /// The best move; None if the book has none.
    #[getter]
    fn best(&self) -> Option<BookMove> {
        self.moves.first().cloned()
    }

    /// The best move that leaves the book, if it was searched.
    #[getter]
    fn leaf(&self) -> Option<BookMove> {
        self.moves.iter().find(|found| !found.inside).cloned()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduce(slf.py(), "BookEntry", slf.get())
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(BookMove::__repr__).collect();
        format!("<BookEntry {:+} [{}]>", self.score, moves.join(", "))
    }
}

/// A book move. ``str`` gives the move.
#[pyclass(frozen, eq, hash, get_all, module = "outflank")]
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct BookMove {
    /// The move.
    r#move: String,
    /// The score in discs, for the side that plays the move.
    score: i8,
    /// Whether the score is proven.
    exact: bool,
    /// The level of the search.
    level: u8,
    /// The ProbCut confidence of the search in per cent, if the move leaves the book.
    selectivity: Option<u32>,
    /// The number of book lines after the move.
    lines: u32,
    /// How reliable the score is, from ``"A"`` to ``"F"``.
    grade: Option<String>,
    /// Whether the position after the move is in the book.
    inside: bool,
}

/// Returns the moves of a position.
fn moves(position: &BookPosition) -> Vec<BookMove> {
    let leaf = position.entry.and_then(|entry| entry.leaf);
    let percent = leaf.map(|leaf| leaf.quality.selectivity.percent());
    let found = |found: &FoundMove| BookMove {
        r#move: found.square.to_string(),
        score: found.score.whole_discs() as i8,
        exact: found.score.is_exact(),
        level: found.level,
        selectivity: percent.filter(|_| !found.is_inside),
        lines: found.lines,
        grade: found.grade.map(|grade| format!("{grade:?}")),
        inside: found.is_inside,
    };
    position.moves.iter().map(found).collect()
}

#[pymethods]
impl BookMove {
    fn __str__(&self) -> &str {
        &self.r#move
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduce(slf.py(), "BookMove", slf.get())
    }

    fn __repr__(&self) -> String {
        let grade = self.grade.as_deref().unwrap_or("-");
        format!("<BookMove {} {:+} {grade}>", self.r#move, self.score)
    }
}
