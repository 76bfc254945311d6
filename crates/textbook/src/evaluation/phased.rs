//! `phased`: discs, stability, mobility and corner access, weighted by stage.

use outflank_othello::Bitboard;

use super::parameters::{PhasedParameters, hundredths};
use super::{Count, ParameterError};
use crate::geometry::Geometry;
use crate::othello_game::State;
use crate::stability::stable_discs;

/// The names of the terms, in the order of their weights.
pub(super) const TERMS: [&str; 4] = ["discs", "stability", "mobility", "corner access"];

/// A stage with its weights.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stage {
    pub(super) name: String,
    /// The share of the board, in 0..=1, that is filled when the stage ends.
    until: f64,
    /// Hundredths of a disc per unit, in the order of [`TERMS`].
    weights: [i32; 4],
}

/// The stages in order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Phased {
    stages: Vec<Stage>,
}

impl Phased {
    pub(super) fn new(parameters: &PhasedParameters) -> Result<Self, ParameterError> {
        parameters.check()?;
        let stages = parameters.stages.iter().map(|stage| Stage {
            name: stage.name.clone(),
            until: stage.until,
            weights: stage.weights().map(hundredths),
        });
        let stages = stages.collect();
        Ok(Self { stages })
    }

    #[inline]
    pub(super) fn stage<B: Bitboard>(&self, geometry: &Geometry<B>, state: &State<B>) -> &Stage {
        let discs = state.board.occupied().count();
        let share = f64::from(discs) / f64::from(geometry.squares());
        let last = &self.stages[self.stages.len() - 1];
        let mut stages = self.stages.iter();
        stages.find(|stage| share <= stage.until).unwrap_or(last)
    }

    #[inline]
    pub(super) fn counts<B: Bitboard>(
        &self,
        geometry: &Geometry<B>,
        state: &State<B>,
    ) -> [Count; 4] {
        let weights = self.stage(geometry, state).weights;
        let pairs = pairs(geometry, state);
        std::array::from_fn(|term| Count::linear(pairs[term], weights[term]))
    }
}

/// Returns the mover's and the opponent's count of each term.
#[inline]
pub(super) fn pairs<B: Bitboard>(geometry: &Geometry<B>, state: &State<B>) -> [[i32; 2]; 4] {
    let board = state.board;
    let discs = [board.mover(), board.opponent()];
    let stable = stable_discs(geometry, board);
    let replies = board.pass().legal_moves(geometry.layout());
    let corners = geometry.corners();
    let count = |set: B| set.count() as i32;
    [
        discs.map(count),
        discs.map(|discs| count(stable & discs)),
        [count(state.moves), count(replies)],
        [count(state.moves & corners), count(replies & corners)],
    ]
}
