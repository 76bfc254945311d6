//! Boards with the discs of a side in each lane of a register.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm256_castsi256_si128, _mm256_or_si256, _mm256_permute2x128_si256,
    _mm256_set1_epi64x, _mm256_shuffle_epi32, _mm256_testz_si256, _mm256_xor_si256,
};

use super::LastBoard;
use crate::kernels::flip::avx2::flips_by_axis;
use crate::kernels::rays::SQUARES;

pub(crate) type Lanes = __m256i;

#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn to_lanes(discs: u64) -> Lanes {
    _mm256_set1_epi64x(discs as i64)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn lane_discs(lanes: Lanes) -> u64 {
    _mm_cvtsi128_si64(_mm256_castsi256_si128(lanes)) as u64
}

/// The board after a move on the empty square `index`, if it flips any disc.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn play(index: u32, board: LastBoard<Lanes>) -> Option<LastBoard<Lanes>> {
    play_flips(
        index,
        flips_by_axis(index, board.mover, board.opponent),
        board,
    )
}

/// The same for flips whose axes are in different lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn play_flips(
    index: u32,
    axes: __m256i,
    board: LastBoard<Lanes>,
) -> Option<LastBoard<Lanes>> {
    let pairs = _mm256_or_si256(axes, _mm256_permute2x128_si256::<1>(axes, axes));
    let flips = _mm256_or_si256(pairs, _mm256_shuffle_epi32::<0x4E>(pairs));
    if _mm256_testz_si256(flips, flips) != 0 {
        return None;
    }
    let square = _mm256_set1_epi64x(SQUARES[index as usize & 63] as i64);
    Some(LastBoard {
        mover: _mm256_xor_si256(board.opponent, flips),
        opponent: _mm256_or_si256(_mm256_or_si256(board.mover, flips), square),
    })
}
