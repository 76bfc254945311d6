//! `outflank.Archive`.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;

use outflank_archive::{Archive as StudyArchive, ArchiveError, Fault, Source};
use outflank_othello::format::{GameFilter, OpeningFilter, PositionFilter, Years, open_game_file};
use outflank_othello::{Game as OthelloGame, Shape};
use pyo3::prelude::*;

use crate::arguments::PositionArgument;
use crate::errors::{file_error, os_error, value_error};
use crate::game::Game;
use crate::interrupt::{lock, pending_signal};
use crate::review::json_to_python;
use crate::shape::{ShapeArgument, shape_of};

/// Games without duplicates in one SQLite file, the archive of ``outflank db``.
///
/// A file that does not exist is created, unless ``create`` is false. Raises ``OSError`` if the
/// file is not an archive.
#[pyclass(frozen, module = "outflank")]
pub(crate) struct Archive(Mutex<StudyArchive>);

fn archive_error(error: ArchiveError) -> PyErr {
    match error.fault {
        Fault::NoGame { .. } => value_error(error),
        _ => os_error(error),
    }
}

/// Number of games per transaction of an import.
const BATCH: usize = 10_000;

#[pymethods]
impl Archive {
    #[new]
    #[pyo3(signature = (path, *, create = true))]
    fn new(path: PathBuf, create: bool) -> PyResult<Self> {
        let archive = match create {
            true => StudyArchive::open_or_create(&path),
            false => StudyArchive::open(&path),
        };
        archive.map(Mutex::new).map(Self).map_err(archive_error)
    }

    /// Adds the games of a file in any format and returns how many are new.
    #[pyo3(signature = (path, *, board = None))]
    fn import_file(
        &self,
        py: Python<'_>,
        path: PathBuf,
        board: Option<ShapeArgument<'_>>,
    ) -> PyResult<usize> {
        let shape = shape_of(board)?;
        let source = Source::of_file(&path, shape).map_err(file_error)?;
        let reader = open_game_file(&path, shape).map_err(file_error)?;
        let mut signal = None;
        let mut report = |_: outflank_archive::ImportEvent<'_>| {
            signal = pending_signal();
            match signal {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        };
        let imported = py.detach(|| lock(&self.0).import(&source, reader, BATCH, &mut report));
        let imported = imported.map_err(os_error)?;
        signal.map_or(Ok(imported.written), Err)
    }

    /// Returns the numbers of the games that match all conditions, in order.
    ///
    /// Part of a name is enough; ``years`` is ``"1980"`` or ``"1980-1989"``; ``opening`` is a
    /// transcript; ``position`` also matches its symmetric images.
    #[pyo3(signature = (*, player = None, black = None, white = None, tournament = None,
        years = None, opening = None, position = None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments in Python")]
    fn find(
        &self,
        py: Python<'_>,
        player: Option<String>,
        black: Option<String>,
        white: Option<String>,
        tournament: Option<String>,
        years: Option<&str>,
        opening: Option<&str>,
        position: Option<PositionArgument<'_>>,
    ) -> PyResult<Vec<u32>> {
        let opening = opening.map(|text| OthelloGame::from_transcript(Shape::STANDARD, text));
        let position = position.map(|position| position.position()).transpose()?;
        let filter = GameFilter {
            player,
            black,
            white,
            tournament,
            years: years
                .map(str::parse::<Years>)
                .transpose()
                .map_err(value_error)?,
            opening: opening
                .transpose()
                .map_err(value_error)?
                .map(OpeningFilter::new),
            position: position.as_ref().map(PositionFilter::new),
            ..GameFilter::default()
        };
        py.detach(|| lock(&self.0).find(&filter))
            .map_err(archive_error)
    }

    /// Returns a game. Raises ``ValueError`` if there is none with this number.
    fn game(&self, number: u32) -> PyResult<Game> {
        let game = lock(&self.0).game(number).map_err(archive_error)?;
        Ok(Game::new(game.record, number as usize))
    }

    /// Returns games, all by default, as a ``pyarrow.Table`` with one row for each.
    ///
    /// The columns are ``number``, ``black``, ``white``, ``tournament``, ``year``, ``moves`` (a
    /// transcript), ``winner`` (null if unknown) and ``black_score`` (discs, empties to the
    /// winner). Needs the package ``pyarrow``: ``pip install outflank[arrow]``.
    #[pyo3(signature = (numbers = None))]
    fn table<'py>(
        &self,
        py: Python<'py>,
        numbers: Option<Vec<u32>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let objects = py.detach(|| {
            let archive = lock(&self.0);
            let numbers = match numbers {
                Some(numbers) => numbers,
                None => archive.find(&GameFilter::default())?,
            };
            let games = numbers.into_iter().map(|number| archive.game(number));
            games
                .map(|game| game.map(|game| game.object()))
                .collect::<Result<Vec<_>, _>>()
        });
        let objects = json_to_python(py, &objects.map_err(archive_error)?)?;
        py.import("outflank._arrow")?
            .call_method1("table", (objects,))
    }

    /// Returns the moves played in a position and the results of their games.
    fn moves(&self, py: Python<'_>, position: PositionArgument<'_>) -> PyResult<Py<PyAny>> {
        let position = position.position()?;
        let statistics = py.detach(|| lock(&self.0).statistics(&position, &GameFilter::default()));
        json_to_python(py, &statistics.map_err(archive_error)?.moves)
    }

    /// The numbers of games, players, tournaments and positions.
    #[getter]
    fn totals(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let totals = py.detach(|| lock(&self.0).totals());
        json_to_python(py, &totals.map_err(archive_error)?)
    }
}
