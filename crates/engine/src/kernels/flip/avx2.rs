//! Flips with four rays in each 256-bit register.

#![expect(unsafe_code, reason = "vector instructions")]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_load_si256, _mm256_or_si256, _mm256_set_epi64x,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_srlv_epi64, _mm256_sub_epi64,
};

use crate::kernels::rays::{RAYS, STEPS};

/// The discs that a move of `mover` on the empty square `index` flips.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn flips(index: u32, mover: u64, opponent: u64) -> u64 {
    join_axes(flips_by_axis(
        index,
        _mm256_set1_epi64x(mover as i64),
        _mm256_set1_epi64x(opponent as i64),
    ))
}

/// The same discs, one axis in each lane; every lane holds the same board.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn flips_by_axis(index: u32, mover: __m256i, opponent: __m256i) -> __m256i {
    let rays = &RAYS[index as usize & 63];
    // SAFETY: both halves of `Rays` are 32 bytes, aligned to 32.
    let (falling, rising) = unsafe {
        (
            _mm256_load_si256(rays.falling.as_ptr().cast::<__m256i>()),
            _mm256_load_si256(rays.rising.as_ptr().cast::<__m256i>()),
        )
    };
    let zero = _mm256_setzero_si256();

    // Towards higher bits: the lowest square of the ray without an opposing disc ends the run.
    let stops = _mm256_andnot_si256(opponent, rising);
    let lowest = _mm256_and_si256(stops, _mm256_sub_epi64(zero, stops));
    let end = _mm256_and_si256(lowest, mover);
    // Adding all ones subtracts one; where there is no end, nothing is added.
    let minus_one = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), _mm256_set1_epi64x(-1));
    let up = _mm256_and_si256(_mm256_add_epi64(end, minus_one), rising);

    // Towards lower bits: smearing covers every square beyond the highest such square, so that only
    // that square remains.
    let step = _mm256_set_epi64x(
        STEPS[3] as i64,
        STEPS[2] as i64,
        STEPS[1] as i64,
        STEPS[0] as i64,
    );
    let two_steps = _mm256_add_epi64(step, step);
    let four_steps = _mm256_add_epi64(two_steps, two_steps);
    let stops = _mm256_andnot_si256(opponent, falling);
    let beyond = _mm256_srlv_epi64(stops, step);
    let beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step));
    let beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, two_steps));
    let beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, four_steps));
    let end = _mm256_and_si256(_mm256_andnot_si256(beyond, stops), mover);
    let above = _mm256_sub_epi64(zero, _mm256_add_epi64(end, end));
    let down = _mm256_and_si256(above, falling);

    _mm256_or_si256(up, down)
}

/// The union of all lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn join_axes(axes: __m256i) -> u64 {
    let pair = _mm_or_si128(
        _mm256_castsi256_si128(axes),
        _mm256_extracti128_si256::<1>(axes),
    );
    let one = _mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair));
    _mm_cvtsi128_si64(one) as u64
}
