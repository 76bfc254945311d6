//! The last flips, lines gathered by bit extraction. Leading zeros would find the flips of one
//! side without a table, but the lookups count those of both.

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
