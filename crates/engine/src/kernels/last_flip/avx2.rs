//! The last flips, lines gathered by bit extraction.

use std::arch::x86_64::_pext_u64;

use super::{LINES, counts};

/// Numbers of discs that a disc of `mover`, and one of the opponent, flips on `index` when
/// every other square that is not the mover's holds a disc of the opponent.
///
/// Bit extraction pushes the squares of a line together, and one lookup counts the flips
/// of both sides.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn last_flips(index: u32, mover: u64) -> [u32; 2] {
    let mut both = 0;
    for line in &LINES[index as usize & 63] {
        both += counts(line.start, _pext_u64(mover, line.squares));
    }
    [u32::from(both & 0xFF), u32::from(both >> 8)]
}
