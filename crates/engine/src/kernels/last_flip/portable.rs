//! The last flips, with lines gathered by multiplication.

use super::{LINES, counts};

/// How many discs the mover, and how many the opponent, would flip by a move on `index`, if the
/// opponent has every other square that is not the mover's.
///
/// On each line the mover's discs are packed into one byte, which is the index of both counts.
#[inline(always)]
pub(crate) fn last_flips(index: u32, mover: u64) -> [u32; 2] {
    let mut both = 0;
    for line in &LINES[index as usize & 63] {
        let discs = (mover & line.squares).wrapping_mul(line.gather) >> (line.shift & 63);
        both += counts(line.start, discs);
    }
    [u32::from(both & 0xFF), u32::from(both >> 8)]
}
