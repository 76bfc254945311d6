//! `outflank.Position`.

use outflank_othello::notation::parse_position;
use outflank_othello::{Board, Color, Position as OthelloPosition};
use pyo3::prelude::*;

use crate::errors::{illegal_move, value_error};
use crate::shape::{Shape, ShapeArgument, names, parse_square, shape_of};

/// A board and the side to move. Immutable, hashable and picklable.
///
/// ``text`` is ``"start"``, a transcript such as ``"f5d6c3"``, or a board in OBF: its squares
/// row by row as ``X``, ``O`` and ``-``, a space, and ``X`` or ``O`` for the side to move.
#[pyclass(frozen, eq, hash, module = "outflank")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) OthelloPosition);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (text = "start", *, board = None))]
    fn new(text: &str, board: Option<ShapeArgument<'_>>) -> PyResult<Self> {
        let shape = shape_of(board)?;
        parse_position(text, shape).map(Self).map_err(value_error)
    }

    /// Returns the position with these discs of the side to move and of the other side.
    ///
    /// The square in column ``c`` and row ``r`` is bit ``8 * r + c`` on boards within 8x8 and
    /// ``width * r + c`` on larger ones; ``color`` is the side to move.
    #[staticmethod]
    #[pyo3(signature = (mover, opponent, *, color = "black", board = None))]
    fn from_bits(
        mover: u128,
        opponent: u128,
        color: &str,
        board: Option<ShapeArgument<'_>>,
    ) -> PyResult<Self> {
        let shape = shape_of(board)?;
        let color = parse_color(color)?;
        let board = Board::new_unchecked(mover, opponent);
        let position = OthelloPosition::from_widened_board(shape, board, color);
        position.map(Self).map_err(value_error)
    }

    /// The discs of the side to move and of the other side, as in :meth:`from_bits`.
    #[getter]
    fn bits(&self) -> (u128, u128) {
        let board = self.0.widened_board();
        (board.mover(), board.opponent())
    }

    /// The shape of the board.
    #[getter]
    fn board(&self) -> Shape {
        Shape(self.0.shape())
    }

    /// The side to move.
    #[getter]
    fn mover(&self) -> &'static str {
        self.0.mover().name()
    }

    /// The legal moves in reading order.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        names(self.0.legal_moves())
    }

    /// The number of empty squares.
    #[getter]
    fn empties(&self) -> usize {
        self.0.empties().len()
    }

    /// Returns the colour of the disc on a square.
    fn disc(&self, square: &str) -> PyResult<Option<&'static str>> {
        let square = parse_square(square)?;
        Ok(self.0.disc(square).map(Color::name))
    }

    /// Returns the number of discs of a side.
    fn count(&self, color: &str) -> PyResult<u32> {
        Ok(self.0.count(parse_color(color)?))
    }

    /// Returns the discs that a move flips, or none if it is illegal.
    fn flips(&self, square: &str) -> PyResult<Vec<String>> {
        Ok(names(self.0.flips(parse_square(square)?)))
    }

    /// Returns the position after a move. Raises :class:`IllegalMoveError`.
    ///
    /// The other side is then to move, even if it has to pass.
    fn play(&self, square: &str) -> PyResult<Self> {
        let square = parse_square(square)?;
        self.0.play(square).map(Self).map_err(illegal_move)
    }

    /// Returns the position after a pass. Raises :class:`IllegalMoveError`.
    fn pass_turn(&self) -> PyResult<Self> {
        self.0.pass().map(Self).map_err(illegal_move)
    }

    /// Whether only the other side has a move.
    #[getter]
    fn must_pass(&self) -> bool {
        self.0.must_pass()
    }

    /// Whether neither side has a move.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Returns a side's disc difference, the mover's by default; the winner gets the empties.
    #[pyo3(signature = (color = None))]
    fn score(&self, color: Option<&str>) -> PyResult<i32> {
        let color = color.map_or(Ok(self.0.mover()), parse_color)?;
        Ok(self.0.score(color))
    }

    /// Returns the canonical form, the same for all symmetric images.
    fn canonical(&self) -> Self {
        Self(self.0.canonical().0)
    }

    /// Returns the board as text, with legal moves marked.
    fn diagram(&self) -> String {
        self.0.diagram().to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        match self.0.shape() {
            shape if shape == outflank_othello::Shape::STANDARD => {
                format!("Position('{}')", self.0)
            }
            shape => format!("Position('{}', board='{shape}')", self.0),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (mover, opponent) = slf.get().bits();
        let color = slf.get().mover();
        let shape = slf.get().0.shape().to_string();
        let rebuild = slf.py().import("outflank._pickle")?.getattr("position")?;
        Ok((rebuild, (mover, opponent, color, shape)))
    }
}

/// A function and its arguments, from which `pickle` rebuilds a position.
type Reduced<'py> = (Bound<'py, PyAny>, (u128, u128, &'static str, String));

/// Parses `black` or `white`.
pub(crate) fn parse_color(text: &str) -> PyResult<Color> {
    text.parse().map_err(value_error)
}
