//! Sets of squares, independent of the board's layout.

use std::fmt;

use crate::layout::square_at;
use crate::square::Square;

/// Squares of one board, in reading order: legal moves, flips, empties.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SquareSet {
    bits: u128,
    stride: u8,
}

impl SquareSet {
    /// Creates the set of the bits of a board whose rows are `stride` bits long.
    pub(crate) fn new(bits: u128, stride: u32) -> Self {
        Self {
            bits,
            stride: stride as u8,
        }
    }

    /// Returns the number of squares.
    #[must_use]
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Returns whether `square` is in the set.
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        let index = u32::from(square.row()) * u32::from(self.stride) + u32::from(square.column());
        square.column() < self.stride && index < u128::BITS && self.bits >> index & 1 != 0
    }

    /// Returns the first square in reading order.
    #[must_use]
    pub fn first(self) -> Option<Square> {
        self.into_iter().next()
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// Iterator over the squares of a [`SquareSet`] in reading order.
#[derive(Clone, Copy, Debug)]
pub struct Squares(SquareSet);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let Self(set) = self;
        if set.bits == 0 {
            return None;
        }
        let index = set.bits.trailing_zeros();
        set.bits &= set.bits - 1;
        Some(square_at(index, u32::from(set.stride)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Squares {}
