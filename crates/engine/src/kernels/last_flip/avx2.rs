//! Computes the last flips without BMI2's bit extraction, which Zen 1 and Zen 2 execute in
//! microcode: four such instructions take longer than everything else at the last square.

use super::portable;

/// See [`portable::last_flips`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn last_flips(index: u32, mover: u64) -> [u32; 2] {
    portable::last_flips(index, mover)
}
