//! The last flips, lines gathered by multiplication.

use super::{LINE_FLIPS, LINES};

/// Spreads or gathers one bit a row: every row's first square.
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
/// Gathers the bits of a column into the upper byte.
const GATHER_COLUMN: u64 = 0x0102_0408_1020_4080;

/// Number of discs that a disc of `mover` on `index` flips when every other
/// square holds a disc of the opponent.
///
/// On each line the mover's discs are pushed together into one byte that looks
/// a count up. A diagonal has one bit in each column at most, so that adding up
/// its rows gathers it.
#[inline(always)]
pub(crate) fn last_flips(index: u32, mover: u64) -> u32 {
    let index = index as usize & 63;
    let (column, row) = (index & 7, index >> 3);
    let lines = &LINES[index];
    let in_row = (mover >> (8 * row)) & 0xFF;
    let in_column = ((mover >> column) & FIRST_COLUMN).wrapping_mul(GATHER_COLUMN) >> 56;
    let diagonal = (mover & lines.diagonal).wrapping_mul(FIRST_COLUMN) >> 56;
    let anti_diagonal = (mover & lines.anti_diagonal).wrapping_mul(FIRST_COLUMN) >> 56;
    u32::from(LINE_FLIPS[column][in_row as usize])
        + u32::from(LINE_FLIPS[row][in_column as usize])
        + u32::from(LINE_FLIPS[column][diagonal as usize])
        + u32::from(LINE_FLIPS[column][anti_diagonal as usize])
}
