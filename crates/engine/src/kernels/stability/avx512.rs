//! Stable discs with both directions of the four axes in one register.

use std::arch::x86_64::{
    __m512i, _mm_cvtsi128_si64, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128,
    _mm256_or_si256, _mm256_rolv_epi64, _mm256_rorv_epi64, _mm256_set_epi64x, _mm256_set1_epi64x,
    _mm256_ternarylogic_epi64, _mm256_testc_si256, _mm512_and_si512, _mm512_castsi512_si256,
    _mm512_extracti64x4_epi64, _mm512_rolv_epi64, _mm512_set_epi64, _mm512_set1_epi64,
    _mm512_slli_epi64, _mm512_ternarylogic_epi64,
};

use super::avx2::in_every_lane;
use super::{EDGE_COLUMNS, EDGE_ROWS};

/// Truth table of `(a & b) | c`, read as bit `4a + 2b + c`.
const AND_OR: i32 = 0xEA;
/// Truth table of `a | b | c`.
const OR_ALL: i32 = 0xFE;

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = 0x8080_8080_8080_8080;
const FIRST_ROW: u64 = 0x0000_0000_0000_00FF;
const LAST_ROW: u64 = 0xFF00_0000_0000_0000;

/// Eight words, the first in the lowest lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn indices(words: [u64; 8]) -> __m512i {
    let [a, b, c, d, e, f, g, h] = words.map(|word| word as i64);
    _mm512_set_epi64(h, g, f, e, d, c, b, a)
}

/// See [`portable::stable`](super::portable::stable).
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl")]
pub(crate) fn stable(mover: u64, opponent: u64, mask: u64) -> u64 {
    let off = !mask;
    // Gaps spread along the axes: rows, columns and the two diagonals up, then all four down, as
    // rotations. Bits that rotate over an end must not enter.
    let mut gaps = _mm512_set1_epi64(!(mover | opponent | off) as i64);
    let mut enter = indices([
        !FIRST_COLUMN,
        !FIRST_ROW,
        !(FIRST_COLUMN | FIRST_ROW),
        !(LAST_COLUMN | FIRST_ROW),
        !LAST_COLUMN,
        !LAST_ROW,
        !(LAST_COLUMN | LAST_ROW),
        !(FIRST_COLUMN | LAST_ROW),
    ]);
    let mut turn = indices([1, 8, 9, 7, 63, 56, 55, 57]);
    for _ in 0..3 {
        gaps = _mm512_ternarylogic_epi64::<AND_OR>(_mm512_rolv_epi64(gaps, turn), enter, gaps);
        enter = _mm512_and_si512(enter, _mm512_rolv_epi64(enter, turn));
        turn = _mm512_slli_epi64::<1>(turn);
    }
    let gaps = _mm256_or_si256(
        _mm512_castsi512_si256(gaps),
        _mm512_extracti64x4_epi64::<1>(gaps),
    );

    let edges = (EDGE_ROWS | EDGE_COLUMNS) as i64;
    let ends = _mm256_set_epi64x(edges, edges, EDGE_ROWS as i64, EDGE_COLUMNS as i64);
    let every = _mm256_set1_epi64x(-1);
    let full = _mm256_andnot_si256(gaps, every);
    let safe = _mm256_or_si256(full, ends);
    let own = _mm256_set1_epi64x(mover as i64);
    let off = _mm256_set1_epi64x(off as i64);
    let steps = _mm256_set_epi64x(7, 9, 8, 1);
    let mut stable = _mm256_and_si256(in_every_lane(full), own);
    loop {
        // A rotation over an end arrives on an edge, which is safe along that axis anyway. Two
        // rounds per test: an extra round is cheaper than a mispredicted branch.
        let before = stable;
        for _ in 0..2 {
            let held = _mm256_or_si256(stable, off);
            let axes = _mm256_ternarylogic_epi64::<OR_ALL>(
                _mm256_rolv_epi64(held, steps),
                _mm256_rorv_epi64(held, steps),
                safe,
            );
            let more = _mm256_and_si256(in_every_lane(axes), own);
            stable = _mm256_or_si256(stable, more);
        }
        if _mm256_testc_si256(before, stable) != 0 {
            return _mm_cvtsi128_si64(_mm256_castsi256_si128(stable)) as u64;
        }
    }
}
