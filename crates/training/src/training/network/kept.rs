//! The state of a training of a network in a checkpoint: all numbers of the network and
//! what Adam remembers of them, as 32-bit floating-point numbers.

use std::io::{self, Read, Write};
use std::time::Duration;

use outflank_engine::evaluation::PatternSet;
use serde::{Deserialize, Serialize};

use super::model::Model;
use super::samples::NetworkSamples;
use super::settings::NetworkSettings;
use super::state::{NetworkEpoch, State};
use crate::training::checkpoint::{Body, Checkpoint, Settings};
use crate::training::error::TrainingError;

const FORMAT: &str = "outflank network training checkpoint 1";

/// Numbers that are written or read at a time.
const PIECE: usize = 1 << 14;

/// The line of JSON.
#[derive(Serialize, Deserialize)]
struct Header {
    /// [`FORMAT`].
    format: String,
    settings: Settings,
    step: u64,
    #[serde(with = "crate::training::exact")]
    squares: f64,
    epochs: Vec<NetworkEpoch>,
    elapsed: Duration,
}

/// All that decides the bits of a training on these samples, which begins from the
/// network with this digest or by chance.
pub(super) fn settings(
    checkpoint: &Checkpoint,
    settings: &NetworkSettings,
    first: Option<u64>,
    samples: &NetworkSamples,
) -> Settings {
    let mut all = checkpoint.sources().clone();
    all.extend(settings.named());
    let fingerprint = PatternSet::standard().fingerprint();
    let (training, held_out) = (samples.training(), samples.held_out());
    let of_samples = [
        ("fingerprint of patterns", format!("{fingerprint:016x}")),
        (
            "number of positions",
            format!("{training} and {held_out} held out"),
        ),
        (
            "fingerprint of the positions",
            format!("{:016x}", samples.hash()),
        ),
    ];
    all.extend(of_samples.map(|(name, value)| (name.to_owned(), value)));
    all.extend(first.map(|digest| ("first network".to_owned(), format!("{digest:016x}"))));
    all
}

/// Writes the state, which it leaves as it is, beside the file and renames it into its
/// place.
pub(super) fn write<const P: usize>(
    checkpoint: &Checkpoint,
    settings: &Settings,
    state: &mut State<P>,
) -> Result<(), TrainingError> {
    let header = Header {
        format: FORMAT.to_owned(),
        settings: settings.clone(),
        step: state.step,
        squares: state.squares,
        epochs: state.epochs.clone(),
        elapsed: state.elapsed,
    };
    checkpoint.replace(&header, |body| write_numbers(body, &state.numbers()))
}

/// Reads the state; none if there is no file.
pub(super) fn read<const P: usize>(
    checkpoint: &Checkpoint,
    settings: &Settings,
) -> Result<Option<State<P>>, TrainingError> {
    let Some((header, mut body)) = checkpoint.open::<Header>(FORMAT, settings)? else {
        return Ok(None);
    };
    let mut state = State {
        step: header.step,
        squares: header.squares,
        epochs: header.epochs,
        elapsed: header.elapsed,
        ..State::new(Model::new(PatternSet::standard().kinds(), 0))
    };
    let numbers = read_numbers(&mut body, state.numbers());
    numbers.map_err(|error| checkpoint.unreadable(&error))?;
    checkpoint.end(&mut body, "the numbers of the network")?;
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
