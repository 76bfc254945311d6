//! Boards as with AVX2, flips by counting leading zeros.

use super::LastBoard;
use super::avx2::play_flips;
pub(crate) use super::avx2::{Lanes, lane_discs, to_lanes};
use crate::kernels::flip::avx512::flips_by_axis;

/// The board after a move on the empty square `index`, if it flips any disc.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
pub(crate) fn play(index: u32, board: LastBoard<Lanes>) -> Option<LastBoard<Lanes>> {
    play_flips(
        index,
        flips_by_axis(index, board.mover, board.opponent),
        board,
    )
}
