//! Boards in arrays, read and checked in the same way by all functions.

use numpy::PyReadonlyArrayDyn;
use outflank_othello::{Board, Color, Layout, Position, Shape};
use pyo3::prelude::*;

use crate::arrays::Argument;
use crate::errors::value_error;
use crate::shape::{ShapeArgument, shape_of};

/// Discs of the mover and of the opponent.
pub(crate) type Row = [u64; 2];

const BOARDS: Argument = Argument {
    name: "boards",
    columns: Some(2),
    range: "0 to 2**64 - 1",
};

#[inline(always)]
pub(crate) const fn board([mover, opponent]: Row) -> Board {
    Board::new_unchecked(mover, opponent)
}

/// Returns the layout of a shape that fits into 8×8.
pub(crate) fn layout_of(shape: Shape) -> PyResult<Layout<u64>> {
    Layout::<u64>::new(shape).ok_or_else(|| {
        value_error(format_args!(
            "boards of {shape}: expected a shape that fits into 8x8"
        ))
    })
}

/// Boards of an argument.
pub(crate) struct Boards<'py> {
    numbers: PyReadonlyArrayDyn<'py, u64>,
    layout: Layout<u64>,
}

impl<'py> Boards<'py> {
    /// Reads boards of a shape, 8×8 by default. They are not checked yet.
    pub(crate) fn new(
        given: &Bound<'py, PyAny>,
        shape: Option<ShapeArgument<'_>>,
    ) -> PyResult<Self> {
        Self::of_shape(given, shape_of(shape)?)
    }

    pub(crate) fn of_shape(given: &Bound<'py, PyAny>, shape: Shape) -> PyResult<Self> {
        let layout = layout_of(shape)?;
        let numbers = BOARDS.read(given)?;
        Ok(Self { numbers, layout })
    }

    pub(crate) fn view(&self) -> PyResult<BoardsView<'_>> {
        let numbers = self.numbers.as_slice().map_err(value_error)?;
        Ok(BoardsView {
            rows: numbers.as_chunks().0,
            layout: &self.layout,
        })
    }
}

/// Boards in memory, which other threads may read.
#[derive(Clone, Copy)]
pub(crate) struct BoardsView<'a> {
    pub(crate) rows: &'a [Row],
    pub(crate) layout: &'a Layout<u64>,
}

impl BoardsView<'_> {
    /// Returns whether no square of these boards has two discs and all discs are on the board.
    #[inline(always)]
    pub(crate) fn are_valid(rows: &[Row], layout: &Layout<u64>) -> bool {
        let outside = !layout.mask();
        let wrong = rows.iter().fold(0, |wrong, [mover, opponent]| {
            wrong | mover & opponent | (mover | opponent) & outside
        });
        wrong == 0
    }

    /// Returns the error for the first invalid board from `first` on.
    pub(crate) fn error(&self, first: usize) -> PyErr {
        let rows = self.rows.iter().enumerate().skip(first);
        let mut errors =
            rows.filter_map(|(index, row)| Some((index, board(*row).check(self.layout).err()?)));
        match errors.next() {
            Some((index, error)) => value_error(format_args!("boards[{index}]: {error}")),
            None => value_error("boards: changed by another thread"),
        }
    }

    /// Checks every board and returns them as positions of Black to move.
    pub(crate) fn positions(&self) -> PyResult<Vec<Position>> {
        let position = |(index, row): (usize, &Row)| {
            Position::from_board(self.layout, board(*row), Color::Black)
                .map_err(|error| value_error(format_args!("boards[{index}]: {error}")))
        };
        self.rows.iter().enumerate().map(position).collect()
    }
}
