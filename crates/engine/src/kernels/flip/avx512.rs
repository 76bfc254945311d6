//! Flips with leading zeros counted in four lanes at once.

#![expect(unsafe_code, reason = "vector instructions")]

use std::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_load_si256,
    _mm256_lzcnt_epi64, _mm256_max_epi64, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_ternarylogic_epi32,
};

use super::avx2::join_axes;
use crate::kernels::rays::RAYS;

/// Truth table of `a & b & c`, read as bit `4a + 2b + c`.
const AND_ALL: i32 = 0x80;
/// Truth table of `(a & b) | c`.
const AND_OR: i32 = 0xEA;

/// The discs that a move of `mover` on the empty square `index` flips.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
pub(crate) fn flips(index: u32, mover: u64, opponent: u64) -> u64 {
    join_axes(flips_by_axis(
        index,
        _mm256_set1_epi64x(mover as i64),
        _mm256_set1_epi64x(opponent as i64),
    ))
}

/// Like the function above, but returns the flips by axis, one axis in each lane; every lane of
/// `mover` and of `opponent` holds the same board.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
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

    // Towards higher bits: the lowest square of the ray without an opposing disc ends the run;
    // subtracting one gives the bits below it. Where there is no end, the result is −1, which the
    // maximum turns into 0.
    let stops = _mm256_andnot_si256(opponent, rising);
    let negated = _mm256_sub_epi64(zero, stops);
    let end = _mm256_ternarylogic_epi32::<AND_ALL>(stops, negated, mover);
    let below = _mm256_max_epi64(_mm256_add_epi64(end, _mm256_set1_epi64x(-1)), zero);

    // Towards lower bits: the highest such square, found by counting leading zeros. An empty set
    // has 64 of them, which shifts everything out. The squares from the end on are opposing discs,
    // except for the end itself.
    let stops = _mm256_andnot_si256(opponent, falling);
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(stops));
    let end = _mm256_and_si256(highest, mover);
    let down = _mm256_ternarylogic_epi32::<AND_ALL>(_mm256_sub_epi64(zero, end), falling, opponent);

    _mm256_ternarylogic_epi32::<AND_OR>(below, rising, down)
}
