//! Moves with a board in each lane of two registers.

#![expect(unsafe_code, reason = "vector instructions")]

use std::arch::aarch64::{
    uint64x2_t, vandq_u64, vbicq_u64, vdupq_n_u64, vld1q_u64, vorrq_u64, vshlq_n_u64, vshrq_n_u64,
    vst1q_u64,
};

use super::Replies;
use crate::kernels::flip::neon::flips;
use crate::kernels::mobility::INNER_COLUMNS;

/// The first four of the legal moves `moves`.
#[inline(always)]
pub(crate) fn replies(moves: u64, mover: u64, opponent: u64) -> Replies<u64> {
    let mut rest = moves;
    let mut changed = [0; 4];
    for changed in &mut changed {
        let placed = rest & rest.wrapping_neg();
        // If no move is left, the last square is used and the result is ignored.
        *changed = placed | flips(rest.trailing_zeros() & 63, mover, opponent);
        rest ^= placed;
    }
    let mut reached = [0; 4];
    for (changed, reached) in changed.chunks_exact(2).zip(reached.chunks_exact_mut(2)) {
        // SAFETY: both values are two words, and all processors that this file is compiled for have
        // NEON.
        unsafe {
            let changed = vld1q_u64(changed.as_ptr());
            let next = vbicq_u64(vdupq_n_u64(opponent), changed);
            let other = vorrq_u64(vdupq_n_u64(mover), changed);
            vst1q_u64(reached.as_mut_ptr(), reached_by(next, other));
        }
    }
    Replies { changed, reached }
}

/// The squares at the far end of runs of `other` that start at a disc of `own`.
#[inline]
#[target_feature(enable = "neon")]
fn reached_by(own: uint64x2_t, other: uint64x2_t) -> uint64x2_t {
    let inner = vandq_u64(other, vdupq_n_u64(INNER_COLUMNS));
    let mut reached = vdupq_n_u64(0);
    /// One direction along an axis, by parallel prefix, for both boards.
    macro_rules! line_ends {
        ($shift:ident, $flippable:ident, $step:literal, $two_steps:literal) => {{
            let run = vandq_u64($flippable, $shift::<$step>(own));
            let run = vorrq_u64(run, vandq_u64($flippable, $shift::<$step>(run)));
            let pairs = vandq_u64($flippable, $shift::<$step>($flippable));
            let run = vorrq_u64(run, vandq_u64(pairs, $shift::<$two_steps>(run)));
            let run = vorrq_u64(run, vandq_u64(pairs, $shift::<$two_steps>(run)));
            reached = vorrq_u64(reached, $shift::<$step>(run));
        }};
    }
    line_ends!(vshlq_n_u64, inner, 1, 2);
    line_ends!(vshrq_n_u64, inner, 1, 2);
    line_ends!(vshlq_n_u64, inner, 7, 14);
    line_ends!(vshrq_n_u64, inner, 7, 14);
    line_ends!(vshlq_n_u64, other, 8, 16);
    line_ends!(vshrq_n_u64, other, 8, 16);
    line_ends!(vshlq_n_u64, inner, 9, 18);
    line_ends!(vshrq_n_u64, inner, 9, 18);
    reached
}
