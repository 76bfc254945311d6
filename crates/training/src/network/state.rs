//! The state of network training between two steps, and its checkpoint: all parameters and
//! Adam's moments as 32-bit floating-point numbers.

use std::time::Duration;

use outflank_engine::evaluation::PatternSet;
use serde::{Deserialize, Serialize};

use super::adam::HeadMoments;
use super::model::{Head, Model};
use super::row_optimizer::RowState;
use super::samples::NetworkSamples;
use super::settings::NetworkSettings;
use crate::checkpoint::{CheckpointFile, Settings, read_numbers, write_numbers};
use crate::error::TrainingError;
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
    pub(super) rows: RowState<P>,
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
            rows: RowState::new(model.rows.len()),
            model,
            heads: HeadMoments::new(),
            step: 0,
            squares: 0.0,
            epochs: Vec::new(),
            elapsed: Duration::ZERO,
        }
    }

    /// Returns all parameters and moments in a fixed order, starting with those of the network.
    pub(super) fn parameters(&mut self) -> Vec<&mut [f32]> {
        let mut parameters = vec![
            self.model.rows.as_flattened_mut().as_flattened_mut(),
            self.model.bias.as_flattened_mut(),
        ];
        parameters.extend(self.model.heads.iter_mut().flat_map(Head::parts_mut));
        parameters.push(
            self.rows
                .moments
                .as_flattened_mut()
                .as_flattened_mut()
                .as_flattened_mut(),
        );
        parameters.extend(
            self.rows
                .initial_weights
                .iter_mut()
                .map(|weights| &mut weights.0[..]),
        );
        for heads in &mut self.heads.heads {
            parameters.extend(heads.iter_mut().flat_map(Head::parts_mut));
        }
        parameters.push(self.heads.bias.as_flattened_mut().as_flattened_mut());
        parameters
    }
}

pub(super) const FORMAT: &str = "outflank network training checkpoint 3";

/// The JSON part of a [`State`].
#[derive(Serialize, Deserialize)]
struct Header {
    step: u64,
    #[serde(with = "crate::exact_float")]
    squares: f64,
    epochs: Vec<NetworkEpoch>,
    elapsed: Duration,
}

/// Returns everything that determines the bits of a training run on these samples; `first` is
/// the digest of the initial network, if there is one.
pub(super) fn settings(
    settings: &NetworkSettings,
    first: Option<u64>,
    samples: &NetworkSamples,
) -> Settings {
    let mut all = settings.named();
    let mut add = |name: &str, value: String| all.push((name.to_owned(), value));
    let fingerprint = PatternSet::standard().fingerprint();
    add("fingerprint of patterns", format!("{fingerprint:016x}"));
    let (training, held_out) = (samples.training(), samples.held_out());
    add(
        "number of positions",
        format!("{training} and {held_out} held out"),
    );
    let hash = samples.hash();
    add("fingerprint of the positions", format!("{hash:016x}"));
    if let Some(digest) = first {
        add("first network", format!("{digest:016x}"));
    }
    all
}

/// Saves the state.
pub(super) fn write<const P: usize>(
    file: &mut CheckpointFile,
    state: &mut State<P>,
) -> Result<(), TrainingError> {
    let header = Header {
        step: state.step,
        squares: state.squares,
        epochs: state.epochs.clone(),
        elapsed: state.elapsed,
    };
    file.write(&header, |body| {
        write_numbers(body, state.parameters().into_iter().flatten())
    })
}

/// Reads the state, or `None` if there is no file.
pub(super) fn read<const P: usize>(
    file: &CheckpointFile,
) -> Result<Option<State<P>>, TrainingError> {
    let Some((header, mut body)) = file.read::<Header>()? else {
        return Ok(None);
    };
    let mut state = State {
        step: header.step,
        squares: header.squares,
        epochs: header.epochs,
        elapsed: header.elapsed,
        ..State::new(Model::new(PatternSet::standard().kinds(), 0))
    };
    let read = read_numbers(&mut body, state.parameters().into_iter().flatten());
    read.map_err(|error| file.unreadable(&error))?;
    file.expect_end(&mut body)?;
    Ok(Some(state))
}
