//! The state of the conjugate gradient method between two passes, and its checkpoint: four
//! vectors (weights, residual, direction, best weights), each by knot, then by kind, as 64-bit
//! floating-point numbers.

use std::io::{self, Read};
use std::time::Duration;

use outflank_engine::evaluation::{KNOTS, PatternSet};
use serde::{Deserialize, Serialize};

use super::normal_equations::Vector;
use super::trainer::WeightsOptions;
use crate::checkpoint::{CheckpointFile, Settings};
use crate::error::TrainingError;
use crate::error_by_stage::ErrorByStage;
use crate::samples::{SampleStore, Split};

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
    /// Returns the loss by which passes are compared: the root mean square error in discs, or the
    /// residual if nothing is held out.
    pub(super) fn loss(&self) -> f64 {
        let error = self.error.total().root_mean_square();
        error.unwrap_or(self.residual)
    }
}

/// Everything that the next pass and the end of training need.
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
