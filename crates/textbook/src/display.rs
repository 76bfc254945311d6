//! Names and pictures of Othello positions for drawings of trees.

use outflank_gametree::{Cell, GameDisplay, Picture, Side, Value};
use outflank_othello::{Bitboard, Color, Square};

use crate::{Othello, State, TextbookScore, side};

impl<B: Bitboard> GameDisplay for Othello<B> {
    fn move_name(&self, _state: &State<B>, square: Square) -> String {
        square.to_string()
    }

    fn picture(&self, state: &State<B>) -> Option<Picture> {
        let layout = self.layout();
        let shape = layout.shape();
        let board = state.board();
        let cell = |row: u8, column: u8| {
            let index = u32::from(row) * layout.stride() + u32::from(column);
            let side = match () {
                () if !layout.mask().has(index) => return Cell::Hole,
                () if board.mover().has(index) => side(state.mover()),
                () if board.opponent().has(index) => side(state.mover()).other(),
                () => return Cell::Empty,
            };
            let is_last = state.last().is_some_and(|last| self.index(last) == index);
            Cell::Piece { side, is_last }
        };
        let row = |row| (0..shape.width()).map(|column| cell(row, column)).collect();
        let rows = (0..shape.height()).map(row).collect();
        Some(Picture { rows })
    }

    fn side_name(&self, side: Side) -> &str {
        match side {
            Side::Max => "Black",
            Side::Min => "White",
        }
    }

    /// Returns discs with two decimals from Black's point of view. The score of a finished game is
    /// a whole number.
    fn value_name(&self, value: Value) -> String {
        let score = TextbookScore::from_value(value, false, self.geometry().squares());
        let discs = score.discs();
        match score.is_decided() && discs.fract() == 0.0 {
            true => format!("{discs:+.0}"),
            false => score.to_string(),
        }
    }
}

/// Returns the colour of a side.
#[must_use]
pub const fn color(side: Side) -> Color {
    match side {
        Side::Max => Color::Black,
        Side::Min => Color::White,
    }
}
