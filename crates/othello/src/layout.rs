//! The mapping between squares and bits.

use crate::{Bitboard, Shape, Square, SquareSet};

/// The mapping of the squares of a [`Shape`] to the bits of a bitboard `B`.
///
/// In a `u64`, every shape is a mask over the 8×8 board: the bit index is `8 * row +
/// column`, and a1 is bit 0. In a `u128`, rows follow one another without gaps: the bit
/// index is `width * row + column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout<B> {
    shape: Shape,
    /// The playable squares.
    mask: B,
    /// Squares in neither the first nor the last column. Only discs on these squares can be flipped
    /// along a row or a diagonal, so a step from one stays on the board.
    inner_columns: B,
    /// Distance in bits from a square to the one below it.
    stride: u32,
}

impl<B: Bitboard> Layout<B> {
    /// Returns the layout of `shape`, if it fits into `B`: every shape fits into a `u128`.
    #[must_use]
    pub fn new(shape: Shape) -> Option<Self> {
        (B::BITS > 64 || shape.is_narrow()).then(|| Self::from_shape(shape))
    }

    /// Returns the layout of a shape that fits into `B`.
    fn from_shape(shape: Shape) -> Self {
        let narrow = B::BITS == 64;
        let stride = if narrow { 8 } else { u32::from(shape.width()) };
        let index = |square: Square| u32::from(square.row()) * stride + u32::from(square.column());
        let mut mask = B::EMPTY;
        let mut inner_columns = B::EMPTY;
        for square in shape.cells_in_order() {
            let bit = B::from_index(index(square));
            if shape.contains(square) {
                mask |= bit;
            }
            if square.column() != 0 && square.column() + 1 != shape.width() {
                inner_columns |= bit;
            }
        }
        Self {
            shape,
            mask,
            inner_columns,
            stride,
        }
    }

    /// Returns the shape.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the playable squares.
    #[inline]
    #[must_use]
    pub const fn mask(&self) -> B {
        self.mask
    }

    /// Returns the squares in neither the first nor the last column.
    #[inline]
    #[must_use]
    pub const fn inner_columns(&self) -> B {
        self.inner_columns
    }

    /// Returns the distance in bits from a square to the one below it.
    #[inline]
    #[must_use]
    pub const fn stride(&self) -> u32 {
        self.stride
    }

    /// Returns the bit index of a square, if it is on the board and not a hole.
    #[must_use]
    pub fn index(&self, square: Square) -> Option<u32> {
        let index = u32::from(square.row()) * self.stride + u32::from(square.column());
        self.shape.contains(square).then_some(index)
    }

    /// Returns the square with a bit index.
    ///
    /// # Panics
    ///
    /// Panics if the index is beyond row 16.
    #[must_use]
    pub fn square(&self, index: u32) -> Square {
        Square::at((index % self.stride) as u8, (index / self.stride) as u8)
    }

    /// Returns the square with a bit index, on the board or not; `None` beyond row 16.
    pub(crate) fn square_at(&self, index: u32) -> Option<Square> {
        Square::new((index % self.stride) as u8, (index / self.stride) as u8)
    }

    /// Returns the squares of a bitboard.
    #[must_use]
    pub fn squares(&self, set: B) -> SquareSet {
        SquareSet::from_bits(set.widen(), self.stride)
    }

    /// Returns the bitboard of the given squares, ignoring those off the board.
    #[must_use]
    pub fn set(&self, squares: impl IntoIterator<Item = Square>) -> B {
        let squares = squares.into_iter();
        let indices = squares.filter_map(|square| self.index(square));
        indices.fold(B::EMPTY, |set, index| set | B::from_index(index))
    }
}

impl Layout<u128> {
    /// Returns the layout of any shape.
    #[must_use]
    pub fn wide(shape: Shape) -> Self {
        Self::from_shape(shape)
    }
}

impl Layout<u64> {
    /// The layout of the standard 8×8 board.
    pub const STANDARD: Self = Self {
        shape: Shape::STANDARD,
        mask: u64::MAX,
        inner_columns: 0x7E7E_7E7E_7E7E_7E7E,
        stride: 8,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_layout_is_the_computed_one() {
        assert_eq!(Layout::new(Shape::STANDARD), Some(Layout::STANDARD));
    }

    #[test]
    fn squares_and_indices_agree_on_every_shape() {
        for text in "8x8 6x6 4x8-a1 3x3 9x7 16x8 8x16 10x10-a1j10".split(' ') {
            let shape: Shape = text.parse().unwrap();
            let wide = Layout::<u128>::new(shape).unwrap();
            assert_eq!(wide.mask().count(), shape.squares());
            for square in shape.squares_in_order() {
                assert_eq!(wide.square(wide.index(square).unwrap()), square);
            }
            if let Some(narrow) = Layout::<u64>::new(shape) {
                assert_eq!(narrow.mask().count(), shape.squares());
                for square in shape.squares_in_order() {
                    assert_eq!(narrow.square(narrow.index(square).unwrap()), square);
                }
            }
        }
    }
}
