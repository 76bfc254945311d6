//! The checkpoint of a network trainer: all parameters and Adam's moments as 32-bit
//! floating-point numbers.

use std::io::{self, Read, Write};
use std::time::Duration;

use outflank_engine::evaluation::PatternSet;
use serde::{Deserialize, Serialize};

use super::model::Model;
use super::samples::NetworkSamples;
use super::settings::NetworkSettings;
use super::state::{NetworkEpoch, State};
use crate::checkpoint::{Body, CheckpointError, CheckpointFile, Settings};

pub(super) const FORMAT: &str = "outflank network training checkpoint 1";

/// Numbers read or written at a time.
const PIECE: usize = 1 << 14;

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
) -> Result<(), CheckpointError> {
    let header = Header {
        step: state.step,
        squares: state.squares,
        epochs: state.epochs.clone(),
        elapsed: state.elapsed,
    };
    file.write(&header, |body| write_numbers(body, &state.parameters()))
}

/// Reads the state, or `None` if there is no file.
pub(super) fn read<const P: usize>(
    file: &CheckpointFile,
) -> Result<Option<State<P>>, CheckpointError> {
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
    let numbers = read_numbers(&mut body, state.parameters());
    numbers.map_err(|error| file.unreadable(&error))?;
    file.expect_end(&mut body)?;
    Ok(Some(state))
}

fn write_numbers(body: &mut dyn Write, numbers: &[&mut [f32]]) -> io::Result<()> {
    let pieces = numbers.iter().flat_map(|numbers| numbers.chunks(PIECE));
    for piece in pieces {
        let bytes: Vec<u8> = piece.iter().flat_map(|n| n.to_le_bytes()).collect();
        body.write_all(&bytes)?;
    }
    Ok(())
}

fn read_numbers(body: &mut Body, numbers: Vec<&mut [f32]>) -> io::Result<()> {
    let mut bytes = vec![0; 4 * PIECE];
    for piece in numbers.into_iter().flat_map(|n| n.chunks_mut(PIECE)) {
        let bytes = &mut bytes[..4 * piece.len()];
        body.read_exact(bytes)?;
        let (read, _) = bytes.as_chunks();
        for (number, &bytes) in piece.iter_mut().zip(read) {
            *number = f32::from_le_bytes(bytes);
        }
    }
    Ok(())
}
