//! Moves with a board in each lane of a register.

#![expect(unsafe_code, reason = "vector instructions")]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_loadl_epi64, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_slli_epi64, _mm256_srli_epi64, _mm256_storeu_si256, _mm256_unpackhi_epi64,
    _mm256_unpacklo_epi64, _mm256_zextsi128_si256,
};

use super::Replies;
use crate::kernels::flip::avx2::flips_by_axis;
use crate::kernels::mobility::INNER_COLUMNS;
use crate::kernels::rays::SQUARES;

/// The first four of the legal moves `moves`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn replies(moves: u64, mover: u64, opponent: u64) -> Replies<u64> {
    let mover = _mm256_set1_epi64x(mover as i64);
    let opponent = _mm256_set1_epi64x(opponent as i64);
    let mut rest = moves;
    let mut changed = [_mm256_setzero_si256(); 4];
    for changed in &mut changed {
        let index = rest.trailing_zeros();
        *changed = with_square(index, flips_by_axis(index, mover, opponent));
        rest &= rest.wrapping_sub(1);
    }
    replies_after(join_axes(changed), mover, opponent)
}

/// Adds the bit of a square to the first axis.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn with_square(index: u32, axes: __m256i) -> __m256i {
    let square = &raw const SQUARES[index.min(64) as usize];
    // SAFETY: a word takes 8 bytes; no alignment is needed.
    let square = unsafe { _mm_loadl_epi64(square.cast::<__m128i>()) };
    _mm256_or_si256(axes, _mm256_zextsi128_si256(square))
}

/// Joins the four axes of four moves: one move in each lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn join_axes([a, b, c, d]: [__m256i; 4]) -> __m256i {
    let first = _mm256_or_si256(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    let second = _mm256_or_si256(_mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d));
    _mm256_or_si256(
        _mm256_permute2x128_si256::<0x20>(first, second),
        _mm256_permute2x128_si256::<0x31>(first, second),
    )
}

/// The squares that the opponent reaches after each of four moves. `changed` has the squares that
/// each move changes; every lane holds the same board.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn replies_after(changed: __m256i, mover: __m256i, opponent: __m256i) -> Replies<u64> {
    let next_mover = _mm256_andnot_si256(changed, opponent);
    let reached = reached(next_mover, _mm256_or_si256(changed, mover));
    Replies {
        changed: lanes(changed),
        reached: lanes(reached),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(words: __m256i) -> [u64; 4] {
    let mut lanes = [0; 4];
    // SAFETY: four words take 32 bytes; no alignment is needed.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast::<__m256i>(), words) };
    lanes
}

/// The squares at the far end of unbroken runs of opposing discs that start at a disc of the mover,
/// for a board in each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn reached(mover: __m256i, opponent: __m256i) -> __m256i {
    let inner = _mm256_and_si256(opponent, _mm256_set1_epi64x(INNER_COLUMNS as i64));
    // Towards higher bits in a row, a carry runs through the opposing discs and never leaves the
    // row.
    let beside = _mm256_and_si256(inner, _mm256_slli_epi64::<1>(mover));
    let mut reached = _mm256_andnot_si256(inner, _mm256_add_epi8(inner, beside));

    macro_rules! fill {
        ($flippable:ident, $shift:ident, $step:literal, $two_steps:literal, $pairs:expr) => {{
            let pairs = $pairs;
            let mut run = _mm256_and_si256($flippable, $shift::<$step>(mover));
            run = _mm256_or_si256(run, _mm256_and_si256($flippable, $shift::<$step>(run)));
            run = _mm256_or_si256(run, _mm256_and_si256(pairs, $shift::<$two_steps>(run)));
            run = _mm256_or_si256(run, _mm256_and_si256(pairs, $shift::<$two_steps>(run)));
            reached = _mm256_or_si256(reached, $shift::<$step>(run));
        }};
    }
    macro_rules! both_ways {
        ($flippable:ident, $step:literal, $two_steps:literal) => {{
            let pairs = _mm256_and_si256($flippable, _mm256_slli_epi64::<$step>($flippable));
            fill!($flippable, _mm256_slli_epi64, $step, $two_steps, pairs);
            let pairs = _mm256_srli_epi64::<$step>(pairs);
            fill!($flippable, _mm256_srli_epi64, $step, $two_steps, pairs);
        }};
    }
    let pairs = _mm256_and_si256(inner, _mm256_srli_epi64::<1>(inner));
    fill!(inner, _mm256_srli_epi64, 1, 2, pairs);
    both_ways!(inner, 7, 14);
    both_ways!(opponent, 8, 16);
    both_ways!(inner, 9, 18);
    reached
}
