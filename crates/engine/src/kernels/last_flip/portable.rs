//! The last flips, lines gathered by multiplication.

use super::{LINES, counts};

/// Spreads or gathers one bit a row: every row's first square.
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
/// Gathers the bits of a column into the upper byte.
const GATHER_COLUMN: u64 = 0x0102_0408_1020_4080;

/// Numbers of discs that a disc of `mover`, and one of the opponent, flips on `index` when
/// every other square that is not the mover's holds a disc of the opponent.
///
/// On each line the mover's discs are pushed together into one byte that looks both counts
/// up. A row or a diagonal has one bit in each column at most, so that adding up the rows
/// gathers it.
#[inline(always)]
pub(crate) fn last_flips(index: u32, mover: u64) -> [u32; 2] {
    let [row, column, diagonals @ ..] = &LINES[index as usize & 63];
    let in_column = ((mover >> column.column) & FIRST_COLUMN).wrapping_mul(GATHER_COLUMN) >> 56;
    let mut both = counts(column.start, in_column);
    for line in [row, &diagonals[0], &diagonals[1]] {
        let discs = (mover & line.squares).wrapping_mul(FIRST_COLUMN) >> 56;
        both += counts(line.start_from_left, discs >> line.column);
    }
    [u32::from(both & 0xFF), u32::from(both >> 8)]
}
