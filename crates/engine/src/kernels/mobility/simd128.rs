//! Legal moves with the board and its mirror image in each register.
//!
//! Reversing the order of the rows turns down into up, so both lanes need the same shifts. Moves
//! along rows are computed in scalar registers at the same time.

use std::arch::wasm32::{
    i64x2_shuffle, i64x2_splat, u8x16, u8x16_swizzle, u64x2, u64x2_extract_lane, u64x2_shl, v128,
    v128_and, v128_or,
};

use super::INNER_COLUMNS;

/// See [`portable::reached`](super::portable::reached).
#[inline(always)]
pub(crate) fn reached(mover: u64, opponent: u64) -> u64 {
    let both = u64x2(mover, opponent);
    let mirrored = mirrored(both);
    let movers = i64x2_shuffle::<0, 2>(both, mirrored);
    let opponents = i64x2_shuffle::<1, 3>(both, mirrored);
    let inner = v128_and(opponents, i64x2_splat(INNER_COLUMNS as i64));
    let ends = v128_or(
        line_ends::<8, 16>(movers, opponents),
        v128_or(
            line_ends::<7, 14>(movers, inner),
            line_ends::<9, 18>(movers, inner),
        ),
    );
    let mirrored = self::mirrored(ends);
    along_rows(mover, opponent & INNER_COLUMNS)
        | u64x2_extract_lane::<0>(v128_or(ends, i64x2_shuffle::<1, 0>(mirrored, mirrored)))
}

/// Reverses the rows of both lanes.
#[inline(always)]
fn mirrored(boards: v128) -> v128 {
    const REVERSED: v128 = u8x16(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    u8x16_swizzle(boards, REVERSED)
}

/// One direction, by parallel prefix.
#[inline(always)]
fn line_ends<const STEP: u32, const TWO_STEPS: u32>(mover: v128, flippable: v128) -> v128 {
    let run = v128_and(flippable, u64x2_shl(mover, STEP));
    let run = v128_or(run, v128_and(flippable, u64x2_shl(run, STEP)));
    let pairs = v128_and(flippable, u64x2_shl(flippable, STEP));
    let run = v128_or(run, v128_and(pairs, u64x2_shl(run, TWO_STEPS)));
    let run = v128_or(run, v128_and(pairs, u64x2_shl(run, TWO_STEPS)));
    u64x2_shl(run, STEP)
}

/// Both directions along rows.
#[inline(always)]
fn along_rows(mover: u64, inner: u64) -> u64 {
    // Towards higher bits, a carry runs through the opposing discs and never leaves the row.
    let up = inner.wrapping_add(inner & (mover << 1)) & !inner;
    let down = inner & (mover >> 1);
    let down = down | (inner & (down >> 1));
    let pairs = inner & (inner >> 1);
    let down = down | (pairs & (down >> 2));
    let down = down | (pairs & (down >> 2));
    up | (down >> 1)
}
