//! Legal moves with all eight directions in one register.

use std::arch::x86_64::{
    _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_or_si256, _mm512_and_si512, _mm512_castsi512_si256,
    _mm512_extracti64x4_epi64, _mm512_rolv_epi64, _mm512_set_epi64, _mm512_set1_epi64,
    _mm512_ternarylogic_epi64,
};

/// Squares that can be flipped along a row.
const ROWS: i64 = 0x7E7E_7E7E_7E7E_7E7E;
/// Squares that can be flipped along a column.
const COLUMNS: i64 = 0x00FF_FFFF_FFFF_FF00;
/// Squares that can be flipped along a diagonal.
const DIAGONALS: i64 = ROWS & COLUMNS;
/// Truth table of `a | (b & c)`, read as bit `4a + 2b + c`.
const OR_AND: i32 = 0xF8;

/// The squares behind unbroken runs of opposing discs that start at a disc of
/// the mover. Among them the empty ones are the legal moves.
///
/// A rotation by 64 − n is a shift down by n: what it carries around the end
/// never meets a disc that can be flipped along that axis.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl")]
pub(crate) fn reached(mover: u64, opponent: u64) -> u64 {
    let step = _mm512_set_epi64(64 - 9, 64 - 8, 64 - 7, 64 - 1, 9, 8, 7, 1);
    let two_steps = _mm512_set_epi64(64 - 18, 64 - 16, 64 - 14, 64 - 2, 18, 16, 14, 2);
    let flippable = _mm512_and_si512(
        _mm512_set1_epi64(opponent as i64),
        _mm512_set_epi64(
            DIAGONALS, COLUMNS, DIAGONALS, ROWS, DIAGONALS, COLUMNS, DIAGONALS, ROWS,
        ),
    );
    let mover = _mm512_set1_epi64(mover as i64);

    let run = _mm512_and_si512(flippable, _mm512_rolv_epi64(mover, step));
    let pairs = _mm512_and_si512(flippable, _mm512_rolv_epi64(flippable, step));
    let run = _mm512_ternarylogic_epi64::<OR_AND>(run, flippable, _mm512_rolv_epi64(run, step));
    let run = _mm512_ternarylogic_epi64::<OR_AND>(run, pairs, _mm512_rolv_epi64(run, two_steps));
    let run = _mm512_ternarylogic_epi64::<OR_AND>(run, pairs, _mm512_rolv_epi64(run, two_steps));
    let ends = _mm512_rolv_epi64(run, step);

    let half = _mm256_or_si256(
        _mm512_castsi512_si256(ends),
        _mm512_extracti64x4_epi64::<1>(ends),
    );
    let pair = _mm_or_si128(
        _mm256_castsi256_si128(half),
        _mm256_extracti128_si256::<1>(half),
    );
    _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
}
