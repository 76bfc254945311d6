//! `outflank.Game`, and files of games.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Mutex;

use outflank_archive::GameFile as GameWriter;
use outflank_othello::Game as OthelloGame;
use outflank_othello::format::{
    Date, FileError, Format, GameReader, GameRecord, ReadGame, WriteError, open_game_file,
};
use outflank_othello::notation::{parse_game, transcript};
use outflank_study::{GameObject, OpeningNames};
use outflank_support::AtomicFile;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::{Deserialize, Serialize};

use crate::errors::{file_error, illegal_move, os_error, value_error};
use crate::interrupt::lock;
use crate::pickle::{Reduced, reduce};
use crate::position::Position;
use crate::review::json_to_python;
use crate::shape::{ShapeArgument, parse_square, shape_of};

/// A start position and the moves played from it. Passes are added automatically.
///
/// ``text`` is as for :class:`Position`. Games are equal if their moves and headers are equal.
#[pyclass(eq, module = "outflank")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) record: GameRecord,
    /// Number in the game's file, from 1; 0 if it is not from a file.
    number: usize,
}

impl Game {
    pub(crate) const fn new(record: GameRecord, number: usize) -> Self {
        Self { record, number }
    }

    fn game(&self) -> &OthelloGame {
        &self.record.game
    }

    /// Returns everything that a copy needs.
    fn fields(&self) -> Fields {
        let mut fields = Fields {
            record: self.record.clone(),
            undone: 0,
            number: self.number,
        };
        while fields.record.game.redo() {
            fields.undone += 1;
        }
        fields
    }

    pub(crate) fn from_fields(fields: Fields) -> Self {
        let mut game = Self::new(fields.record, fields.number);
        for _ in 0..fields.undone {
            game.record.game.undo();
        }
        game
    }
}

/// A game with the moves that were taken back.
#[derive(Serialize, Deserialize)]
pub(crate) struct Fields {
    record: GameRecord,
    /// The number of moves taken back.
    undone: usize,
    number: usize,
}

/// Equality ignores moves that were taken back and the numbers of games in their files.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        let headers = |game: &Self| GameRecord {
            game: OthelloGame::new(game.game().shape()),
            ..game.record.clone()
        };
        self.game().moves() == other.game().moves()
            && self.game().positions() == other.game().positions()
            && headers(self) == headers(other)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (text = "start", *, board = None))]
    fn from_text(text: &str, board: Option<ShapeArgument<'_>>) -> PyResult<Self> {
        let game = parse_game(text, shape_of(board)?).map_err(value_error)?;
        Ok(Self::new(GameRecord::new(game), 0))
    }

    /// Returns a game that starts from a position.
    #[staticmethod]
    fn from_position(position: PyRef<'_, Position>) -> Self {
        Self::new(GameRecord::new(OthelloGame::from_position(position.0)), 0)
    }

    /// The current position.
    #[getter]
    fn position(&self) -> Position {
        Position(*self.game().position())
    }

    /// All positions, from the start to the current one.
    #[getter]
    fn positions(&self) -> Vec<Position> {
        self.game()
            .positions()
            .iter()
            .copied()
            .map(Position)
            .collect()
    }

    /// The moves, with passes as ``"pass"``.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.game()
            .moves()
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    /// The squares played, run together, without passes.
    #[getter]
    fn transcript(&self) -> String {
        transcript(self.game())
    }

    /// The name of the opening, recognised through transposition and symmetry.
    #[getter]
    fn opening(&self) -> Option<String> {
        let named = OpeningNames::shipped().name_of(self.game());
        named.map(|named| named.opening.name.to_owned())
    }

    /// The number of the game in its file, from 1; 0 if it is not from a file.
    #[getter]
    fn number(&self) -> usize {
        self.number
    }

    /// Players, tournament, date, result and notes, as ``outflank convert --json`` prints them.
    #[getter]
    fn headers(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        json_to_python(py, &GameObject::new(self.number, &self.record, &[]))
    }

    /// Sets the players, the tournament and the date (``"1980"``, ``"1980-05-01"``).
    #[pyo3(signature = (*, black = None, white = None, tournament = None, date = None))]
    fn set_headers(
        &mut self,
        black: Option<String>,
        white: Option<String>,
        tournament: Option<String>,
        date: Option<&str>,
    ) -> PyResult<()> {
        let date: Option<Date> = date
            .map(|text| text.parse().map_err(value_error))
            .transpose()?;
        let record = &mut self.record;
        record.date = date.or(record.date.take());
        record.black.name = black.or(record.black.name.take());
        record.white.name = white.or(record.white.name.take());
        record.tournament = tournament.or(record.tournament.take());
        Ok(())
    }

    /// Plays a move. Raises :class:`IllegalMoveError`.
    fn play(&mut self, square: &str) -> PyResult<()> {
        let square = parse_square(square)?;
        self.record.game.play(square).map_err(illegal_move)
    }

    /// Takes back the last move. Returns false if there is none.
    fn undo(&mut self) -> bool {
        self.record.game.undo()
    }

    /// Plays a move that was taken back. Returns false if there is none.
    fn redo(&mut self) -> bool {
        self.record.game.redo()
    }

    /// Whether neither side has a move.
    #[getter]
    fn is_over(&self) -> bool {
        self.game().is_over()
    }

    /// The final score for Black in discs, empties to the winner; None before the end.
    #[getter]
    fn black_score(&self) -> Option<i32> {
        self.game().outcome().map(|outcome| outcome.black_score)
    }

    /// Returns the board as text, with the last move marked.
    fn diagram(&self) -> String {
        self.game().diagram().to_string()
    }

    fn __str__(&self) -> String {
        self.transcript()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Game {} of {} moves>",
            self.transcript(),
            self.game().moves().len()
        )
    }

    fn __len__(&self) -> usize {
        self.game().moves().len()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduce(slf.py(), "Game", &slf.try_borrow()?.fields())
    }
}

/// Opens a file of transcripts, OBF, WTHOR, GGF, SGF or PGN.
///
/// ``board`` is the shape for formats that do not record it. Raises ``OSError`` or
/// ``ValueError``.
#[pyfunction]
#[pyo3(signature = (path, *, board = None))]
pub(crate) fn read_games(path: PathBuf, board: Option<ShapeArgument<'_>>) -> PyResult<GameFile> {
    let reader = open_game_file(&path, shape_of(board)?).map_err(file_error)?;
    Ok(GameFile {
        path,
        reader: Mutex::new(reader),
    })
}

/// An iterator over the games of a file, which are read one by one.
///
/// A game that cannot be read raises ``ValueError``; the iteration may then continue.
#[pyclass(frozen, module = "outflank")]
pub(crate) struct GameFile {
    path: PathBuf,
    reader: Mutex<GameReader<BufReader<File>>>,
}

#[pymethods]
impl GameFile {
    /// The format, detected from the content.
    #[getter]
    fn format(&self) -> String {
        lock(&self.reader).format().to_string()
    }

    const fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let Some(next) = py.detach(|| lock(&self.reader).next()) else {
            return Ok(None);
        };
        let ReadGame { number, game } =
            next.map_err(|error| file_error(FileError::at(&self.path, error)))?;
        match game {
            Ok(parsed) => Ok(Some(Game::new(parsed.record, number))),
            Err(error) => Err(value_error(format_args!(
                "{}: game {number}: {error}",
                self.path.display()
            ))),
        }
    }
}

/// Writes games in the format of the name's extension, or in ``format``.
///
/// Returns what the format could not store, with the number of games. The file is written
/// completely or not at all. Raises ``ValueError`` for a game that the format cannot store, and
/// ``OSError`` if the file cannot be written.
#[pyfunction]
#[pyo3(signature = (path, games, *, format = None))]
pub(crate) fn write_games<'py>(
    py: Python<'py>,
    path: PathBuf,
    games: &Bound<'py, PyAny>,
    format: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let named = match format {
        Some(text) => Some(text.parse::<Format>().map_err(value_error)?),
        None => Format::from_path(&path),
    };
    let format = named.ok_or_else(|| {
        value_error(format_args!(
            "{}: expected a name that ends in {}, or `format`",
            path.display(),
            Format::extensions()
        ))
    })?;
    let refused = |error| os_error(format_args!("{}: {error}", path.display()));
    let file = AtomicFile::create(&path).map_err(refused)?;
    let mut file = GameWriter::new(file, format);
    let omissions = PyDict::new(py);
    let add = |omission: String, games: usize| {
        let before = omissions.get_item(&omission)?;
        let before: usize = before.map_or(Ok(0), |before| before.extract())?;
        omissions.set_item(omission, before + games)
    };
    for (index, game) in games.try_iter()?.enumerate() {
        let game = game?;
        let game: PyRef<'_, Game> = game.extract().map_err(PyErr::from)?;
        let written = file.write(&game.record).map_err(|error| match error {
            WriteError::Io(error) => refused(error),
            error => value_error(format_args!("game {}: {error}", index + 1)),
        })?;
        for omission in written {
            add(omission.to_string(), 1)?;
        }
    }
    for (omission, games) in file.finish().map_err(refused)? {
        add(omission.to_string(), games)?;
    }
    Ok(omissions)
}
