//! The last flips by the flips themselves: with leading zeros counted in four
//! indices no table is needed.

use crate::kernels::flip::avx512::flips;

/// Number of discs that a disc of `mover` on `index` flips when every other
/// square holds a disc of the opponent.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn last_flips(index: u32, mover: u64) -> u32 {
    flips(index, mover, !mover).count_ones()
}
