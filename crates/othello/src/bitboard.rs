//! Machine words that hold one bit for each square.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::layout::Layout;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// A set of squares in one machine word: `u64` for every shape that fits
/// inside 8×8, `u128` for larger ones.
///
/// Which bit is which square is the business of [`Layout`]. Code that is
/// generic over this trait is compiled once for each word, so nothing is
/// decided at run time inside a search.
pub trait Bitboard:
    sealed::Sealed
    + Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// No square.
    const EMPTY: Self;
    /// Number of bits in the word.
    const BITS: u32;

    /// The set of one square, given by its bit index below [`Self::BITS`].
    fn from_index(index: u32) -> Self;
    /// Number of squares in the set.
    fn count(self) -> u32;
    /// Bit index of the first square; [`Self::BITS`] for the empty set.
    fn first_index(self) -> u32;
    /// The set without its first square.
    #[must_use]
    fn without_first(self) -> Self;
    /// The same bits in 128, the upper ones zero for a `u64`.
    fn widen(self) -> u128;
    /// The lower bits of a 128-bit word.
    fn narrow(bits: u128) -> Self;
    /// Squares on which the side with the discs `mover` may play.
    fn legal_moves(mover: Self, opponent: Self, layout: &Layout<Self>) -> Self;
    /// Discs that a disc of `mover` on the empty square `index` flips; empty
    /// if the move is illegal.
    fn flips(index: u32, mover: Self, opponent: Self, layout: &Layout<Self>) -> Self;

    /// Whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the square with bit index `index` is in the set.
    #[inline]
    fn has(self, index: u32) -> bool {
        !(self & Self::from_index(index)).is_empty()
    }

    /// Bit indices of the squares in the set, in rising order.
    #[inline]
    fn indices(self) -> Indices<Self> {
        Indices(self)
    }
}

macro_rules! bitboard {
    ($word:ty, $mobility:path, $flip:path) => {
        impl Bitboard for $word {
            const EMPTY: Self = 0;
            const BITS: u32 = <$word>::BITS;

            #[inline]
            fn from_index(index: u32) -> Self {
                1 << index
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first_index(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn widen(self) -> u128 {
                u128::from(self)
            }

            #[inline]
            fn narrow(bits: u128) -> Self {
                bits as $word
            }

            #[inline]
            fn legal_moves(mover: Self, opponent: Self, layout: &Layout<Self>) -> Self {
                $mobility(mover, opponent, layout)
            }

            #[inline]
            fn flips(index: u32, mover: Self, opponent: Self, layout: &Layout<Self>) -> Self {
                $flip(index, mover, opponent, layout)
            }
        }
    };
}

bitboard!(
    u64,
    crate::rules::narrow::legal_moves,
    crate::rules::narrow::flips
);
bitboard!(
    u128,
    crate::rules::wide::legal_moves,
    crate::rules::wide::flips
);

/// Iterator over the bit indices of a set, made by [`Bitboard::indices`].
#[derive(Clone, Copy, Debug)]
pub struct Indices<B>(B);

impl<B: Bitboard> Iterator for Indices<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.first_index();
        self.0 = self.0.without_first();
        Some(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<B: Bitboard> ExactSizeIterator for Indices<B> {}
