//! The state of network training between two steps.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::head_optimizer::HeadMoments;
use super::model::{Head, Model};
use super::row_optimizer::RowMoments;
use crate::error_by_stage::ErrorByStage;

/// The result of an epoch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkEpoch {
    /// Number of the epoch, from 1.
    pub epoch: u32,
    /// Root mean square training error in discs, measured before each step.
    #[serde(with = "crate::exact_float")]
    pub training_error: f64,
    /// Hold-out errors of the network in floating point.
    pub error: ErrorByStage,
    /// Time since training began, over all runs.
    pub elapsed: Duration,
}

/// Everything that the next step and the end of training need.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State<const P: usize> {
    pub(super) model: Model<P>,
    /// By kind.
    pub(super) rows: Vec<RowMoments<P>>,
    pub(super) heads: HeadMoments<P>,
    /// Steps done.
    pub(super) step: u64,
    /// Sum of squared errors of the output in this epoch so far.
    pub(super) squares: f64,
    /// The finished epochs.
    pub(super) epochs: Vec<NetworkEpoch>,
    /// Time over all runs.
    pub(super) elapsed: Duration,
}

impl<const P: usize> State<P> {
    /// Creates the state before the first step.
    pub(super) fn new(model: Model<P>) -> Self {
        Self {
            rows: vec![[[[0.0; P]; 2]; 2]; model.rows.len()],
            model,
            heads: HeadMoments::new(),
            step: 0,
            squares: 0.0,
            epochs: Vec::new(),
            elapsed: Duration::ZERO,
        }
    }

    /// Returns all parameters and moments in a fixed order, those of the network first.
    pub(super) fn parameters(&mut self) -> Vec<&mut [f32]> {
        let mut parameters = vec![
            self.model.rows.as_flattened_mut().as_flattened_mut(),
            self.model.bias.as_flattened_mut(),
        ];
        parameters.extend(self.model.heads.iter_mut().flat_map(Head::parts_mut));
        parameters.push(
            self.rows
                .as_flattened_mut()
                .as_flattened_mut()
                .as_flattened_mut(),
        );
        for heads in &mut self.heads.heads {
            parameters.extend(heads.iter_mut().flat_map(Head::parts_mut));
        }
        parameters.push(self.heads.bias.as_flattened_mut().as_flattened_mut());
        parameters
    }
}
