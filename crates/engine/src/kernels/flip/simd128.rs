//! Flips with two rays in each 128-bit register.
//!
//! A set and the same set on the board rotated by 180° share a register. So rays towards lower bits
//! become rays towards higher bits, and both lanes need the same instructions.

use std::arch::wasm32::{
    i64x2_add, i64x2_eq, i64x2_neg, i64x2_shuffle, i64x2_splat, i64x2_sub, u8x16, u8x16_splat,
    u8x16_swizzle, u64x2, u64x2_extract_lane, u64x2_shr, v128, v128_and, v128_andnot, v128_or,
};
use std::hint::black_box;

use crate::kernels::rays;

/// For each square, its rays towards higher bits, and those of the square after rotation.
static RAYS: [[v128; 4]; 64] = all_rays();

const fn all_rays() -> [[v128; 4]; 64] {
    let mut table = [[u64x2(0, 0); 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (rays, turned) = (&rays::RAYS[square], &rays::RAYS[63 - square]);
            table[square][axis] = u64x2(rays.rising[axis], turned.rising[axis]);
            axis += 1;
        }
        square += 1;
    }
    table
}

/// The discs that a move of `mover` on the empty square `index` flips.
#[inline(always)]
pub(crate) fn flips(index: u32, mover: u64, opponent: u64) -> u64 {
    let [mover, opponent] = with_turned(mover, opponent);
    let flips = flips_by_direction(index, mover, opponent);
    u64x2_extract_lane::<0>(v128_or(flips, turned(flips)))
}

/// Puts two sets into the lower lanes of two registers, and their rotations into the upper lanes.
#[inline(always)]
pub(crate) fn with_turned(a: u64, b: u64) -> [v128; 2] {
    let both = u64x2(a, b);
    let turned = turned(both);
    [
        i64x2_shuffle::<0, 3>(both, turned),
        i64x2_shuffle::<1, 2>(both, turned),
    ]
}

/// Swaps the lanes and rotates both.
#[inline(always)]
pub(crate) fn turned(sets: v128) -> v128 {
    const LOW: v128 = nibbles(0);
    const HIGH: v128 = nibbles(4);
    const REVERSED: v128 = u8x16(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    // The compiler keeps a constant operand in a register between calls.
    let bytes = u8x16_swizzle(sets, REVERSED);
    let nibble = u8x16_splat(0x0F);
    let (low, high) = (
        v128_and(bytes, nibble),
        v128_and(u64x2_shr(bytes, 4), nibble),
    );
    v128_or(u8x16_swizzle(HIGH, low), u8x16_swizzle(LOW, high))
}

/// The sixteen 4-bit numbers with their bits reversed, shifted left.
const fn nibbles(shift: u32) -> v128 {
    const fn reversed(number: u8, shift: u32) -> u8 {
        (number.reverse_bits() >> 4) << shift
    }
    u8x16(
        reversed(0, shift),
        reversed(1, shift),
        reversed(2, shift),
        reversed(3, shift),
        reversed(4, shift),
        reversed(5, shift),
        reversed(6, shift),
        reversed(7, shift),
        reversed(8, shift),
        reversed(9, shift),
        reversed(10, shift),
        reversed(11, shift),
        reversed(12, shift),
        reversed(13, shift),
        reversed(14, shift),
        reversed(15, shift),
    )
}

/// The flips towards higher bits in the lower lane, and those towards lower bits, rotated, in the
/// upper lane.
#[inline(always)]
pub(crate) fn flips_by_direction(index: u32, mover: v128, opponent: v128) -> v128 {
    // `black_box` keeps the compiler from rewriting the last step with more instructions.
    let minus_one = black_box(i64x2_splat(-1));
    let on_rays = |rays| on_rays(rays, mover, opponent, minus_one);
    let [a, b, c, d] = RAYS[index as usize & 63].map(on_rays);
    v128_or(v128_or(a, b), v128_or(c, d))
}

/// The lowest square on a ray that holds no opposing disc ends the run. If the mover has it,
/// subtracting one gives the bits below it.
#[inline(always)]
fn on_rays(rays: v128, mover: v128, opponent: v128, minus_one: v128) -> v128 {
    let stops = v128_andnot(rays, opponent);
    let end = v128_and(v128_and(stops, i64x2_neg(stops)), mover);
    // In a lane without an end, one is added back, and the result is zero.
    let is_none = i64x2_eq(end, i64x2_splat(0));
    let below = i64x2_sub(i64x2_add(end, minus_one), is_none);
    v128_and(below, rays)
}
