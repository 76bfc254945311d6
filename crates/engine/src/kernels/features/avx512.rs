//! Weights gathered sixteen at a time.

#![expect(unsafe_code, reason = "vector instructions")]

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_load_si256, _mm512_add_epi32, _mm512_cvtepi16_epi32,
    _mm512_i32gather_epi32, _mm512_load_si512, _mm512_reduce_add_epi32, _mm512_setzero_si512,
    _mm512_slli_epi32, _mm512_srai_epi32,
};

use crate::evaluation::{FeatureIndices, FeatureMap};

/// See [`portable::weight_sum`](super::portable::weight_sum).
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512bw")]
pub(crate) fn weight_sum<const N: usize>(
    feature_map: &FeatureMap<N>,
    indices: &FeatureIndices<N>,
    table: &[i16],
) -> i32 {
    const { assert!(N.is_multiple_of(16), "registers are full") };
    assert!(
        table.len() == feature_map.table(),
        "a stage's table is complete"
    );
    let mut sum = _mm512_setzero_si512();
    let mut lane = 0;
    while lane < N {
        // SAFETY: both arrays have `N` numbers and are aligned to 64 bytes, and a register is full.
        let (numbers, centres) = unsafe {
            (
                _mm256_load_si256(indices.0.as_ptr().add(lane).cast::<__m256i>()),
                _mm512_load_si512(feature_map.centres.0.as_ptr().add(lane).cast::<__m512i>()),
            )
        };
        let entries = _mm512_add_epi32(_mm512_cvtepi16_epi32(numbers), centres);
        // SAFETY: as in the AVX2 form.
        let pairs = unsafe { _mm512_i32gather_epi32::<2>(entries, table.as_ptr().cast::<i32>()) };
        let weights = _mm512_srai_epi32::<16>(_mm512_slli_epi32::<16>(pairs));
        sum = _mm512_add_epi32(sum, weights);
        lane += 16;
    }
    _mm512_reduce_add_epi32(sum)
}
