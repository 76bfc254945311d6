//! The hand-crafted evaluation, for shapes without trained weights.

use outflank_othello::{Bitboard, Board};

use super::geometry::Geometry;
use super::parameters::{
    HAND_C_SQUARE, HAND_CORNER, HAND_CORNER_MOVE, HAND_DISC, HAND_FRONTIER, HAND_MOVE,
    HAND_POTENTIAL_MOVE, HAND_STABLE, HAND_X_SQUARE,
};
use super::tiers::Kernels;
use crate::evaluation::UNITS_PER_DISC;

/// Returns the static value of a board for its mover in 1/128 discs: mobility, potential
/// mobility, frontier, corners, X- and C-squares, stable discs.
#[inline(always)]
pub(crate) fn hand_crafted<K: Kernels>(
    kernels: K,
    board: Board<K::Word>,
    geometry: &Geometry<K::Word>,
) -> i32 {
    let difference = side(kernels, board, geometry) - side(kernels, board.pass(), geometry);
    difference * UNITS_PER_DISC / HAND_DISC
}

/// Returns the terms of one side.
#[inline(always)]
fn side<K: Kernels>(kernels: K, board: Board<K::Word>, geometry: &Geometry<K::Word>) -> i32 {
    let free = geometry.mask & !board.occupied();
    let moves = kernels.legal_moves(board, geometry);
    let count = |set: K::Word| set.count() as i32;
    let mut value = HAND_MOVE * count(moves)
        + HAND_CORNER_MOVE * count(moves & geometry.corners)
        + HAND_POTENTIAL_MOVE * count(geometry.around(board.opponent()) & free)
        + HAND_FRONTIER * count(geometry.around(free) & board.opponent())
        + HAND_CORNER * count(board.mover() & geometry.corners);
    if !(board.mover() & geometry.corners).is_empty() {
        // A side without a corner has hardly any stable discs.
        value += HAND_STABLE * count(kernels.stable(board, geometry));
    }
    for near in &geometry.near_corners {
        if !(near.corner & free).is_empty() {
            value += HAND_X_SQUARE * count(board.mover() & near.x_square)
                + HAND_C_SQUARE * count(board.mover() & near.c_squares);
        }
    }
    value
}
