//! The symmetries of a board and canonical forms.

use crate::{Bitboard, Board, Layout, Shape, Square};

/// One of the eight symmetries of a square board. The four that do not swap columns and
/// rows also apply to other rectangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry {
    /// Swap columns and rows first (reflection in the diagonal a1–h8).
    transpose: bool,
    /// Then reflect left to right.
    mirror_columns: bool,
    /// Then reflect top to bottom.
    mirror_rows: bool,
}

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Self = Self {
        transpose: false,
        mirror_columns: false,
        mirror_rows: false,
    };

    /// All eight symmetries; the first four do not swap columns and rows.
    pub const ALL: [Self; 8] = {
        let mut all = [Self::IDENTITY; 8];
        let mut number = 0;
        while number < 8 {
            all[number] = Self {
                transpose: number & 4 != 0,
                mirror_columns: number & 1 != 0,
                mirror_rows: number & 2 != 0,
            };
            number += 1;
        }
        all
    };

    /// Returns whether the symmetry maps `shape` to itself, holes to holes.
    #[must_use]
    pub fn preserves(self, shape: Shape) -> bool {
        if self.transpose && shape.width() != shape.height() {
            return false;
        }
        let mut squares = shape.squares_in_order();
        !shape.has_holes() || squares.all(|square| shape.contains(self.square(square, shape)))
    }

    /// Returns the image of a square of `shape`, which the symmetry must preserve.
    #[must_use]
    pub fn square(self, square: Square, shape: Shape) -> Square {
        let (mut column, mut row) = (square.column(), square.row());
        if self.transpose {
            (column, row) = (row, column);
        }
        if self.mirror_columns {
            column = shape.width() - 1 - column;
        }
        if self.mirror_rows {
            row = shape.height() - 1 - row;
        }
        Square::at(column, row)
    }

    /// Returns the inverse symmetry.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.transpose {
            // Undoing the transposition swaps the two reflections.
            Self {
                transpose: true,
                mirror_columns: self.mirror_rows,
                mirror_rows: self.mirror_columns,
            }
        } else {
            self
        }
    }

    /// Returns the image of a set. The symmetry must preserve the layout's shape.
    #[must_use]
    pub fn set<B: Bitboard>(self, set: B, layout: &Layout<B>) -> B {
        if layout.shape() == Shape::STANDARD && B::BITS == 64 {
            return B::narrow(u128::from(self.standard_set(set.widen() as u64)));
        }
        let shape = layout.shape();
        let square = |index| self.square(layout.square(index), shape);
        layout.set(set.indices().map(square))
    }

    /// Returns the image of an 8×8 set.
    fn standard_set(self, mut set: u64) -> u64 {
        if self.transpose {
            set = transpose(set);
        }
        if self.mirror_columns {
            // Reversing all bits rotates the board by 180°; reversing the rows again
            // leaves the columns reflected.
            set = set.reverse_bits().swap_bytes();
        }
        if self.mirror_rows {
            set = set.swap_bytes();
        }
        set
    }

    /// Returns the image of the board.
    #[must_use]
    pub fn board<B: Bitboard>(self, board: Board<B>, layout: &Layout<B>) -> Board<B> {
        let set = |discs| self.set(discs, layout);
        Board::new_unchecked(set(board.mover()), set(board.opponent()))
    }
}

impl Shape {
    /// Returns the symmetries that preserve the shape: 8 for a square, 4 for other
    /// rectangles, fewer with holes. The identity comes first.
    pub fn symmetries(self) -> impl Iterator<Item = Symmetry> {
        let all = Symmetry::ALL.into_iter();
        all.filter(move |symmetry| symmetry.preserves(self))
    }
}

/// Swaps rows and columns of the 8×8 board, by exchanges of blocks of four, two and one
/// squares (Warren 2002, "Hacker's Delight", section 7–3).
fn transpose(mut set: u64) -> u64 {
    for (mask, shift) in [
        (0x0000_0000_F0F0_F0F0, 28),
        (0x0000_CCCC_0000_CCCC, 14),
        (0x00AA_00AA_00AA_00AA, 7),
    ] {
        let exchanged = (set ^ (set >> shift)) & mask;
        set ^= exchanged ^ (exchanged << shift);
    }
    set
}

impl<B: Bitboard> Board<B> {
    /// Returns the least board among all symmetric images, and the first symmetry that
    /// maps this board to it.
    #[must_use]
    pub fn canonical(self, layout: &Layout<B>) -> (Self, Symmetry) {
        if layout.shape() == Shape::STANDARD && B::BITS == 64 {
            return self.standard_canonical();
        }
        let symmetries = layout.shape().symmetries();
        let images = symmetries.map(|symmetry| (symmetry.board(self, layout), symmetry));
        images.min().unwrap_or((self, Symmetry::IDENTITY))
    }

    /// Like `canonical`, for 8×8; makes each image from the one before it.
    fn standard_canonical(self) -> (Self, Symmetry) {
        let words = [self.mover(), self.opponent()].map(|set| set.widen() as u64);
        let mut least = (words, Symmetry::IDENTITY);
        for (transposed, rows) in [(false, words), (true, words.map(transpose))] {
            // Reversing all bits rotates the board by 180°.
            let rotated = rows.map(u64::reverse_bits);
            let flipped = |words: [u64; 2]| words.map(u64::swap_bytes);
            let images = [rows, flipped(rotated), flipped(rows), rotated];
            for (number, image) in images.into_iter().enumerate() {
                if image < least.0 {
                    least = (image, Symmetry::ALL[usize::from(transposed) * 4 + number]);
                }
            }
        }
        let [mover, opponent] = least.0.map(|set| B::narrow(set.into()));
        (Board::new_unchecked(mover, opponent), least.1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SHAPES: [&str; 6] = ["8x8", "6x6", "4x8", "9x7", "11x11", "8x8-a1h1a8h8"];

    fn check<B: Bitboard>(shape: Shape, bits: (u128, u128)) -> Result<(), TestCaseError> {
        let Some(layout) = Layout::<B>::new(shape) else {
            return Ok(());
        };
        let mover = B::narrow(bits.0) & layout.mask();
        let opponent = B::narrow(bits.1) & layout.mask() & !mover;
        let board = Board::new_unchecked(mover, opponent);
        let (canonical, _) = board.canonical(&layout);
        for symmetry in shape.symmetries() {
            let image = symmetry.board(board, &layout);
            // The image of the set is the set of the images.
            for index in layout.mask().indices() {
                let there = symmetry.square(layout.square(index), shape);
                let there = layout.index(there).unwrap();
                prop_assert_eq!(mover.has(index), image.mover().has(there));
            }
            prop_assert_eq!(symmetry.inverse().board(image, &layout), board);
            prop_assert_eq!(image.canonical(&layout).0, canonical);
            // The rules are invariant under symmetry.
            let moves = symmetry.set(board.legal_moves(&layout), &layout);
            prop_assert_eq!(moves, image.legal_moves(&layout));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn symmetries_preserve_the_rules(shape in 0..SHAPES.len(), bits: (u128, u128)) {
            let shape = SHAPES[shape].parse().unwrap();
            check::<u64>(shape, bits)?;
            check::<u128>(shape, bits)?;
        }
    }

    #[test]
    fn squares_have_eight_and_rectangles_four() {
        let count = |text: &str| text.parse::<Shape>().unwrap().symmetries().count();
        assert_eq!([count("8x8"), count("11x11"), count("9x7")], [8, 8, 4]);
        let counts = ["8x8-a1h1a8h8", "8x8-a1h8", "8x8-b1"].map(count);
        assert_eq!(counts, [8, 4, 1]);
    }
}
