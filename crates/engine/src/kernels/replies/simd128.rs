//! Plays moves with one board in each lane of two registers.

use std::arch::wasm32::{
    i8x16_add, i64x2_shuffle, i64x2_splat, u64x2, u64x2_extract_lane, u64x2_shl, u64x2_shr, v128,
    v128_and, v128_andnot, v128_or,
};

use super::Replies;
use crate::kernels::flip::simd128::{flips_by_direction, turned, with_turned};
use crate::kernels::mobility::INNER_COLUMNS;

/// The first four of the legal moves `moves`.
#[inline(always)]
pub(crate) fn replies(moves: u64, mover: u64, opponent: u64) -> Replies<u64> {
    let [movers, opponents] = with_turned(mover, opponent);
    // If no move is left, the square does not matter: the result is ignored.
    let next = |rest: &mut u64| {
        let placed = *rest & rest.wrapping_neg();
        let flips = flips_by_direction(rest.trailing_zeros(), movers, opponents);
        *rest ^= placed;
        (placed, flips)
    };
    let mut rest = moves;
    let (mover, opponent) = (i64x2_splat(mover as i64), i64x2_splat(opponent as i64));
    let mut replies = Replies {
        changed: [0; 4],
        reached: [0; 4],
    };
    for pair in 0..2 {
        if rest == 0 {
            break;
        }
        let ((first, a), (second, b)) = (next(&mut rest), next(&mut rest));
        let rising = i64x2_shuffle::<0, 2>(a, b);
        let falling = turned(i64x2_shuffle::<3, 1>(a, b));
        let changed = v128_or(u64x2(first, second), v128_or(rising, falling));
        let reached = reached(v128_andnot(opponent, changed), v128_or(mover, changed));
        [replies.changed[2 * pair], replies.changed[2 * pair + 1]] = lanes(changed);
        [replies.reached[2 * pair], replies.reached[2 * pair + 1]] = lanes(reached);
    }
    replies
}

#[inline(always)]
fn lanes(words: v128) -> [u64; 2] {
    [
        u64x2_extract_lane::<0>(words),
        u64x2_extract_lane::<1>(words),
    ]
}

/// The squares at the far end of unbroken runs of opposing discs that start at a disc of the mover,
/// for a board in each lane.
#[inline(always)]
fn reached(mover: v128, opponent: v128) -> v128 {
    let inner = v128_and(opponent, i64x2_splat(INNER_COLUMNS as i64));
    // Towards higher bits in a row, a carry runs through the opposing discs and never leaves the
    // row.
    let beside = v128_and(inner, u64x2_shl(mover, 1));
    let mut reached = v128_andnot(i8x16_add(inner, beside), inner);

    macro_rules! fill {
        ($flippable:ident, $shift:ident, $step:literal, $two_steps:literal, $pairs:expr) => {{
            let pairs = $pairs;
            let mut run = v128_and($flippable, $shift(mover, $step));
            run = v128_or(run, v128_and($flippable, $shift(run, $step)));
            run = v128_or(run, v128_and(pairs, $shift(run, $two_steps)));
            run = v128_or(run, v128_and(pairs, $shift(run, $two_steps)));
            reached = v128_or(reached, $shift(run, $step));
        }};
    }
    macro_rules! both_ways {
        ($flippable:ident, $step:literal, $two_steps:literal) => {{
            let pairs = v128_and($flippable, u64x2_shl($flippable, $step));
            fill!($flippable, u64x2_shl, $step, $two_steps, pairs);
            let pairs = u64x2_shr(pairs, $step);
            fill!($flippable, u64x2_shr, $step, $two_steps, pairs);
        }};
    }
    let pairs = v128_and(inner, u64x2_shr(inner, 1));
    fill!(inner, u64x2_shr, 1, 2, pairs);
    both_ways!(inner, 7, 14);
    both_ways!(opponent, 8, 16);
    both_ways!(inner, 9, 18);
    reached
}
