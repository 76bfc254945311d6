//! Where conjugate gradients stand between two passes.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::error_by_stage::ErrorByStage;
use super::passes::Vector;

/// What a pass gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Passes done.
    pub pass: u32,
    /// Errors of the samples held out.
    pub error: ErrorByStage,
    /// Length of the gradient compared with that of the beginning.
    pub residual: f64,
    /// Time since the training began, in all its runs together.
    pub elapsed: Duration,
}

impl Step {
    /// By what passes are compared, less being better: the root mean square of the
    /// error in discs, without samples held out the gradient.
    pub(super) fn loss(&self) -> f64 {
        let error = self.error.total().root_mean_square();
        error.unwrap_or(self.residual)
    }
}

/// All that the next pass and the end of the training need.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    pub(super) weights: Vector,
    pub(super) residual: Vector,
    pub(super) direction: Vector,
    pub(super) slopes: Slopes,
    /// The weights of the best pass; zeros before the first.
    pub(super) best: Vector,
    /// The number of the best pass; 0 before the first.
    pub(super) best_pass: u32,
    pub(super) steps: Vec<Step>,
}

/// Squares of lengths of the gradient, measured as the preconditioner does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Slopes {
    /// At the beginning.
    #[serde(with = "super::exact")]
    pub(super) first: f64,
    /// Now.
    #[serde(with = "super::exact")]
    pub(super) now: f64,
}

impl State {
    /// Before the first pass.
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
            steps: Vec::new(),
        }
    }

    /// Passes done.
    pub(super) fn passes(&self) -> u32 {
        self.steps.last().map_or(0, |step| step.pass)
    }

    /// Time that the passes took.
    pub(super) fn elapsed(&self) -> Duration {
        self.steps
            .last()
            .map_or(Duration::ZERO, |step| step.elapsed)
    }

    /// Notes what the pass gave that led to the present weights.
    pub(super) fn note(&mut self, step: Step) {
        let best = self.steps.iter().find(|step| step.pass == self.best_pass);
        if best.is_none_or(|best| step.loss() < best.loss()) {
            self.best.clone_from(&self.weights);
            self.best_pass = step.pass;
        }
        self.steps.push(step);
    }
}
