//! Where a training of a network stands between two steps.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::errors::ErrorByDiscs;
use super::heads::HeadMoments;
use super::model::{Head, Model};
use super::rows::RowMoments;

/// What an epoch gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkEpoch {
    /// Epochs done.
    pub epoch: u32,
    /// The root of the mean square of the error of the samples learned from, in discs,
    /// each as it was when its turn came.
    #[serde(with = "crate::training::exact")]
    pub training_error: f64,
    /// Errors of the samples held out, of the network in floating point.
    pub error: ErrorByDiscs,
    /// Time since the training began, in all its runs together.
    pub elapsed: Duration,
}

/// All that the next step and the end of the training need.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State<const P: usize> {
    pub(super) model: Model<P>,
    /// By kind.
    pub(super) rows: Vec<RowMoments<P>>,
    pub(super) heads: HeadMoments<P>,
    /// Steps done.
    pub(super) step: u64,
    /// The sum of squares of what the output was off by, in this epoch so far.
    pub(super) squares: f64,
    /// The epochs done.
    pub(super) epochs: Vec<NetworkEpoch>,
    /// Time in all runs together.
    pub(super) elapsed: Duration,
}

impl<const P: usize> State<P> {
    /// Before the first step, from these numbers.
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

    /// All numbers in a fixed order, those of the network first.
    pub(super) fn numbers(&mut self) -> Vec<&mut [f32]> {
        let mut numbers = vec![
            self.model.rows.as_flattened_mut().as_flattened_mut(),
            self.model.bias.as_flattened_mut(),
        ];
        numbers.extend(self.model.heads.iter_mut().flat_map(Head::parts_mut));
        numbers.push(
            self.rows
                .as_flattened_mut()
                .as_flattened_mut()
                .as_flattened_mut(),
        );
        for heads in &mut self.heads.heads {
            numbers.extend(heads.iter_mut().flat_map(Head::parts_mut));
        }
        numbers.push(self.heads.bias.as_flattened_mut().as_flattened_mut());
        numbers
    }
}
