//! Boards that hold each side's discs and their rotation by 180° in one register.

use std::arch::wasm32::{u64x2, u64x2_extract_lane, v128, v128_any_true, v128_or, v128_xor};

use super::LastBoard;
use crate::kernels::flip::simd128::{flips_by_direction, turned, with_turned};

pub(crate) type Lanes = v128;

/// The bit of each square and of the rotated square.
static SQUARES: [v128; 64] = all_squares();

const fn all_squares() -> [v128; 64] {
    let mut table = [u64x2(0, 0); 64];
    let mut square = 0;
    while square < 64 {
        table[square] = u64x2(1 << square, 1 << (63 - square));
        square += 1;
    }
    table
}

#[inline(always)]
pub(crate) fn to_lanes(discs: u64) -> Lanes {
    with_turned(discs, 0)[0]
}

#[inline(always)]
pub(crate) fn lane_discs(lanes: Lanes) -> u64 {
    u64x2_extract_lane::<0>(lanes)
}

/// The board after a move on the empty square `index`, if it flips any disc.
#[inline(always)]
pub(crate) fn play(index: u32, board: LastBoard<Lanes>) -> Option<LastBoard<Lanes>> {
    let flips = flips_by_direction(index, board.mover, board.opponent);
    if !v128_any_true(flips) {
        return None;
    }
    let flips = v128_or(flips, turned(flips));
    let square = SQUARES[index as usize & 63];
    Some(LastBoard {
        mover: v128_xor(board.opponent, flips),
        opponent: v128_or(v128_or(board.mover, flips), square),
    })
}
