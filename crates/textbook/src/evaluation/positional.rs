//! `positional`: discs won since the root and the weight of the last square played.
//! The value depends on the path.

use outflank_othello::{Bitboard, Layout, Shape, Square};

use super::{Count, Root};
use crate::geometry::Geometry;
use crate::othello_game::State;

pub(super) const TERMS: [&str; 3] = ["discs", "discs at the root", "square played last"];

/// One quarter of the published table, by distance from the nearest edge in rows and
/// columns (University of Washington, CSE 573, "A New Experience: O-Thell-Us").
const QUARTER: [[i32; 4]; 4] = [
    [100, -10, 11, 6],
    [-10, -20, 1, 2],
    [10, 1, 5, 4],
    [6, 2, 4, 2],
];

/// Returns the weight of a square. Squares three or more from the edge share a weight, which
/// extends the table to any board; 8×8 and 9×7 are as published.
pub(crate) fn square_weight(shape: Shape, square: Square) -> i32 {
    let distance = |at: u8, side: u8| usize::from(at.min(side - 1 - at).min(3));
    let row = distance(square.row(), shape.height());
    let column = distance(square.column(), shape.width());
    QUARTER[row][column]
}

/// Returns the weight of each bit index of a layout, 0 off the board.
pub(crate) fn square_weights<B: Bitboard>(layout: &Layout<B>) -> Vec<i32> {
    let mut weights = vec![0; B::BITS as usize];
    for index in layout.mask().indices() {
        weights[index as usize] = square_weight(layout.shape(), layout.square(index));
    }
    weights
}

/// Returns the discs now and at the root, and the weight of the square that the opponent just
/// played; 0 after a pass.
#[inline]
pub(super) fn counts<B: Bitboard>(
    geometry: &Geometry<B>,
    state: &State<B>,
    root: Root,
) -> [Count; 3] {
    let [own, opponent] = [state.board.mover(), state.board.opponent()].map(|d| d.count() as i32);
    let at_root = if state.mover == root.side {
        root.difference
    } else {
        -root.difference
    };
    let shape = geometry.layout().shape();
    let last = state.last.map_or(0, |last| square_weight(shape, last));
    [
        Count::linear([own, opponent], 100),
        Count::linear([0, at_root], 100),
        Count::linear([0, last], 100),
    ]
}
