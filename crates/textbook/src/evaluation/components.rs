//! `components`: four terms, each scaled to −100..100 and weighted in per cent. If the sum of the
//! weights is at most 100, as with the shipped ones, the value is also in −100..100.

use outflank_othello::Bitboard;

use super::parameters::{ComponentsParameters, hundredths};
use super::{Count, ParameterError};
use crate::geometry::Geometry;
use crate::othello_game::State;
use crate::stability::Statuses;

/// The names of the terms, in the order of their weights.
pub(super) const TERMS: [&str; 4] = ["parity", "mobility", "corners", "stability"];

/// Weights in hundredths of a per cent, in the order of [`TERMS`].
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Components {
    weights: [i32; 4],
}

impl Components {
    pub(super) fn new(parameters: &ComponentsParameters) -> Result<Self, ParameterError> {
        parameters.check()?;
        let weights = parameters.weights().map(hundredths);
        Ok(Self { weights })
    }

    #[inline]
    pub(super) fn counts<B: Bitboard>(
        &self,
        geometry: &Geometry<B>,
        state: &State<B>,
    ) -> [Count; 4] {
        let pairs = pairs(geometry, state);
        std::array::from_fn(|term| {
            let ([own, opponent], weight) = (pairs[term], self.weights[term]);
            Count {
                own,
                opponent,
                weight,
                hundredths: match divisor(pairs[term]) {
                    0 => 0,
                    divisor => weight * (own - opponent) / divisor,
                },
            }
        })
    }
}

/// Returns the divisor that scales a difference to −1..1. It is the sum of absolute values: the
/// commonly printed divisor changes sign when stabilities are negative.
#[inline]
pub(super) fn divisor([own, opponent]: [i32; 2]) -> i32 {
    own.abs() + opponent.abs()
}

/// Returns the mover's and the opponent's count of each term. Stability is +1 for each stable disc
/// and −1 for each disc that a legal reply flips.
#[inline]
pub(super) fn pairs<B: Bitboard>(geometry: &Geometry<B>, state: &State<B>) -> [[i32; 2]; 4] {
    let board = state.board;
    let discs = [board.mover(), board.opponent()];
    let statuses = Statuses::new(geometry, board);
    let replies = board.pass().legal_moves(geometry.layout());
    let corners = geometry.corners();
    let count = |set: B| set.count() as i32;
    let stability = |discs: B| count(statuses.stable & discs) - count(statuses.unstable & discs);
    [
        discs.map(count),
        [count(state.moves), count(replies)],
        discs.map(|discs| count(discs & corners)),
        discs.map(stability),
    ]
}
