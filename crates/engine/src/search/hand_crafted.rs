//! What a board is worth at a glance where no weights are trained for its
//! shape.

use outflank_othello::{Bitboard, Board};

use super::geometry::Geometry;
use super::tiers::Kernels;
use crate::evaluation::UNITS_PER_DISC;

/// What a hand_crafted is made of, in sixteenths of one legal move. Found by coordinate
/// search: the numbers that made the trees of 15 tournament positions with 22
/// empty squares the smallest, a fifth smaller than the same sum set by hand.
mod worth {
    /// Each legal move.
    pub(super) const MOVE: i32 = 16;
    /// Corners among them count so much more.
    pub(super) const CORNER_MOVE: i32 = 16;
    /// Each empty square beside a disc of the opponent: a move to come.
    pub(super) const MOVE_TO_COME: i32 = 6;
    /// Each disc of the opponent beside an empty square.
    pub(super) const OPPOSING_FRONTIER: i32 = 6;
    /// Holding a corner.
    pub(super) const CORNER: i32 = 52;
    /// A disc diagonally inside an empty corner.
    pub(super) const X_SQUARE: i32 = -20;
    /// A disc beside an empty corner, on the edge.
    pub(super) const C_SQUARE: i32 = -4;
    /// A stable disc.
    pub(super) const STABLE: i32 = 8;
}

/// Sixteenths of a move that go with one disc of the final score, roughly.
const WORTH_A_DISC: i32 = 12;

/// How good a board looks to its mover, in 1/128 discs: moves, moves to come,
/// frontier, corners, the squares that give them away, stable discs.
#[inline(always)]
pub(crate) fn hand_crafted<K: Kernels>(
    kernels: K,
    board: Board<K::Word>,
    geometry: &Geometry<K::Word>,
) -> i32 {
    let worth = side(kernels, board, geometry) - side(kernels, board.pass(), geometry);
    worth * UNITS_PER_DISC / WORTH_A_DISC
}

/// What the mover of a board has.
#[inline(always)]
fn side<K: Kernels>(kernels: K, board: Board<K::Word>, geometry: &Geometry<K::Word>) -> i32 {
    let free = geometry.mask & !board.occupied();
    let moves = kernels.reached(board, geometry) & free;
    let count = |set: K::Word| set.count() as i32;
    let mut value = worth::MOVE * count(moves)
        + worth::CORNER_MOVE * count(moves & geometry.corners)
        + worth::MOVE_TO_COME * count(geometry.around(board.opponent()) & free)
        + worth::OPPOSING_FRONTIER * count(geometry.around(free) & board.opponent())
        + worth::CORNER * count(board.mover() & geometry.corners);
    if !(board.mover() & geometry.corners).is_empty() {
        // Without a corner there is hardly a stable disc.
        value += worth::STABLE * count(kernels.stable(board, geometry));
    }
    for near in &geometry.near_corners {
        if !(near.corner & free).is_empty() {
            value += worth::X_SQUARE * count(board.mover() & near.x_square)
                + worth::C_SQUARE * count(board.mover() & near.c_squares);
        }
    }
    value
}
