//! Errors on the hold-out set.

use std::sync::atomic::{AtomicBool, Ordering};

use outflank_engine::evaluation::network::{BUCKETS, DISCS_OF_ONE, bucket};
use outflank_engine::evaluation::{Evaluation, Features, Network, PatternSet, UNITS_PER_DISC};
use pulp::Arch;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::encoded::Encoded;
use super::forward::forward;
use super::model::Model;
use super::samples::{NetworkSamples, Packed};
use crate::error_by_stage::{ErrorByStage, ErrorSummary, StageError};

/// Samples of a task.
const PIECE: usize = 1 << 14;

/// Maximum score, in discs.
const MAX_SCORE: f64 = 64.0;

/// Errors in discs, by number of discs on the 8×8 board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorByDiscs {
    errors: Vec<StageError>,
}

impl Default for ErrorByDiscs {
    fn default() -> Self {
        Self {
            errors: vec![StageError::default(); 65],
        }
    }
}

impl ErrorByDiscs {
    /// Adds an error in discs, of a position with `discs` discs.
    fn add(&mut self, discs: u32, error: f64) {
        self.errors[discs.min(64) as usize].add(error);
    }

    fn merge(&mut self, other: &Self) {
        for (error, other) in self.errors.iter_mut().zip(&other.errors) {
            error.merge(other);
        }
    }

    /// Returns each head with positions: its first number of discs, a multiple of four, and
    /// its errors.
    pub fn buckets(&self) -> impl Iterator<Item = (u32, StageError)> {
        let mut buckets = [StageError::default(); BUCKETS];
        for (discs, error) in (0..).zip(&self.errors) {
            buckets[bucket(discs)].merge(error);
        }
        let buckets = (1..).map(|bucket| 4 * bucket).zip(buckets);
        buckets.filter(|(_, error)| error.count > 0)
    }

    /// Returns the errors in a form for reports, by head.
    #[must_use]
    pub fn summary(&self) -> ErrorSummary {
        ErrorSummary::new(&self.total(), self.buckets())
    }

    /// Returns the errors by stages of ten discs.
    #[must_use]
    pub fn by_stage(&self) -> ErrorByStage {
        let mut stages = ErrorByStage::default();
        for (discs, error) in (0..).zip(&self.errors) {
            stages.add_all(discs, error);
        }
        stages
    }

    /// Returns the errors of all positions together.
    #[must_use]
    pub fn total(&self) -> StageError {
        self.by_stage().total()
    }
}

/// Returns the hold-out errors of a quantized network; `None` if `stop` became true.
#[must_use]
pub fn network_error(
    network: &Network,
    samples: &NetworkSamples,
    stop: &AtomicBool,
) -> Option<ErrorByDiscs> {
    error(samples, stop, |_, features| {
        f64::from(network.value_of(features)) / f64::from(UNITS_PER_DISC)
    })
}

/// Returns the hold-out errors of pattern weights; `None` if `stop` became true.
#[must_use]
pub fn tables_error(
    tables: &Evaluation,
    samples: &NetworkSamples,
    stop: &AtomicBool,
) -> Option<ErrorByDiscs> {
    error(samples, stop, |_, features| {
        f64::from(tables.value_of(features)) / f64::from(UNITS_PER_DISC)
    })
}

/// Returns the hold-out errors of a network in floating point; `None` if `stop` became true.
pub(super) fn model_error<const P: usize>(
    model: &Model<P>,
    samples: &NetworkSamples,
    arch: Arch,
    stop: &AtomicBool,
) -> Option<ErrorByDiscs> {
    let patterns = PatternSet::standard();
    error(samples, stop, |sample, features| {
        let position = Encoded::new(patterns, features, sample);
        let output = arch.dispatch(|| forward(model, &position).output);
        f64::from(output) * f64::from(DISCS_OF_ONE)
    })
}

/// Returns the hold-out errors of an evaluation in discs; `None` if `stop` became true.
fn error(
    samples: &NetworkSamples,
    stop: &AtomicBool,
    value: impl Fn(Packed, &Features) -> f64 + Sync,
) -> Option<ErrorByDiscs> {
    let patterns = PatternSet::standard();
    let of_piece = |piece: &[Packed]| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut error = ErrorByDiscs::default();
        for &sample in piece {
            let features = Features::new_unchecked(patterns, sample.board());
            let score = f64::from(sample.score()) / f64::from(UNITS_PER_DISC);
            let value = value(sample, &features).clamp(-MAX_SCORE, MAX_SCORE);
            error.add(features.discs, value - score);
        }
        Some(error)
    };
    let pieces = samples.hold_out_set().par_chunks(PIECE);
    let pieces: Vec<ErrorByDiscs> = pieces.map(of_piece).collect::<Option<_>>()?;
    let mut total = ErrorByDiscs::default();
    for piece in &pieces {
        total.merge(piece);
    }
    Some(total)
}
