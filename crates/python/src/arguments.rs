//! Arguments that several functions take.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use outflank_engine::evaluation::Evaluation;
use outflank_engine::{DEFAULT_EXACT_FROM, DEFAULT_LEVEL, Limits, MAX_LEVEL};
use outflank_othello::notation::{parse_game, parse_position};
use outflank_othello::{Game as OthelloGame, Position as OthelloPosition, Shape};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::errors::{os_error, type_error, value_error};
use crate::game::Game;
use crate::position::Position;

/// A position, the current position of a game, or the text of an 8×8 position.
#[derive(FromPyObject)]
pub(crate) enum PositionArgument<'py> {
    Position(PyRef<'py, Position>),
    Game(PyRef<'py, Game>),
    Text(String),
    Other(Bound<'py, PyAny>),
}

const EXPECTED: &str = "a Position, a Game, or a string such as 'f5d6c3'";

impl PositionArgument<'_> {
    /// Returns the position.
    pub(crate) fn position(&self) -> PyResult<OthelloPosition> {
        match self {
            Self::Position(position) => Ok(position.0),
            Self::Game(game) => Ok(*game.record.game.position()),
            Self::Text(text) => parse_position(text, Shape::STANDARD).map_err(value_error),
            Self::Other(found) => Err(type_error(found, EXPECTED)),
        }
    }

    /// Returns the game. A position becomes a game without moves.
    pub(crate) fn game(&self) -> PyResult<OthelloGame> {
        match self {
            Self::Position(position) => Ok(OthelloGame::from_position(position.0)),
            Self::Game(game) => Ok(game.record.game.clone()),
            Self::Text(text) => parse_game(text, Shape::STANDARD).map_err(value_error),
            Self::Other(found) => Err(type_error(found, EXPECTED)),
        }
    }
}

/// Checks a level.
pub(crate) fn check_level(level: u32) -> PyResult<u32> {
    if (1..=MAX_LEVEL).contains(&level) {
        return Ok(level);
    }
    Err(value_error(format_args!(
        "level {level}: expected 1 to {MAX_LEVEL}"
    )))
}

/// Parses a time in seconds.
pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    let time = Duration::try_from_secs_f64(seconds);
    time.ok().filter(|time| !time.is_zero()).ok_or_else(|| {
        value_error(format_args!(
            "a time of {seconds} seconds: expected a number above 0"
        ))
    })
}

/// Returns the limits of a search. Without a level or depth, a time or a node budget is
/// the only limit; without these too, the default level applies.
pub(crate) fn limits(
    level: Option<u32>,
    depth: Option<u32>,
    time: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<Limits> {
    let mut limits = match (level, depth) {
        (_, Some(0)) => return Err(value_error("depth 0: expected at least 1 ply")),
        (_, Some(depth)) => Limits::depth(depth).with_exact_from(DEFAULT_EXACT_FROM),
        (Some(level), None) => Limits::level(check_level(level)?),
        (None, None) if time.is_some() || nodes.is_some() => Limits::UNLIMITED,
        (None, None) => Limits::level(DEFAULT_LEVEL),
    };
    if let Some(seconds) = time {
        limits = limits.with_time(duration(seconds)?);
    }
    limits.nodes = nodes;
    Ok(limits)
}

/// Checks that a number of moves or MiB is at least one.
pub(crate) fn at_least_one(name: &str, number: usize) -> PyResult<usize> {
    if number == 0 {
        return Err(value_error(format_args!("{name} 0: expected at least 1")));
    }
    Ok(number)
}

/// A file of weights or of a network, or its content.
#[derive(FromPyObject)]
pub(crate) enum Weights<'py> {
    Bytes(PyBackedBytes),
    File(PathBuf),
    Other(Bound<'py, PyAny>),
}

impl Weights<'_> {
    fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            _ => "weights".to_owned(),
        }
    }

    /// Reads the evaluation.
    pub(crate) fn read(&self) -> PyResult<Arc<Evaluation>> {
        let name = self.name();
        let read = match self {
            Self::Other(found) => {
                return Err(type_error(found, "a path, or the bytes of the file"));
            }
            Self::Bytes(bytes) => Evaluation::from_bytes(bytes),
            Self::File(path) => {
                let bytes = std::fs::read(path);
                Evaluation::from_bytes(
                    &bytes.map_err(|error| os_error(format_args!("{name}: {error}")))?,
                )
            }
        };
        let read = read.map_err(|error| value_error(format_args!("{name}: {error}")))?;
        Ok(Arc::new(read))
    }

    /// Reads the evaluation, which must be for boards of `shape`.
    pub(crate) fn read_for(&self, shape: Shape) -> PyResult<Arc<Evaluation>> {
        let read = self.read()?;
        match read.shape() {
            found if found == shape => Ok(read),
            found => Err(value_error(format_args!(
                "{}: weights for {found}: expected weights for {shape}",
                self.name()
            ))),
        }
    }
}
