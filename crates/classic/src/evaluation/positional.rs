//! `positional`: discs won since the root and the square played last.

use outflank_gametree::Value;
use outflank_othello::{Bitboard, Layout, Shape, Square};

use super::{EvaluationKind, Explanation, Rating, Root, Term};
use crate::geometry::Geometry;
use crate::othello_game::State;

/// The weights of one quarter of the published table, by distance from the
/// nearest edge in rows and columns (University of Washington, CSE 573, "A New
/// Experience: O-Thell-Us").
const QUARTER: [[i32; 4]; 4] = [
    [100, -10, 11, 6],
    [-10, -20, 1, 2],
    [10, 1, 5, 4],
    [6, 2, 4, 2],
];

/// The weight of a square. Squares three or more from the edge are alike, which
/// stretches the table to any board: corners, the squares beside them, edges
/// and centre keep their roles, and 8×8 and 9×7 are just as published.
pub(crate) fn square_weight(shape: Shape, square: Square) -> i32 {
    let distance = |at: u8, side: u8| usize::from(at.min(side - 1 - at).min(3));
    let row = distance(square.row(), shape.height());
    let column = distance(square.column(), shape.width());
    QUARTER[row][column]
}

/// The weight of each bit index of a layout, 0 for those of no square.
pub(crate) fn square_weights<B: Bitboard>(layout: &Layout<B>) -> Vec<i32> {
    let mut weights = vec![0; B::BITS as usize];
    for index in layout.mask().indices() {
        weights[index as usize] = square_weight(layout.shape(), layout.square(index));
    }
    weights
}

/// The evaluation of one search: it depends on the path, so that positions
/// alike may differ in value.
#[derive(Clone, Debug)]
pub(crate) struct Positional {
    root: Root,
    shape: Shape,
}

impl Positional {
    pub(super) fn new<B: Bitboard>(layout: &Layout<B>, root: Root) -> Self {
        let shape = layout.shape();
        Self { root, shape }
    }

    /// The disc difference now and at the root, and the weight of the square
    /// played last, all seen from the state's mover. The last square was played
    /// by the other side; a pass weighs nothing.
    fn parts<B: Bitboard>(&self, state: &State<B>) -> [i32; 3] {
        let now = state.board.disc_difference();
        let at_root = if state.mover == self.root.side {
            self.root.difference
        } else {
            -self.root.difference
        };
        let last = state.last.map_or(0, |last| square_weight(self.shape, last));
        [now, at_root, last]
    }
}

impl<B: Bitboard> Rating<B> for Positional {
    fn terms(&self, _geometry: &Geometry<B>, state: &State<B>) -> Explanation {
        let [now, at_root, last] = self.parts(state);
        let term = |name, own: i32, opponent: i32| Term {
            name,
            own: f64::from(own),
            opponent: f64::from(opponent),
            weight: 1.0,
            hundredths: 100 * (own - opponent),
        };
        let [own, opponent] =
            [state.board.mover(), state.board.opponent()].map(|d| d.count() as i32);
        debug_assert_eq!(now, own - opponent);
        Explanation {
            kind: EvaluationKind::Positional,
            stage: None,
            terms: vec![
                term("discs", own, opponent),
                term("discs at the root", 0, at_root),
                term("square played last", 0, last),
            ],
        }
    }

    #[inline]
    fn value(&self, _geometry: &Geometry<B>, state: &State<B>) -> Value {
        let [now, at_root, last] = self.parts(state);
        100 * (now - at_root - last)
    }
}
