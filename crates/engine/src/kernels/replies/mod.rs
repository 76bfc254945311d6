//! Moves, four at a time: the squares that each move changes, and where the opponent can reply.
//!
//! The moves of a node do not depend on one another. With a board in each lane of a register, four
//! moves need fewer instructions than if made one after another, and their latencies overlap.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
#[cfg(not(any(target_arch = "aarch64", target_feature = "simd128")))]
pub(crate) mod portable;
#[cfg(target_feature = "simd128")]
pub(crate) mod simd128;

/// The form that every processor of this architecture can run.
#[cfg(target_arch = "aarch64")]
pub(crate) use neon as baseline;
#[cfg(not(any(target_arch = "aarch64", target_feature = "simd128")))]
pub(crate) use portable as baseline;
#[cfg(target_feature = "simd128")]
pub(crate) use simd128 as baseline;

/// The first four moves of a set. If there are fewer, the remaining elements are meaningless.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replies<W> {
    /// The squares that each move changes: the discs that it flips, and its own square.
    pub(crate) changed: [W; 4],
    /// The squares at the far end of runs that the opponent could flip after each move; the empty
    /// ones among them are the replies.
    pub(crate) reached: [W; 4],
}
