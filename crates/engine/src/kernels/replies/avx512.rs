//! Moves with a board in each lane, flips by leading zeros.

use std::arch::x86_64::_mm256_setzero_si256;

use super::Replies;
use super::avx2::{after, join_axes};
use crate::kernels::flip::avx512::flips_by_axis;

/// The first four of the legal moves `moves`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512cd")]
pub(crate) fn replies(moves: u64, mover: u64, opponent: u64) -> Replies<u64> {
    let mut rest = moves;
    let mut placed = [0; 4];
    let mut flips = [_mm256_setzero_si256(); 4];
    for place in 0..4 {
        flips[place] = flips_by_axis(rest.trailing_zeros(), mover, opponent);
        placed[place] = rest & rest.wrapping_neg();
        rest &= rest.wrapping_sub(1);
    }
    after(placed, join_axes(flips), mover, opponent)
}
