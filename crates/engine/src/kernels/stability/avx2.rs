//! Stable discs with the four axes in one register.

use std::arch::x86_64::{
    _mm_and_si128, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x,
    _mm256_sllv_epi64, _mm256_srlv_epi64,
};

use super::portable::full_lines;
use super::{EDGE_COLUMNS, EDGE_ROWS};

/// Discs of `mover` that can never be flipped: along each axis the line is
/// full, or ends at the disc, or goes on to another stable disc of the mover.
///
/// `mask` holds the squares of the shape. Not all stable discs are found: what
/// this finds is stable.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn stable(mover: u64, opponent: u64, mask: u64) -> u64 {
    let off = !mask;
    let lines = full_lines(mover | opponent | off);
    let mut stable = lines[0] & lines[1] & lines[2] & lines[3] & mover;
    let steps = _mm256_set_epi64x(7, 9, 8, 1);
    let edges = EDGE_ROWS | EDGE_COLUMNS;
    let safe = _mm256_set_epi64x(
        (edges | lines[3]) as i64,
        (edges | lines[2]) as i64,
        (EDGE_ROWS | lines[1]) as i64,
        (EDGE_COLUMNS | lines[0]) as i64,
    );
    loop {
        let held = _mm256_set1_epi64x((stable | off) as i64);
        let beside = _mm256_or_si256(
            _mm256_sllv_epi64(held, steps),
            _mm256_srlv_epi64(held, steps),
        );
        let indices = _mm256_or_si256(beside, safe);
        let pair = _mm_and_si128(
            _mm256_castsi256_si128(indices),
            _mm256_extracti128_si256::<1>(indices),
        );
        let all = _mm_cvtsi128_si64(_mm_and_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64;
        let more = mover & all;
        if more | stable == stable {
            return stable;
        }
        stable |= more;
    }
}
