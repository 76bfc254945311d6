//! The parameters of `phased`.

use serde::Deserialize;
use toml::Spanned;

use super::ParameterError;
use super::toml::{check_weight, error_at, from_toml, quoted, weight, weight_text};

/// The weights of a stage, in discs per unit of difference between the sides.
#[derive(Clone, Debug, PartialEq)]
pub struct StageParameters {
    /// The name of the stage.
    pub name: String,
    /// The share of the board that is filled when the stage ends: above 0, at most 1.
    pub until: f64,
    /// Weight of a disc.
    pub discs: f64,
    /// Weight of a stable disc.
    pub stability: f64,
    /// Weight of a legal move.
    pub mobility: f64,
    /// Weight of a corner that the side can take.
    pub corner_access: f64,
}

impl StageParameters {
    /// Returns the weights: discs, stability, mobility, corner access.
    #[must_use]
    pub const fn weights(&self) -> [f64; 4] {
        [
            self.discs,
            self.stability,
            self.mobility,
            self.corner_access,
        ]
    }

    /// Returns the same stage with other weights, in the order of [`weights`](Self::weights).
    #[must_use]
    pub fn with_weights(&self, [discs, stability, mobility, corner_access]: [f64; 4]) -> Self {
        let (name, until) = (self.name.clone(), self.until);
        Self {
            name,
            until,
            discs,
            stability,
            mobility,
            corner_access,
        }
    }
}

/// The stages in order; the last one ends with the full board.
#[derive(Clone, Debug, PartialEq)]
pub struct PhasedParameters {
    /// The stages.
    pub stages: Vec<StageParameters>,
}

/// A parameter file.
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
    #[serde(deserialize_with = "weight")]
    discs: f64,
    #[serde(deserialize_with = "weight")]
    stability: f64,
    #[serde(deserialize_with = "weight")]
    mobility: f64,
    #[serde(deserialize_with = "weight")]
    corner_access: f64,
}

/// Checks that a stage ends after the previous one, and no later than the full board.
fn check_bound(name: &str, until: f64, after: f64) -> Result<(), String> {
    let problem =
        || format!("stage {name:?} lasts until {until}: expected more than {after} and at most 1");
    match until > after && until <= 1.0 {
        true => Ok(()),
        false => Err(problem()),
    }
}

const NO_END: &str = "expected a last stage that lasts until 1 (the full board)";

impl PhasedParameters {
    pub(super) fn from_toml(text: &str) -> Result<Self, ParameterError> {
        let file: File = from_toml(text)?;
        let mut place = file.stage.span();
        let mut stages: Vec<StageParameters> = Vec::new();
        for stage in file.stage.into_inner() {
            place = stage.until.span();
            let until = stage.until.into_inner();
            let after = stages.last().map_or(0.0, |before| before.until);
            let checked = check_bound(&stage.name, until, after);
            checked.map_err(|message| error_at(text, &place, &message))?;
            stages.push(StageParameters {
                name: stage.name,
                until,
                discs: stage.discs,
                stability: stage.stability,
                mobility: stage.mobility,
                corner_access: stage.corner_access,
            });
        }
        if stages.last().is_none_or(|last| last.until < 1.0) {
            return Err(error_at(text, &place, NO_END));
        }
        Ok(Self { stages })
    }

    pub(super) fn to_toml(&self) -> String {
        let stages = self.stages.iter().map(|stage| {
            let [discs, stability, mobility, corner_access] = stage.weights().map(weight_text);
            format!(
                "[[stage]]\nname = {}\nuntil = {:?}\ndiscs = {discs}\nstability = {stability}\n\
                 mobility = {mobility}\ncorner_access = {corner_access}\n",
                quoted(&stage.name),
                stage.until,
            )
        });
        stages.collect::<Vec<_>>().join("\n")
    }

    /// Checks that the evaluation can use the parameters.
    pub(in crate::evaluation) fn check(&self) -> Result<(), ParameterError> {
        let mut after = 0.0;
        for stage in &self.stages {
            check_bound(&stage.name, stage.until, after).map_err(ParameterError::Value)?;
            for weight in stage.weights() {
                check_weight(weight).map_err(ParameterError::Value)?;
            }
            after = stage.until;
        }
        match after < 1.0 {
            true => Err(ParameterError::Value(NO_END.to_owned())),
            false => Ok(()),
        }
    }
}
