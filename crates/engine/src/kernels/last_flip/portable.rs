//! The last flips, lines gathered by multiplication.

use super::{LINES, counts};

/// Numbers of discs that a disc of `mover`, and one of the opponent, flips on `index` when
/// every other square that is not the mover's holds a disc of the opponent.
///
/// On each line the mover's discs are pushed together into one byte that looks both counts up.
#[inline(always)]
pub(crate) fn last_flips(index: u32, mover: u64) -> [u32; 2] {
    let mut both = 0;
    for line in &LINES[index as usize & 63] {
        let discs = (mover & line.squares).wrapping_mul(line.gather) >> (line.shift & 63);
        both += counts(line.start, discs);
    }
    [u32::from(both & 0xFF), u32::from(both >> 8)]
}
