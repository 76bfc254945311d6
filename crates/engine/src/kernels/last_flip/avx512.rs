//! The last flips, with lines gathered by bit extraction. Counting leading zeros would find the
//! flips of one side without a table, but a lookup counts the flips of both sides.

use std::arch::x86_64::_pext_u64;

use super::{LINES, counts};

/// See [`portable::last_flips`](super::portable::last_flips).
#[inline]
#[target_feature(enable = "bmi2")]
pub(crate) fn last_flips(index: u32, mover: u64) -> [u32; 2] {
    let mut both = 0;
    for line in &LINES[index as usize & 63] {
        both += counts(line.start_from_low, _pext_u64(mover, line.squares));
    }
    [u32::from(both & 0xFF), u32::from(both >> 8)]
}
