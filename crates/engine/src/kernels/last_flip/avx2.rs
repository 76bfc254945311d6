//! The last flips, lines gathered by bit extraction.

use std::arch::x86_64::_pext_u64;

use super::{LINE_FLIPS, LINES};

/// Number of discs that a disc of `mover` on `index` flips when every other
/// square holds a disc of the opponent.
///
/// Bit extraction pushes the squares of a line together from the lowest bit
/// on; the bits above a short line are zero, as if the opponent stood there.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn last_flips(index: u32, mover: u64) -> u32 {
    let index = index as usize & 63;
    let (column, row) = (index & 7, index >> 3);
    let lines = &LINES[index];
    let in_row = (mover >> (8 * row)) & 0xFF;
    let in_column = _pext_u64(mover, lines.column) & 0xFF;
    let diagonal = _pext_u64(mover, lines.diagonal) & 0xFF;
    let anti_diagonal = _pext_u64(mover, lines.anti_diagonal) & 0xFF;
    u32::from(LINE_FLIPS[column][in_row as usize])
        + u32::from(LINE_FLIPS[row][in_column as usize])
        + u32::from(LINE_FLIPS[usize::from(lines.diagonal_place)][diagonal as usize])
        + u32::from(LINE_FLIPS[usize::from(lines.anti_diagonal_place)][anti_diagonal as usize])
}
