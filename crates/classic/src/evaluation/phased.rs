//! `phased`: discs, stability, mobility and corner access by stage.

use outflank_gametree::Value;
use outflank_othello::Bitboard;

use super::parameters::{PhasedParameters, hundredths};
use super::{EvaluationKind, Explanation, ParameterError, Rating, Term};
use crate::geometry::Geometry;
use crate::othello_game::State;
use crate::stability::stable_discs;

/// The names of the terms, in the order of their weights.
pub(super) const TERMS: [&str; 4] = ["discs", "stability", "mobility", "corner access"];

/// Weights that hold up to some filling of the board.
#[derive(Clone, Debug, PartialEq)]
struct Stage {
    name: String,
    /// The share of the board, in 0..=1, up to which the stage lasts.
    until: f64,
    /// Hundredths of a disc for each unit, in the order of [`TERMS`].
    weights: [i32; 4],
}

/// The stages in the order of the game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Phased {
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
        Ok(Self {
            stages: stages.collect(),
        })
    }

    /// The stage of a board with so many discs on so many squares.
    #[inline]
    fn stage(&self, discs: u32, squares: u32) -> &Stage {
        let share = f64::from(discs) / f64::from(squares);
        let last = &self.stages[self.stages.len() - 1];
        self.stages
            .iter()
            .find(|stage| share <= stage.until)
            .unwrap_or(last)
    }
}

/// What both sides have of each term: own and opponent's.
#[inline]
pub(super) fn counts<B: Bitboard>(geometry: &Geometry<B>, state: &State<B>) -> [[i32; 2]; 4] {
    let board = state.board;
    let stable = stable_discs(geometry, board);
    let replies = board.pass().legal_moves(geometry.layout());
    let corners = geometry.corners();
    let count = |set: B| set.count() as i32;
    [
        [count(board.mover()), count(board.opponent())],
        [
            count(stable & board.mover()),
            count(stable & board.opponent()),
        ],
        [count(state.moves), count(replies)],
        [count(state.moves & corners), count(replies & corners)],
    ]
}

impl<B: Bitboard> Rating<B> for Phased {
    fn terms(&self, geometry: &Geometry<B>, state: &State<B>) -> Explanation {
        let stage = self.stage(state.board.occupied().count(), geometry.squares());
        let counts = counts(geometry, state);
        let terms = TERMS.iter().zip(counts).zip(stage.weights);
        let terms = terms.map(|((&name, [own, opponent]), weight)| Term {
            name,
            own: f64::from(own),
            opponent: f64::from(opponent),
            weight: f64::from(weight) / 100.0,
            hundredths: weight * (own - opponent),
        });
        Explanation {
            kind: EvaluationKind::Phased,
            stage: Some(stage.name.clone()),
            terms: terms.collect(),
        }
    }

    #[inline]
    fn value(&self, geometry: &Geometry<B>, state: &State<B>) -> Value {
        let stage = self.stage(state.board.occupied().count(), geometry.squares());
        let counts = counts(geometry, state);
        stage
            .weights
            .iter()
            .zip(counts)
            .map(|(weight, [own, opponent])| weight * (own - opponent))
            .sum()
    }
}
