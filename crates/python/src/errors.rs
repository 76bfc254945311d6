//! Errors as Python exceptions, with their words unchanged.

use std::fmt::Display;

use outflank_othello::IllegalMove;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};
use pyo3::{PyErr, create_exception};

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

/// A file that cannot be read or written: `OSError`.
pub(crate) fn os_error(error: impl Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}

/// Memory that the system refuses: `MemoryError`.
pub(crate) fn memory_error(error: impl Display) -> PyErr {
    PyMemoryError::new_err(format!("no memory for the transposition table: {error}"))
}

/// An illegal move: `outflank.IllegalMoveError`.
pub(crate) fn illegal_move(error: IllegalMove) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}
