//! Bitboards: machine words with one bit for each square.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::layout::Layout;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// A set of squares in one machine word: `u64` for every shape that fits inside 8×8,
/// `u128` for larger ones.
///
/// Searches and evaluations use it to serve both board sizes: code generic over the trait is
/// compiled once for each word, so it need not test the size at run time.
/// [`with_board!`](crate::with_board) calls such code with the board of a position, and [`Layout`]
/// maps bits to squares. Other code should use [`Position`](crate::Position) and
/// [`SquareSet`](crate::SquareSet), or plain `u64` if it supports only 8×8. The trait is sealed:
/// only `u64` and `u128` implement it.
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
    /// The empty set.
    const EMPTY: Self;
    /// Number of bits in the word.
    const BITS: u32;

    /// Returns the set of one square, given by its bit index below [`Self::BITS`].
    fn from_index(index: u32) -> Self;
    /// Returns the number of squares in the set.
    fn count(self) -> u32;
    /// Returns the bit index of the first square; [`Self::BITS`] for the empty set.
    fn first_index(self) -> u32;
    /// Returns the set without its first square.
    #[must_use]
    fn without_first(self) -> Self;
    /// Returns the bits as a `u128`, zero-extended.
    fn widen(self) -> u128;
    /// Returns the lower bits of a `u128`.
    fn narrow(bits: u128) -> Self;
    /// Returns the legal moves of the side with the discs `mover`.
    fn legal_moves(mover: Self, opponent: Self, layout: &Layout<Self>) -> Self;
    /// Returns the discs that a move of `mover` on the empty square `index` flips; empty
    /// if the move is illegal.
    fn flips(index: u32, mover: Self, opponent: Self, layout: &Layout<Self>) -> Self;

    /// Returns whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether the square with bit index `index` is in the set.
    #[inline]
    fn has(self, index: u32) -> bool {
        !(self & Self::from_index(index)).is_empty()
    }

    /// Returns the bit indices of the squares in the set, in ascending order.
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

/// Iterator over the bit indices of a set, returned by [`Bitboard::indices`].
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
