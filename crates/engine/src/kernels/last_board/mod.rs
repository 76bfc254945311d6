//! Boards of the last plies.
//!
//! The last plies play one move on the result of another. Where flips come from a vector register,
//! the board stays in such registers between the moves, since the way out and in again takes
//! as long as a third of the flips.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod portable;
pub(crate) use portable as baseline;

/// The discs of both sides, each in a register of type `L`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastBoard<L> {
    pub(crate) mover: L,
    pub(crate) opponent: L,
}

impl<L> LastBoard<L> {
    /// The other side moves.
    #[inline(always)]
    pub(crate) fn pass(self) -> Self {
        Self {
            mover: self.opponent,
            opponent: self.mover,
        }
    }
}
