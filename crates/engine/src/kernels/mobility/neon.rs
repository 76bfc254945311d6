//! Legal moves with two axes in each 128-bit register.

#![expect(unsafe_code, reason = "vector instructions")]

use std::arch::aarch64::{
    int64x2_t, uint64x2_t, vaddq_s64, vandq_u64, vcombine_s64, vcombine_u64, vcreate_s64,
    vcreate_u64, vdupq_n_u64, vgetq_lane_u64, vnegq_s64, vorrq_u64, vshlq_u64,
};

use super::INNER_COLUMNS;

/// The same as the portable form.
#[inline(always)]
pub(crate) fn reached(mover: u64, opponent: u64) -> u64 {
    // SAFETY: all processors that this file is compiled for have NEON.
    unsafe { along_all_axes(mover, opponent) }
}

#[inline]
#[target_feature(enable = "neon")]
fn along_all_axes(mover: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let mover = vdupq_n_u64(mover);
    let rows = vcombine_u64(vcreate_u64(inner), vcreate_u64(inner));
    let columns = vcombine_u64(vcreate_u64(opponent), vcreate_u64(inner));
    let all = vorrq_u64(
        both_ways(mover, rows, vcombine_s64(vcreate_s64(1), vcreate_s64(7))),
        both_ways(mover, columns, vcombine_s64(vcreate_s64(8), vcreate_s64(9))),
    );
    vgetq_lane_u64::<0>(all) | vgetq_lane_u64::<1>(all)
}

#[inline]
#[target_feature(enable = "neon")]
fn both_ways(mover: uint64x2_t, flippable: uint64x2_t, step: int64x2_t) -> uint64x2_t {
    vorrq_u64(
        line_ends(mover, flippable, step),
        line_ends(mover, flippable, vnegq_s64(step)),
    )
}

/// One direction along two axes, by parallel prefix; negative steps lead to lower bits.
#[inline]
#[target_feature(enable = "neon")]
fn line_ends(mover: uint64x2_t, flippable: uint64x2_t, step: int64x2_t) -> uint64x2_t {
    let two_steps = vaddq_s64(step, step);
    let along = |set, step| vandq_u64(flippable, vshlq_u64(set, step));
    let run = along(mover, step);
    let run = vorrq_u64(run, along(run, step));
    let pairs = along(flippable, step);
    let run = vorrq_u64(run, vandq_u64(pairs, vshlq_u64(run, two_steps)));
    let run = vorrq_u64(run, vandq_u64(pairs, vshlq_u64(run, two_steps)));
    vshlq_u64(run, step)
}
