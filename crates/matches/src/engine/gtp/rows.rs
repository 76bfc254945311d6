//! How a program names squares.

use outflank_othello::{Shape, Square};

use super::side_of;

/// From where a program counts the rows. Counting from the other side is the
/// same as a start with swapped colours: a game mirrored from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// From the top, as usual in Othello: Black may begin on f5.
    FromTop,
    /// From the bottom, as usual in Go and chess: Black may begin on f4.
    FromBottom,
}

impl Rows {
    /// The program's name for a square.
    pub(super) fn name(self, square: Square, shape: Shape) -> String {
        // The mirror of a square on the board is on the board.
        self.mirrored(square, shape).unwrap_or(square).to_string()
    }

    /// The square of the board that a program calls that.
    pub(super) fn square(self, name: &str, shape: Shape) -> Option<Square> {
        let square: Square = name.parse().ok()?;
        let square = self.mirrored(square, shape)?;
        shape.contains(square).then_some(square)
    }

    fn mirrored(self, square: Square, shape: Shape) -> Option<Square> {
        let row = match self {
            Self::FromTop => square.row(),
            Self::FromBottom => side_of(shape).checked_sub(square.row() + 1)?,
        };
        Square::new(square.column(), row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for shape in ["8x8", "6x6"].map(|shape| shape.parse().unwrap()) {
            for square in Shape::squares_in_order(shape) {
                for rows in [Rows::FromTop, Rows::FromBottom] {
                    let name = rows.name(square, shape);
                    assert_eq!(rows.square(&name, shape), Some(square));
                }
            }
        }
        let f5 = "f5".parse().unwrap();
        assert_eq!(Rows::FromTop.name(f5, Shape::STANDARD), "f5");
        assert_eq!(Rows::FromBottom.name(f5, Shape::STANDARD), "f4");
    }

    #[test]
    fn squares_off_the_board_are_none() {
        for rows in [Rows::FromTop, Rows::FromBottom] {
            for name in ["a9", "i1", "p16", "pass", "resign", "", "5f"] {
                assert_eq!(rows.square(name, Shape::STANDARD), None, "{name:?}");
            }
        }
    }
}
