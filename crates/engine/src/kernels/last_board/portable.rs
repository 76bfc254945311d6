//! Boards in ordinary words.

use super::LastBoard;
use crate::kernels::flip::baseline::flips;

pub(crate) type Lanes = u64;

#[inline(always)]
pub(crate) fn to_lanes(discs: u64) -> Lanes {
    discs
}

#[inline(always)]
pub(crate) fn lane_discs(lanes: Lanes) -> u64 {
    lanes
}

/// The board after a move on the empty square `index`, if it flips any disc.
#[inline(always)]
pub(crate) fn play(index: u32, board: LastBoard<Lanes>) -> Option<LastBoard<Lanes>> {
    let flips = flips(index, board.mover, board.opponent);
    (flips != 0).then(|| LastBoard {
        mover: board.opponent ^ flips,
        opponent: board.mover | flips | 1 << index,
    })
}
