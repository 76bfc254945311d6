//! From which side a program counts rows.

use outflank_othello::{Shape, Square};

/// From where a program counts the rows. Counting from the other side amounts to a start
/// with colours swapped: the game is mirrored from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// From the top, as usual in Othello: Black may start on f5.
    FromTop,
    /// From the bottom, as usual in Go and chess: Black may start on f4.
    FromBottom,
}

impl Rows {
    /// Translates between our squares and the program's, either way, on a board that
    /// mirroring leaves as it is.
    pub(super) fn flip(self, square: Square, shape: Shape) -> Square {
        let row = match self {
            Self::FromTop => Some(square.row()),
            Self::FromBottom => shape.height().checked_sub(square.row() + 1),
        };
        let flipped = row.and_then(|row| Square::new(square.column(), row));
        flipped.unwrap_or(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_twice_changes_nothing() {
        for shape in ["8x8", "6x6"].map(|shape| shape.parse().unwrap()) {
            for square in Shape::squares_in_order(shape) {
                let flip = |rows: Rows| rows.flip(square, shape);
                assert_eq!(flip(Rows::FromTop), square);
                assert_eq!(Rows::FromBottom.flip(flip(Rows::FromBottom), shape), square);
            }
        }
        let [f5, f4] = ["f5", "f4"].map(|square| square.parse().unwrap());
        assert_eq!(Rows::FromBottom.flip(f5, Shape::STANDARD), f4);
    }
}
