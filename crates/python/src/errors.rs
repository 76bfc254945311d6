//! Errors as Python exceptions, with their messages unchanged.

use std::fmt::Display;

use outflank_othello::IllegalMove;
use outflank_othello::format::{FileError, StreamError};
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    outflank,
    IllegalMoveError,
    PyValueError,
    "A move that the rules do not allow."
);

/// Bad input: `ValueError`.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An argument of the wrong type: `TypeError`.
pub(crate) fn type_error(found: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let name = found.get_type().name();
    let name = name.map_or_else(|_| "an object".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("found {name}: expected {expected}"))
}

/// A file that cannot be read or written: `OSError`.
pub(crate) fn os_error(error: impl Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}

/// A file of games that cannot be read: `OSError`, or `ValueError` for its content.
pub(crate) fn file_error(error: FileError) -> PyErr {
    match error.error {
        StreamError::Io(_) => os_error(error),
        _ => value_error(error),
    }
}

/// A failed allocation: `MemoryError`.
pub(crate) fn memory_error(error: impl Display) -> PyErr {
    PyMemoryError::new_err(format!(
        "not enough memory for the transposition table: {error}"
    ))
}

/// An illegal move: `outflank.IllegalMoveError`.
pub(crate) fn illegal_move(error: IllegalMove) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}
