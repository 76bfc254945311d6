//! Errors of an evaluation by stage of the game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::exact_float;

/// Number of stages on the largest board.
const STAGES: usize = 13;

/// Errors in discs, by stages of ten discs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ErrorByStage {
    stages: [StageError; STAGES],
}

/// Errors of one stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StageError {
    /// Number of positions.
    pub count: u64,
    #[serde(with = "exact_float")]
    sum_absolute: f64,
    #[serde(with = "exact_float")]
    sum_squares: f64,
}

impl StageError {
    /// Adds an error in discs.
    fn add(&mut self, error: f64) {
        self.count += 1;
        self.sum_absolute += error.abs();
        self.sum_squares += error * error;
    }

    fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum_absolute += other.sum_absolute;
        self.sum_squares += other.sum_squares;
    }

    /// Returns the mean absolute error in discs, or `None` without positions.
    #[must_use]
    pub fn mean_absolute(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum_absolute / self.count as f64)
    }

    /// Returns the root mean square error in discs, or `None` without positions.
    #[must_use]
    pub fn root_mean_square(&self) -> Option<f64> {
        (self.count > 0).then(|| (self.sum_squares / self.count as f64).sqrt())
    }
}

impl ErrorByStage {
    /// Adds an error, in discs, at a position with `discs` discs.
    pub fn add(&mut self, discs: u32, error: f64) {
        self.stages[(discs as usize / 10).min(STAGES - 1)].add(error);
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (stage, other) in self.stages.iter_mut().zip(&other.stages) {
            stage.merge(other);
        }
    }

    /// Returns the stages that have positions, each with its minimum number of discs (a multiple of
    /// ten) and its errors.
    pub fn stages(&self) -> impl Iterator<Item = (u32, StageError)> + '_ {
        let stages = self.stages.iter().enumerate();
        stages
            .filter(|(_, stage)| stage.count > 0)
            .map(|(stage, error)| (10 * stage as u32, *error))
    }

    /// Returns the errors for reports.
    #[must_use]
    pub fn summary(&self) -> ErrorSummary {
        let total = self.total();
        let stage = |(discs, error): (u32, StageError)| StageSummary {
            discs,
            positions: error.count,
            mean_absolute_error: error.mean_absolute(),
        };
        ErrorSummary {
            mean_absolute_error: total.mean_absolute(),
            root_mean_square_error: total.root_mean_square(),
            stages: self.stages().map(stage).collect(),
        }
    }

    /// Returns a line of text for a pass or an epoch, with the mean absolute errors.
    #[must_use]
    pub fn line(&self, name: &str, number: u32, seconds: f64) -> String {
        let error = self.total().mean_absolute().unwrap_or(f64::NAN);
        let mut line = format!("{name} {number:>3}  {seconds:>7.1} s  error {error:.3} discs");
        for (discs, stage) in self.stages() {
            let error = stage.mean_absolute().unwrap_or(0.0);
            line.push_str(&format!("  {discs}: {error:.2}"));
        }
        line
    }

    /// Returns the errors of all stages together.
    #[must_use]
    pub fn total(&self) -> StageError {
        let mut total = StageError::default();
        self.stages.iter().for_each(|stage| total.merge(stage));
        total
    }
}

/// The errors of an evaluation, for reports.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ErrorSummary {
    /// Mean absolute error, in discs.
    pub mean_absolute_error: Option<f64>,
    /// Root mean square error, in discs.
    pub root_mean_square_error: Option<f64>,
    /// The stages that have positions.
    pub stages: Vec<StageSummary>,
}

/// Errors of one stage, for reports.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "StageError")]
pub struct StageSummary {
    /// Minimum number of discs in the stage.
    pub discs: u32,
    /// Number of positions.
    pub positions: u64,
    /// Mean absolute error, in discs.
    pub mean_absolute_error: Option<f64>,
}
