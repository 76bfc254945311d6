//! Boards of the last plies.
//!
//! The last plies play one move on the result of another. Where flips are computed in vector
//! registers, the board stays in them between the moves, because moving it out and back takes a
//! third as long as the flips.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(not(target_feature = "simd128"))]
pub(crate) mod portable;
#[cfg(target_feature = "simd128")]
pub(crate) mod simd128;

#[cfg(not(target_feature = "simd128"))]
pub(crate) use portable as baseline;
#[cfg(target_feature = "simd128")]
pub(crate) use simd128 as baseline;

/// The discs of both sides, each in a register of type `L`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastBoard<L> {
    pub(crate) mover: L,
    pub(crate) opponent: L,
}

impl<L> LastBoard<L> {
    /// Returns the board with the other side to move.
    #[inline(always)]
    pub(crate) fn pass(self) -> Self {
        Self {
            mover: self.opponent,
            opponent: self.mover,
        }
    }
}
