//! Moves with a board in each lane of a register.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_or_si256,
    _mm256_permute2x128_si256, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_slli_epi64, _mm256_srli_epi64, _mm256_storeu_si256, _mm256_unpackhi_epi64,
    _mm256_unpacklo_epi64, _mm256_xor_si256,
};

use super::Replies;
use crate::kernels::flip::avx2::flips_by_axis;
use crate::kernels::mobility::INNER_COLUMNS;

/// The first four of the legal moves `moves`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn replies(moves: u64, mover: u64, opponent: u64) -> Replies<u64> {
    let mut rest = moves;
    let mut placed = [0; 4];
    let mut flips = [_mm256_setzero_si256(); 4];
    for place in 0..4 {
        flips[place] = flips_by_axis(rest.trailing_zeros(), mover, opponent);
        placed[place] = rest & rest.wrapping_neg();
        rest &= rest.wrapping_sub(1);
    }
    after(placed, join_axes(flips), mover, opponent)
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

/// What the opponent reaches after four moves.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn after(placed: [u64; 4], flips: __m256i, mover: u64, opponent: u64) -> Replies<u64> {
    let [a, b, c, d] = placed.map(|square| square as i64);
    let next_opponent = _mm256_or_si256(
        _mm256_or_si256(_mm256_set_epi64x(d, c, b, a), flips),
        _mm256_set1_epi64x(mover as i64),
    );
    let next_mover = _mm256_xor_si256(flips, _mm256_set1_epi64x(opponent as i64));
    let reached = reached(next_mover, next_opponent);
    Replies {
        flips: lanes(flips),
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

/// The squares behind unbroken runs of opposing discs that start at a disc of the mover,
/// for a board in each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn reached(mover: __m256i, opponent: __m256i) -> __m256i {
    let inner = _mm256_and_si256(opponent, _mm256_set1_epi64x(INNER_COLUMNS as i64));
    // Up a row a carry runs through the opposing discs, which never leaves the row.
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
