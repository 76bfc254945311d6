//! Flips by carries and leading zeros, one ray after another.

use crate::kernels::rays::RAYS;

/// The discs that a move of `mover` on the empty square `index` flips.
///
/// Towards higher bits, a carry runs through the opposing discs and stops at the first other square
/// of the ray. Towards lower bits, that square is the highest square on the ray without an opposing
/// disc.
#[inline(always)]
pub(crate) fn flips(index: u32, mover: u64, opponent: u64) -> u64 {
    let rays = &RAYS[index as usize & 63];
    let mut flipped = 0;
    for ray in rays.rising {
        let end = (opponent | !ray).wrapping_add(1) & ray & mover;
        flipped |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in rays.falling {
        let stops = ray & !opponent;
        let highest = stops & (1_u64 << 63).wrapping_shr(stops.leading_zeros());
        let end = highest & mover;
        flipped |= end.wrapping_neg().wrapping_shl(1) & ray;
    }
    flipped
}
