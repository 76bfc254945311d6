//! The checkpoint of a weights trainer: four vectors (weights, residual, direction,
//! best weights), each by knot, then by kind, as 64-bit floating-point numbers.

use std::io::{self, Read};

use outflank_engine::evaluation::{KNOTS, PatternSet};

use super::normal_equations::Vector;
use super::state::State;
use super::trainer::WeightsOptions;
use crate::checkpoint::{CheckpointFile, Settings};
use crate::error::TrainingError;
use crate::samples::{SampleStore, Split};

pub(super) const FORMAT: &str = "outflank training checkpoint 2";

/// Returns everything that determines the bits of a training run on `samples`.
pub(super) fn settings(samples: &SampleStore, options: &WeightsOptions) -> Settings {
    let mut settings = Settings::new();
    let mut add = |name: String, value: String| settings.push((name, value));
    add("penalty".to_owned(), options.penalty.to_string());
    add("smoothing".to_owned(), options.smoothing.to_string());
    let patterns = samples.patterns();
    add("board".to_owned(), patterns.shape().to_string());
    let fingerprint = format!("{:016x}", patterns.fingerprint());
    add("fingerprint of patterns and stages".to_owned(), fingerprint);
    for (interval, discs) in patterns.stages().knots().iter().enumerate() {
        let counts = [Split::Training, Split::HeldOut].map(|split| samples.count(split, interval));
        let [training, held_out] = counts;
        add(
            format!("number of positions from {discs} discs on"),
            format!("{training} and {held_out} held out"),
        );
    }
    let hash = format!("{:016x}", samples.hash());
    add("fingerprint of the positions".to_owned(), hash);
    let names = options.patterns.names(patterns).join(",");
    add("choice of patterns".to_owned(), names);
    settings
}

/// Saves the state.
pub(super) fn write(file: &mut CheckpointFile, state: &State) -> Result<(), TrainingError> {
    let vectors = [
        &state.weights,
        &state.residual,
        &state.direction,
        &state.best,
    ];
    file.write(state, |body| {
        for knot in vectors.into_iter().flatten() {
            let bytes = knot.iter().flat_map(|number| number.to_le_bytes());
            body.write_all(&bytes.collect::<Vec<u8>>())?;
        }
        Ok(())
    })
}

/// Reads the state, or `None` if there is no file.
pub(super) fn read(
    file: &CheckpointFile,
    patterns: &PatternSet,
) -> Result<Option<State>, TrainingError> {
    let Some((mut state, mut body)) = file.read::<State>()? else {
        return Ok(None);
    };
    let unreadable = |error: io::Error| file.unreadable(&error);
    for vector in [
        &mut state.weights,
        &mut state.residual,
        &mut state.direction,
        &mut state.best,
    ] {
        *vector = read_vector(&mut body, patterns).map_err(unreadable)?;
    }
    file.expect_end(&mut body)?;
    Ok(Some(state))
}

fn read_vector(file: &mut impl Read, patterns: &PatternSet) -> io::Result<Vector> {
    let mut bytes = vec![0; 8 * patterns.kinds()];
    let mut knot = || {
        file.read_exact(&mut bytes)?;
        let (numbers, _) = bytes.as_chunks();
        Ok(numbers
            .iter()
            .map(|&number| f64::from_le_bytes(number))
            .collect())
    };
    (0..KNOTS).map(|_| knot()).collect()
}
