//! The checkpoint of a network trainer: all parameters and Adam's moments as 32-bit
//! floating-point numbers.

use std::time::Duration;

use outflank_engine::evaluation::PatternSet;
use serde::{Deserialize, Serialize};

use super::model::Model;
use super::samples::NetworkSamples;
use super::settings::NetworkSettings;
use super::state::{NetworkEpoch, State};
use crate::checkpoint::{CheckpointFile, Settings, read_numbers, write_numbers};
use crate::error::TrainingError;

pub(super) const FORMAT: &str = "outflank network training checkpoint 2";

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
