//! Weights of squares: corners are good, and squares next to them are bad.

use outflank_othello::{Bitboard, Layout, Shape, Square};

/// One quarter of the published table, by distance from the nearest edge in rows and
/// columns (University of Washington, CSE 573, "A New Experience: O-Thell-Us").
const QUARTER: [[i32; 4]; 4] = [
    [100, -10, 11, 6],
    [-10, -20, 1, 2],
    [10, 1, 5, 4],
    [6, 2, 4, 2],
];

/// Returns the weight of a square. All squares three or more from the edge have the same weight, so
/// the table applies to any board. For 8×8 and 9×7, the weights are as published.
pub(crate) fn square_weight(shape: Shape, square: Square) -> i32 {
    let distance = |at: u8, side: u8| usize::from(at.min(side - 1 - at).min(3));
    let row = distance(square.row(), shape.height());
    let column = distance(square.column(), shape.width());
    QUARTER[row][column]
}

/// Returns the weight of each bit index of a layout; off the board, it is 0.
pub(crate) fn square_weights<B: Bitboard>(layout: &Layout<B>) -> Vec<i32> {
    let mut weights = vec![0; B::BITS as usize];
    for index in layout.mask().indices() {
        weights[index as usize] = square_weight(layout.shape(), layout.square(index));
    }
    weights
}
