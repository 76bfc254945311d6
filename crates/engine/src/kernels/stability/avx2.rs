//! Stable discs with the four axes in one register.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm256_and_si256, _mm256_castsi256_si128, _mm256_or_si256,
    _mm256_permute4x64_epi64, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_shuffle_epi32,
    _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_testc_si256,
};

use super::portable::full_lines;
use super::{EDGE_COLUMNS, EDGE_ROWS};

/// See [`portable::stable`](super::portable::stable).
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn stable(mover: u64, opponent: u64, mask: u64) -> u64 {
    let off = !mask;
    let lines = full_lines(mover | opponent | off);
    let steps = _mm256_set_epi64x(7, 9, 8, 1);
    let edges = EDGE_ROWS | EDGE_COLUMNS;
    let safe = _mm256_set_epi64x(
        (edges | lines[3]) as i64,
        (edges | lines[2]) as i64,
        (EDGE_ROWS | lines[1]) as i64,
        (EDGE_COLUMNS | lines[0]) as i64,
    );
    let own = _mm256_set1_epi64x(mover as i64);
    let off = _mm256_set1_epi64x(off as i64);
    let full = lines[0] & lines[1] & lines[2] & lines[3] & mover;
    let mut stable = _mm256_set1_epi64x(full as i64);
    loop {
        // Two rounds per test: an extra round is cheaper than a mispredicted branch.
        let before = stable;
        for _ in 0..2 {
            let held = _mm256_or_si256(stable, off);
            let beside = _mm256_or_si256(
                _mm256_sllv_epi64(held, steps),
                _mm256_srlv_epi64(held, steps),
            );
            let more = _mm256_and_si256(in_every_lane(_mm256_or_si256(beside, safe)), own);
            stable = _mm256_or_si256(stable, more);
        }
        if _mm256_testc_si256(before, stable) != 0 {
            return _mm_cvtsi128_si64(_mm256_castsi256_si128(stable)) as u64;
        }
    }
}

/// Puts the bits that all lanes share into each lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn in_every_lane(lanes: __m256i) -> __m256i {
    let pairs = _mm256_and_si256(lanes, _mm256_permute4x64_epi64::<0x4E>(lanes));
    _mm256_and_si256(pairs, _mm256_shuffle_epi32::<0x4E>(pairs))
}
