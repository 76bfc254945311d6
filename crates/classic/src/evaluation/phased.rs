//! `phased`: discs, stability, mobility and access to corners, with weights
//! that change with the stage of the game.

use outflank_gametree::Value;
use outflank_othello::{Bitboard, Shape};
use serde::Deserialize;

use super::parameters::{Share, Weight};
use super::{EvaluationKind, Explanation, Static, Term};
use crate::geometry::Geometry;
use crate::othello_game::State;
use crate::stability::stable_discs;

/// A stage reaches as long as the filled share of the board, discs over
/// squares, is below its bound; the late one to the end of the game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parameters {
    opening: BoundedStage,
    middle: BoundedStage,
    late: LastStage,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoundedStage {
    filled_below: Share,
    discs: Weight,
    stability: Weight,
    mobility: Weight,
    corner_access: Weight,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct LastStage {
    discs: Weight,
    stability: Weight,
    mobility: Weight,
    corner_access: Weight,
}

/// The names of the terms, in the order of their weights.
const TERMS: [&str; 4] = ["discs", "stability", "mobility", "corner access"];

/// One stage ready for use.
#[derive(Clone, Copy)]
struct Stage {
    name: &'static str,
    /// The stage reaches while there are fewer discs.
    discs_below: u32,
    weights: [Weight; 4],
}

impl Parameters {
    pub(super) fn prepare(&self, shape: Shape) -> Phased {
        let bounded = |name, stage: &BoundedStage| Stage {
            name,
            discs_below: stage.filled_below.discs_below(shape.squares()),
            weights: [
                stage.discs,
                stage.stability,
                stage.mobility,
                stage.corner_access,
            ],
        };
        let late = &self.late;
        Phased {
            stages: [
                bounded("opening", &self.opening),
                bounded("middle", &self.middle),
                Stage {
                    name: "late",
                    discs_below: u32::MAX,
                    weights: [
                        late.discs,
                        late.stability,
                        late.mobility,
                        late.corner_access,
                    ],
                },
            ],
        }
    }
}

pub(super) struct Phased {
    stages: [Stage; 3],
}

/// The four terms, each for the mover and for the opponent.
type Counts = [[u32; 2]; 4];

impl Phased {
    #[inline]
    fn stage(&self, discs: u32) -> &Stage {
        let [opening, middle, late] = &self.stages;
        if discs < opening.discs_below {
            opening
        } else if discs < middle.discs_below {
            middle
        } else {
            late
        }
    }
}

/// Counts the terms that `needed` names; the others stay 0.
#[inline]
fn counts<B: Bitboard>(geometry: &Geometry<B>, state: &State<B>, needed: [bool; 4]) -> Counts {
    let board = state.board;
    let [discs, stability, mobility, corner_access] = needed;
    let mut counts = Counts::default();
    if discs {
        counts[0] = [board.mover.count(), board.opponent.count()];
    }
    if stability {
        let stable = stable_discs(geometry, board);
        counts[1] = [
            (stable & board.mover).count(),
            (stable & board.opponent).count(),
        ];
    }
    if mobility || corner_access {
        let corners = geometry.corners();
        let replies = board.pass().legal_moves(geometry.layout());
        counts[2] = [state.moves.count(), replies.count()];
        counts[3] = [(state.moves & corners).count(), (replies & corners).count()];
    }
    counts
}

#[inline]
fn difference([own, opponent]: [u32; 2]) -> Value {
    own as Value - opponent as Value
}

impl<B: Bitboard> Static<B> for Phased {
    #[inline]
    fn hundredths(&self, geometry: &Geometry<B>, state: &State<B>) -> Value {
        let weights = self.stage(state.board.occupied().count()).weights;
        let needed = weights.map(|weight| !weight.is_zero());
        counts(geometry, state, needed)
            .into_iter()
            .zip(weights)
            .map(|(count, weight)| weight.hundredths() * difference(count))
            .sum()
    }

    fn explain(&self, geometry: &Geometry<B>, state: &State<B>) -> Explanation {
        let stage = self.stage(state.board.occupied().count());
        let terms = counts(geometry, state, [true; 4])
            .into_iter()
            .zip(stage.weights)
            .zip(TERMS)
            .map(|((count, weight), name)| Term {
                name,
                own: f64::from(count[0]),
                opponent: f64::from(count[1]),
                weight: weight.discs(),
                contribution: f64::from(weight.hundredths() * difference(count)) / 100.0,
            })
            .collect();
        let hundredths = self.hundredths(geometry, state);
        Explanation::new(EvaluationKind::Phased, Some(stage.name), terms, hundredths)
    }
}
