//! How far values are from scores, by stage of the game.

use serde::{Deserialize, Serialize};

use super::exact;

/// Stages of ten discs on the largest boards.
const STAGES: usize = 13;

/// Errors of values, in discs, by stages of ten discs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ErrorByStage {
    stages: [StageError; STAGES],
}

/// Errors of values of one stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StageError {
    /// Number of positions.
    pub count: u64,
    #[serde(with = "exact")]
    sum_absolute: f64,
    #[serde(with = "exact")]
    sum_squares: f64,
}

impl StageError {
    /// Counts a value that was off by `error` discs.
    pub(super) fn add(&mut self, error: f64) {
        self.count += 1;
        self.sum_absolute += error.abs();
        self.sum_squares += error * error;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum_absolute += other.sum_absolute;
        self.sum_squares += other.sum_squares;
    }

    /// The mean absolute error, in discs; none without positions.
    #[must_use]
    pub fn mean_absolute(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum_absolute / self.count as f64)
    }

    /// The root of the mean square of the error, in discs; none without
    /// positions.
    #[must_use]
    pub fn root_mean_square(&self) -> Option<f64> {
        (self.count > 0).then(|| (self.sum_squares / self.count as f64).sqrt())
    }
}

impl ErrorByStage {
    /// Counts a value that was off by `error` discs in a position with so many
    /// discs.
    pub fn add(&mut self, discs: u32, error: f64) {
        self.stage(discs).add(error);
    }

    /// Counts all that was off in positions with so many discs.
    pub(super) fn add_all(&mut self, discs: u32, errors: &StageError) {
        self.stage(discs).merge(errors);
    }

    fn stage(&mut self, discs: u32) -> &mut StageError {
        &mut self.stages[(discs as usize / 10).min(STAGES - 1)]
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (stage, other) in self.stages.iter_mut().zip(&other.stages) {
            stage.merge(other);
        }
    }

    /// Each stage with positions: the least number of discs that it holds, a
    /// multiple of ten, and its errors.
    pub fn stages(&self) -> impl Iterator<Item = (u32, StageError)> + '_ {
        let stages = self.stages.iter().enumerate();
        stages
            .filter(|(_, stage)| stage.count > 0)
            .map(|(stage, error)| (10 * stage as u32, *error))
    }

    /// All stages together.
    #[must_use]
    pub fn total(&self) -> StageError {
        self.stages
            .iter()
            .fold(StageError::default(), |total, stage| StageError {
                count: total.count + stage.count,
                sum_absolute: total.sum_absolute + stage.sum_absolute,
                sum_squares: total.sum_squares + stage.sum_squares,
            })
    }
}
