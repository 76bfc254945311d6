//! The state of the conjugate gradient method between two passes.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::normal_equations::Vector;
use crate::error_by_stage::ErrorByStage;

/// The result of one pass over the samples.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pass {
    /// Number of the pass, from 1.
    pub pass: u32,
    /// Errors on the hold-out set.
    pub error: ErrorByStage,
    /// Length of the gradient relative to its initial length.
    #[serde(with = "crate::exact_float")]
    pub residual: f64,
    /// Time since training began, over all runs.
    pub elapsed: Duration,
}

impl Pass {
    /// Returns the loss that passes are compared by: the root mean square error in discs,
    /// or the residual if nothing is held out.
    pub(super) fn loss(&self) -> f64 {
        let error = self.error.total().root_mean_square();
        error.unwrap_or(self.residual)
    }
}

/// Everything that the next pass and the end of training need. A checkpoint has the vectors
/// after the JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    #[serde(skip)]
    pub(super) weights: Vector,
    #[serde(skip)]
    pub(super) residual: Vector,
    #[serde(skip)]
    pub(super) direction: Vector,
    pub(super) slopes: Slopes,
    /// Weights of the best pass; zeros before the first.
    #[serde(skip)]
    pub(super) best: Vector,
    /// Number of the best pass; 0 before the first.
    pub(super) best_pass: u32,
    #[serde(rename = "steps")]
    pub(super) passes: Vec<Pass>,
}

/// Squared lengths of the gradient in the norm of the preconditioner.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Slopes {
    #[serde(with = "crate::exact_float")]
    pub(super) first: f64,
    #[serde(with = "crate::exact_float")]
    pub(super) now: f64,
}

impl State {
    /// Returns the state before the first pass.
    pub(super) fn new(residual: Vector, direction: Vector, slope: f64) -> Self {
        let zeros: Vector = residual.iter().map(|knot| vec![0.0; knot.len()]).collect();
        Self {
            weights: zeros.clone(),
            residual,
            direction,
            slopes: Slopes {
                first: slope,
                now: slope,
            },
            best: zeros,
            best_pass: 0,
            passes: Vec::new(),
        }
    }

    /// Returns the number of passes done.
    pub(super) fn count(&self) -> u32 {
        self.passes.last().map_or(0, |last| last.pass)
    }

    /// Returns the time that the passes took.
    pub(super) fn elapsed(&self) -> Duration {
        let last = self.passes.last();
        last.map_or(Duration::ZERO, |last| last.elapsed)
    }

    /// Records the pass that led to the current weights.
    pub(super) fn record(&mut self, pass: Pass) {
        let best = self.passes.iter().find(|pass| pass.pass == self.best_pass);
        if best.is_none_or(|best| pass.loss() < best.loss()) {
            self.best.clone_from(&self.weights);
            self.best_pass = pass.pass;
        }
        self.passes.push(pass);
    }
}
