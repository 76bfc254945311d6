//! `phased`: discs, stability, mobility and corner access by stage.

use outflank_gametree::Value;
use outflank_othello::Bitboard;
use serde::Deserialize;
use toml::Spanned;

use super::parameters::{Weight, error_at, from_toml};
use super::{EvaluationKind, Explanation, ParameterError, Rating, Term};
use crate::geometry::Geometry;
use crate::othello_game::State;
use crate::stability::stable_discs;

/// The names of the terms, in the order of their weights.
const TERMS: [&str; 4] = ["discs", "stability", "mobility", "corner access"];

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

/// The file of parameters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    stage: Spanned<Vec<StageOfFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StageOfFile {
    name: String,
    until: Spanned<f64>,
    discs: Weight,
    stability: Weight,
    mobility: Weight,
    corner_access: Weight,
}

impl Phased {
    pub(super) fn shipped() -> Self {
        match Self::from_toml(include_str!("../../parameters/phased.toml")) {
            Ok(phased) => phased,
            Err(error) => unreachable!("the shipped parameters are read in a test: {error}"),
        }
    }

    pub(super) fn from_toml(text: &str) -> Result<Self, ParameterError> {
        let file: File = from_toml(text)?;
        let mut place = file.stage.span();
        let mut stages: Vec<Stage> = Vec::new();
        for stage in file.stage.into_inner() {
            place = stage.until.span();
            let until = stage.until.into_inner();
            let after = stages.last().map_or(0.0, |before| before.until);
            if !(until > after && until <= 1.0) {
                let message = format!(
                    "stage {:?} lasts until {until}: expected more than {after} and at most 1",
                    stage.name
                );
                return Err(error_at(text, &place, &message));
            }
            let weights = [
                stage.discs,
                stage.stability,
                stage.mobility,
                stage.corner_access,
            ];
            stages.push(Stage {
                name: stage.name,
                until,
                weights: weights.map(|Weight(hundredths)| hundredths),
            });
        }
        if stages.last().is_none_or(|last| last.until < 1.0) {
            let message = "expected a last stage that lasts until 1 (the full board)";
            return Err(error_at(text, &place, message));
        }
        Ok(Self { stages })
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
fn counts<B: Bitboard>(geometry: &Geometry<B>, state: &State<B>) -> [[i32; 2]; 4] {
    let board = state.board;
    let stable = stable_discs(geometry, board);
    let replies = board.pass().legal_moves(geometry.layout());
    let corners = geometry.corners();
    let count = |set: B| set.count() as i32;
    [
        [count(board.mover), count(board.opponent)],
        [count(stable & board.mover), count(stable & board.opponent)],
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
