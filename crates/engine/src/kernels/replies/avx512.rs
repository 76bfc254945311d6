//! Moves with a board in each lane, flips by counting leading zeros.

use std::arch::x86_64::{_mm256_set1_epi64x, _mm256_setzero_si256};

use super::Replies;
use super::avx2::{join_axes, replies_after, with_square};
use crate::kernels::flip::avx512::flips_by_axis;

/// The first four of the legal moves `moves`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512cd")]
pub(crate) fn replies(moves: u64, mover: u64, opponent: u64) -> Replies<u64> {
    let mover = _mm256_set1_epi64x(mover as i64);
    let opponent = _mm256_set1_epi64x(opponent as i64);
    let mut rest = moves;
    let mut changed = [_mm256_setzero_si256(); 4];
    for changed in &mut changed {
        let index = rest.trailing_zeros();
        *changed = with_square(index, flips_by_axis(index, mover, opponent));
        rest &= rest.wrapping_sub(1);
    }
    replies_after(join_axes(changed), mover, opponent)
}
