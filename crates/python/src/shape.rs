//! `outflank.Shape`.

use outflank_othello::{Shape as BoardShape, Square};
use pyo3::prelude::*;

use crate::errors::{type_error, value_error};

/// The shape of a board: ``"8x8"``, ``"9x7"``, ``"8x8-a1h8"`` (with holes).
///
/// Sides have 3 to 16 squares, and a board has at most 128. Raises ``ValueError`` for other
/// strings.
#[pyclass(frozen, eq, hash, module = "outflank")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Shape(pub(crate) BoardShape);

#[pymethods]
impl Shape {
    #[new]
    #[pyo3(signature = (text = "8x8"))]
    fn new(text: &str) -> PyResult<Self> {
        parse_shape(text).map(Self)
    }

    /// The number of columns.
    #[getter]
    fn width(&self) -> u8 {
        self.0.width()
    }

    /// The number of rows.
    #[getter]
    fn height(&self) -> u8 {
        self.0.height()
    }

    /// The squares in reading order, excluding holes.
    #[getter]
    fn squares(&self) -> Vec<String> {
        names(self.0.squares_in_order())
    }

    fn __len__(&self) -> usize {
        self.0.squares() as usize
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Shape('{}')", self.0)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String,)) {
        (slf.get_type().into_any().unbind(), (slf.get().__str__(),))
    }
}

/// A shape, or its text.
#[derive(FromPyObject)]
pub(crate) enum ShapeArgument<'py> {
    Shape(PyRef<'py, Shape>),
    Text(String),
    Other(Bound<'py, PyAny>),
}

/// Returns the shape of an argument, 8×8 by default.
pub(crate) fn shape_of(argument: Option<ShapeArgument<'_>>) -> PyResult<BoardShape> {
    match argument {
        None => Ok(BoardShape::STANDARD),
        Some(ShapeArgument::Shape(shape)) => Ok(shape.0),
        Some(ShapeArgument::Text(text)) => parse_shape(&text),
        Some(ShapeArgument::Other(found)) => {
            Err(type_error(&found, "a Shape, or a string such as '8x8'"))
        }
    }
}

fn parse_shape(text: &str) -> PyResult<BoardShape> {
    text.parse().map_err(value_error)
}

/// Returns the names of squares.
pub(crate) fn names(squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    let squares = squares.into_iter();
    squares.map(|square| square.to_string()).collect()
}

/// Parses the name of a square.
pub(crate) fn parse_square(text: &str) -> PyResult<Square> {
    text.parse().map_err(value_error)
}
