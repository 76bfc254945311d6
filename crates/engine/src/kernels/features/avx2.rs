//! Weights gathered eight at a time.

#![expect(unsafe_code, reason = "vector instructions")]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_load_si128, _mm_shuffle_epi32,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepi16_epi32, _mm256_extracti128_si256,
    _mm256_i32gather_epi32, _mm256_load_si256, _mm256_setzero_si256, _mm256_slli_epi32,
    _mm256_srai_epi32,
};

use crate::evaluation::{FeatureIndices, FeatureMap};

/// See [`portable::weight_sum`](super::portable::weight_sum).
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn weight_sum<const N: usize>(
    feature_map: &FeatureMap<N>,
    indices: &FeatureIndices<N>,
    table: &[i16],
) -> i32 {
    const { assert!(N.is_multiple_of(8), "registers are full") };
    assert!(
        table.len() == feature_map.table(),
        "a stage's table is complete"
    );
    let mut sum = _mm256_setzero_si256();
    let mut lane = 0;
    while lane < N {
        // SAFETY: both arrays have `N` numbers and are aligned to 64 bytes, and a register is full.
        let (numbers, centres) = unsafe {
            (
                _mm_load_si128(indices.0.as_ptr().add(lane).cast::<__m128i>()),
                _mm256_load_si256(feature_map.centres.0.as_ptr().add(lane).cast::<__m256i>()),
            )
        };
        let entries = _mm256_add_epi32(_mm256_cvtepi16_epi32(numbers), centres);
        // SAFETY: the length of the table is that of the feature map, as asserted. Only
        // `feature_indices`, `after` and `passed` make feature indices, from boards without
        // overlapping discs: `Board::check` rejects other boards at the start of a search. So an
        // index differs from zero by at most half the number of its pattern's configurations, and
        // its entry lies within the pattern's table. The two bytes after the entry are part of the
        // lookup table, because no index looks up the last entry.
        let pairs = unsafe { _mm256_i32gather_epi32::<2>(table.as_ptr().cast::<i32>(), entries) };
        let weights = _mm256_srai_epi32::<16>(_mm256_slli_epi32::<16>(pairs));
        sum = _mm256_add_epi32(sum, weights);
        lane += 8;
    }
    let half = _mm_add_epi32(
        _mm256_castsi256_si128(sum),
        _mm256_extracti128_si256::<1>(sum),
    );
    let pair = _mm_add_epi32(half, _mm_shuffle_epi32::<0b1110>(half));
    _mm_cvtsi128_si32(_mm_add_epi32(pair, _mm_shuffle_epi32::<0b01>(pair)))
}
