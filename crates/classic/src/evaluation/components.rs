//! `components`: four terms, each scaled to −100..100, then weighted in per
//! cent. With weights that sum to 100 or less, as the shipped ones, the whole
//! stays in −100..100 too.

use outflank_gametree::Value;
use outflank_othello::Bitboard;

use super::parameters::{ComponentsParameters, hundredths};
use super::{EvaluationKind, Explanation, ParameterError, Rating, Term};
use crate::geometry::Geometry;
use crate::othello_game::State;
use crate::stability::Statuses;

/// The names of the terms, in the order of their weights.
pub(super) const TERMS: [&str; 4] = ["parity", "mobility", "corners", "stability"];

/// Weights in hundredths of a per cent, in the order of [`TERMS`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Components {
    weights: [i32; 4],
}

impl Components {
    pub(super) fn new(parameters: &ComponentsParameters) -> Result<Self, ParameterError> {
        parameters.check()?;
        let weights = parameters.weights().map(hundredths);
        Ok(Self { weights })
    }
}

/// What both sides have of each term: own and opponent's. Stability is +1 for
/// each stable disc and −1 for each that some legal reply flips at once.
#[inline]
pub(super) fn counts<B: Bitboard>(geometry: &Geometry<B>, state: &State<B>) -> [[i32; 2]; 4] {
    let board = state.board;
    let statuses = Statuses::of(geometry, board);
    let replies = board.pass().legal_moves(geometry.layout());
    let count = |set: B| set.count() as i32;
    let stability = |discs: B| count(statuses.stable & discs) - count(statuses.unstable & discs);
    [
        [count(board.mover()), count(board.opponent())],
        [count(state.moves), count(replies)],
        [
            count(board.mover() & geometry.corners()),
            count(board.opponent() & geometry.corners()),
        ],
        [stability(board.mover()), stability(board.opponent())],
    ]
}

/// A weighted term in hundredths of a point: the weight in hundredths of a per
/// cent times the share (−1..1) of the difference. The sum in the divisor is
/// of absolute values: the one commonly printed changes sign when stabilities
/// are negative.
#[inline]
fn weighted(weight: i32, [own, opponent]: [i32; 2]) -> i32 {
    match own.abs() + opponent.abs() {
        0 => 0,
        sum => weight * (own - opponent) / sum,
    }
}

impl<B: Bitboard> Rating<B> for Components {
    fn terms(&self, geometry: &Geometry<B>, state: &State<B>) -> Explanation {
        let terms = TERMS.iter().zip(counts(geometry, state)).zip(self.weights);
        let terms = terms.map(|((&name, [own, opponent]), weight)| Term {
            name,
            own: f64::from(own),
            opponent: f64::from(opponent),
            weight: f64::from(weight) / 100.0,
            hundredths: weighted(weight, [own, opponent]),
        });
        Explanation {
            kind: EvaluationKind::Components,
            stage: None,
            terms: terms.collect(),
        }
    }

    #[inline]
    fn value(&self, geometry: &Geometry<B>, state: &State<B>) -> Value {
        let counts = counts(geometry, state);
        self.weights
            .iter()
            .zip(counts)
            .map(|(&weight, counts)| weighted(weight, counts))
            .sum()
    }
}
