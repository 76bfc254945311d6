//! Flips with two rays in each 128-bit register.
//!
//! All AArch64 processors have NEON and can reverse the bits of a word in one instruction. So rays
//! towards lower bits are treated as rays towards higher bits on the board rotated by 180°.

#![expect(unsafe_code, reason = "vector instructions")]

use std::arch::aarch64::{
    uint64x2_t, vaddq_u64, vandq_u64, vbicq_u64, vcombine_u64, vcreate_u64, vdupq_n_u64,
    vgetq_lane_u64, vorrq_u64, vsubq_u64, vtstq_u64,
};

use crate::kernels::rays::RAYS;

/// The discs that a move of `mover` on the empty square `index` flips.
#[inline(always)]
pub(crate) fn flips(index: u32, mover: u64, opponent: u64) -> u64 {
    let (turned_mover, turned_opponent) = (mover.reverse_bits(), opponent.reverse_bits());
    // SAFETY: all processors that this file is compiled for have NEON.
    unsafe {
        let turned = rising(63 - index, turned_mover, turned_opponent);
        rising(index, mover, opponent) | turned.reverse_bits()
    }
}

/// The flips towards higher bits.
#[inline]
#[target_feature(enable = "neon")]
fn rising(index: u32, mover: u64, opponent: u64) -> u64 {
    let [a, b, c, d] = RAYS[index as usize & 63].rising;
    let (mover, opponent) = (vdupq_n_u64(mover), vdupq_n_u64(opponent));
    let first = on_two_rays(pair(a, b), mover, opponent);
    let second = on_two_rays(pair(c, d), mover, opponent);
    let both = vorrq_u64(first, second);
    vgetq_lane_u64::<0>(both) | vgetq_lane_u64::<1>(both)
}

/// The lowest square of a ray without an opposing disc ends the run; if the mover has it,
/// subtracting one gives the bits below it.
#[inline]
#[target_feature(enable = "neon")]
fn on_two_rays(rays: uint64x2_t, mover: uint64x2_t, opponent: uint64x2_t) -> uint64x2_t {
    let stops = vbicq_u64(rays, opponent);
    let lowest = vandq_u64(stops, vsubq_u64(vdupq_n_u64(0), stops));
    let end = vandq_u64(lowest, mover);
    // Adding all ones subtracts one; where there is no end, nothing is added.
    vandq_u64(vaddq_u64(end, vtstq_u64(end, end)), rays)
}

#[inline]
#[target_feature(enable = "neon")]
fn pair(a: u64, b: u64) -> uint64x2_t {
    vcombine_u64(vcreate_u64(a), vcreate_u64(b))
}
