//! The checkpoint of a weights trainer: four vectors (weights, residual, direction,
//! best weights), each by knot, then by kind, as 64-bit floating-point numbers.

use std::io::{self, Read};

use outflank_engine::evaluation::{KNOTS, PatternSet};
use serde::{Deserialize, Serialize};

use super::normal_equations::Vector;
use super::state::{Pass, Slopes, State};
use super::trainer::WeightsOptions;
use crate::checkpoint::{CheckpointError, CheckpointFile, Settings};
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

/// The JSON part of a [`State`].
#[derive(Serialize, Deserialize)]
struct Header {
    slopes: Slopes,
    best_pass: u32,
    steps: Vec<Pass>,
}

/// Saves the state.
pub(super) fn write(file: &mut CheckpointFile, state: &State) -> Result<(), CheckpointError> {
    let header = Header {
        slopes: state.slopes,
        best_pass: state.best_pass,
        steps: state.passes.clone(),
    };
    let vectors = [
        &state.weights,
        &state.residual,
        &state.direction,
        &state.best,
    ];
    file.write(&header, |body| {
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
) -> Result<Option<State>, CheckpointError> {
    let Some((header, mut body)) = file.read::<Header>()? else {
        return Ok(None);
    };
    let unreadable = |error: io::Error| file.unreadable(&error);
    let mut vector = || read_vector(&mut body, patterns).map_err(unreadable);
    let state = State {
        weights: vector()?,
        residual: vector()?,
        direction: vector()?,
        best: vector()?,
        slopes: header.slopes,
        best_pass: header.best_pass,
        passes: header.steps,
    };
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
