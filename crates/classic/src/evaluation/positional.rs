//! `positional`: discs won since the root, and the weight of the square played
//! last.
//!
//! The worth of a position depends on the path that led to it. Positions alike
//! by transposition may differ in value, so no transposition table may serve
//! this evaluation.

use outflank_gametree::Value;
use outflank_othello::{Bitboard, Color, Layout, MAX_SQUARES, Shape, Square};
use serde::Deserialize;

use super::parameters::Weight;
use super::{EvaluationKind, Explanation, Root, Static, Term};
use crate::geometry::Geometry;
use crate::othello_game::State;

/// Rows of a quadrant, from the edge to the centre.
const DEPTH: usize = 4;

/// The weights of a quadrant and how the last square counts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parameters {
    /// Worth of the squares of the top left quadrant of 8×8, in discs.
    quadrant: [[Weight; DEPTH]; DEPTH],
    last_square: LastSquare,
}

/// For whom the weight of the square played last counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LastSquare {
    /// For the side that played it: a corner taken by the opponent is bad.
    Player,
    /// Always for the side to move at the root, as a literal reading of the
    /// formula has it.
    Root,
}

impl Parameters {
    /// The weights of all squares of a board by bit index, in hundredths.
    ///
    /// A square's weight is that of the square of the quadrant as far from the
    /// nearest side edge and from the nearest upper or lower edge, at most
    /// three squares: so corners, C- and X-squares, edges and centre keep their
    /// roles on every shape. Holes change nothing.
    fn weights<B: Bitboard>(&self, layout: &Layout<B>) -> Vec<Value> {
        let shape = layout.shape();
        let mut weights = vec![0; MAX_SQUARES as usize];
        for square in shape.squares_in_order() {
            if let Some(index) = layout.index(square) {
                weights[index as usize] = self.weight(square, shape).hundredths();
            }
        }
        weights
    }

    fn weight(&self, square: Square, shape: Shape) -> Weight {
        let from_edge =
            |place: u8, side: u8| usize::from(place.min(side - 1 - place)).min(DEPTH - 1);
        let row = from_edge(square.row(), shape.height());
        let column = from_edge(square.column(), shape.width());
        self.quadrant[row][column]
    }

    pub(super) fn prepare<B: Bitboard>(&self, layout: &Layout<B>, root: Root) -> Positional {
        Positional {
            weights: self.weights(layout),
            stride: layout.stride(),
            last_square: self.last_square,
            root,
        }
    }
}

/// The shipped weights by bit index, in hundredths.
pub(crate) fn square_weights<B: Bitboard>(layout: &Layout<B>) -> Vec<Value> {
    let toml = EvaluationKind::Positional.default_toml();
    let parameters = super::parameters::read::<Parameters>(EvaluationKind::Positional, toml);
    match parameters {
        Ok(parameters) => parameters.weights(layout),
        Err(error) => unreachable!("shipped parameters: {error}"),
    }
}

pub(super) struct Positional {
    /// By bit index, in hundredths.
    weights: Vec<Value>,
    stride: u32,
    last_square: LastSquare,
    root: Root,
}

impl Positional {
    /// The weight of the square played last in hundredths, and whether it
    /// counts for the side to move now.
    #[inline]
    fn last_square<B: Bitboard>(&self, state: &State<B>) -> (Value, bool) {
        let Some(square) = state.last else {
            return (0, false);
        };
        let index = u32::from(square.row()) * self.stride + u32::from(square.column());
        let weight = self.weights.get(index as usize).copied().unwrap_or(0);
        let for_mover = match self.last_square {
            // After a pass there is no last square, so the opponent played it.
            LastSquare::Player => false,
            LastSquare::Root => self.root.mover == state.mover,
        };
        (weight, for_mover)
    }

    /// The mover's lead at the root, in discs.
    #[inline]
    fn lead_at_root(&self, mover: Color) -> Value {
        match mover {
            Color::Black => self.root.black_lead,
            Color::White => -self.root.black_lead,
        }
    }
}

impl<B: Bitboard> Static<B> for Positional {
    #[inline]
    fn hundredths(&self, _geometry: &Geometry<B>, state: &State<B>) -> Value {
        let gained = state.board.disc_difference() - self.lead_at_root(state.mover);
        let (weight, for_mover) = self.last_square(state);
        100 * gained + if for_mover { weight } else { -weight }
    }

    fn explain(&self, geometry: &Geometry<B>, state: &State<B>) -> Explanation {
        let board = state.board;
        let lead_at_root = f64::from(self.lead_at_root(state.mover));
        let (weight, for_mover) = self.last_square(state);
        let weight = f64::from(weight) / 100.0;
        let (own, opponent) = if for_mover {
            (weight, 0.0)
        } else {
            (0.0, weight)
        };
        let term = |name, own: f64, opponent: f64, weight: f64| Term {
            name,
            own,
            opponent,
            weight,
            contribution: weight * (own - opponent),
        };
        let terms = vec![
            term(
                "discs",
                f64::from(board.mover.count()),
                f64::from(board.opponent.count()),
                1.0,
            ),
            term(
                "lead at the root",
                lead_at_root.max(0.0),
                (-lead_at_root).max(0.0),
                -1.0,
            ),
            term("last square", own, opponent, 1.0),
        ];
        let hundredths = self.hundredths(geometry, state);
        Explanation::new(EvaluationKind::Positional, None, terms, hundredths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Evaluation, Parameters as All};

    const STANDARD: [[Value; 8]; 8] = [
        [100, -10, 11, 6, 6, 11, -10, 100],
        [-10, -20, 1, 2, 2, 1, -20, -10],
        [10, 1, 5, 4, 4, 5, 1, 10],
        [6, 2, 4, 2, 2, 4, 2, 6],
        [6, 2, 4, 2, 2, 4, 2, 6],
        [10, 1, 5, 4, 4, 5, 1, 10],
        [-10, -20, 1, 2, 2, 1, -20, -10],
        [100, -10, 11, 6, 6, 11, -10, 100],
    ];

    const NINE_BY_SEVEN: [[Value; 9]; 7] = [
        [100, -10, 11, 6, 6, 6, 11, -10, 100],
        [-10, -20, 1, 2, 2, 2, 1, -20, -10],
        [10, 1, 5, 4, 4, 4, 5, 1, 10],
        [6, 2, 4, 2, 2, 2, 4, 2, 6],
        [10, 1, 5, 4, 4, 4, 5, 1, 10],
        [-10, -20, 1, 2, 2, 2, 1, -20, -10],
        [100, -10, 11, 6, 6, 6, 11, -10, 100],
    ];

    fn shipped() -> Parameters {
        match Evaluation::new(EvaluationKind::Positional).parameters {
            All::Positional(parameters) => parameters,
            other => panic!("{other:?}"),
        }
    }

    fn table(shape: &str) -> Vec<Value> {
        let shape: Shape = shape.parse().unwrap();
        let parameters = shipped();
        let weights = shape
            .cells_in_order()
            .map(|square| parameters.weight(square, shape).hundredths());
        weights.map(|hundredths| hundredths / 100).collect()
    }

    #[test]
    fn the_stretch_gives_both_published_tables() {
        assert_eq!(table("8x8"), STANDARD.as_flattened());
        assert_eq!(table("9x7"), NINE_BY_SEVEN.as_flattened());
    }

    #[test]
    fn corners_keep_their_role_on_every_shape() {
        for shape in ["3x3", "4x4", "5x11", "16x8", "10x10"] {
            let table = table(shape);
            assert_eq!((table[0], table[table.len() - 1]), (100, 100), "{shape}");
            assert_eq!(table.iter().filter(|&&weight| weight == 100).count(), 4);
        }
    }
}
