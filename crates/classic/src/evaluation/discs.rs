//! `discs`: own discs minus the opponent's.

use outflank_gametree::Value;
use outflank_othello::Bitboard;

use super::{EvaluationKind, Explanation, Rating, Term};
use crate::geometry::Geometry;
use crate::othello_game::State;

/// The opponent that every report sets out to beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Discs;

impl<B: Bitboard> Rating<B> for Discs {
    fn terms(&self, geometry: &Geometry<B>, state: &State<B>) -> Explanation {
        let term = Term {
            name: "discs",
            own: f64::from(state.board.mover().count()),
            opponent: f64::from(state.board.opponent().count()),
            weight: 1.0,
            hundredths: self.value(geometry, state),
        };
        Explanation {
            kind: EvaluationKind::Discs,
            stage: None,
            terms: vec![term],
        }
    }

    #[inline]
    fn value(&self, _geometry: &Geometry<B>, state: &State<B>) -> Value {
        100 * state.board.disc_difference()
    }
}
