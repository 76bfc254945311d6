//! `discs`: own discs minus the opponent's.

use outflank_gametree::Value;
use outflank_othello::Bitboard;
use serde::Deserialize;

use super::{EvaluationKind, Explanation, Static, Term};
use crate::geometry::Geometry;
use crate::othello_game::State;

/// There is nothing to choose.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parameters {}

impl Parameters {
    pub(super) const fn prepare(&self) -> Discs {
        Discs
    }
}

pub(super) struct Discs;

impl<B: Bitboard> Static<B> for Discs {
    #[inline]
    fn hundredths(&self, _geometry: &Geometry<B>, state: &State<B>) -> Value {
        100 * state.board.disc_difference()
    }

    fn explain(&self, geometry: &Geometry<B>, state: &State<B>) -> Explanation {
        let term = Term {
            name: "discs",
            own: f64::from(state.board.mover.count()),
            opponent: f64::from(state.board.opponent.count()),
            weight: 1.0,
            contribution: f64::from(state.board.disc_difference()),
        };
        let hundredths = self.hundredths(geometry, state);
        Explanation::new(EvaluationKind::Discs, None, vec![term], hundredths)
    }
}
