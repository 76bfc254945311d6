//! Legal moves with the four axes in one register.

use std::arch::x86_64::{
    _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_epi64x,
    _mm256_set1_epi64x, _mm256_sllv_epi64, _mm256_srlv_epi64,
};

use super::INNER_COLUMNS;

/// See [`portable::reached`](super::portable::reached).
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn reached(mover: u64, opponent: u64) -> u64 {
    let step = _mm256_set_epi64x(9, 8, 7, 1);
    let two_steps = _mm256_add_epi64(step, step);
    let inner = INNER_COLUMNS as i64;
    let flippable = _mm256_and_si256(
        _mm256_set1_epi64x(opponent as i64),
        _mm256_set_epi64x(inner, -1, inner, inner),
    );
    let mover = _mm256_set1_epi64x(mover as i64);

    let mut up = _mm256_and_si256(flippable, _mm256_sllv_epi64(mover, step));
    let mut down = _mm256_and_si256(flippable, _mm256_srlv_epi64(mover, step));
    up = _mm256_or_si256(up, _mm256_and_si256(flippable, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(
        down,
        _mm256_and_si256(flippable, _mm256_srlv_epi64(down, step)),
    );
    let pairs_up = _mm256_and_si256(flippable, _mm256_sllv_epi64(flippable, step));
    let pairs_down = _mm256_and_si256(flippable, _mm256_srlv_epi64(flippable, step));
    for _ in 0..2 {
        let longer = _mm256_sllv_epi64(up, two_steps);
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, longer));
        let longer = _mm256_srlv_epi64(down, two_steps);
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, longer));
    }
    let indices = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    let pair = _mm_or_si128(
        _mm256_castsi256_si128(indices),
        _mm256_extracti128_si256::<1>(indices),
    );
    _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
}
