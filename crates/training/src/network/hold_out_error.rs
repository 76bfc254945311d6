//! Errors on the hold-out set.

use std::sync::atomic::{AtomicBool, Ordering};

use outflank_engine::evaluation::network::DISCS_OF_ONE;
use outflank_engine::evaluation::{Features, PatternSet, UNITS_PER_DISC};
use pulp::Arch;
use rayon::prelude::*;

use super::encoded::Encoded;
use super::model::{Model, forward};
use super::samples::{NetworkSamples, Packed};
use crate::error_by_stage::ErrorByStage;

/// Number of samples in a task.
const PIECE: usize = 1 << 14;

/// Maximum score, in discs.
const MAX_SCORE: f64 = 64.0;

/// Returns the hold-out errors of an evaluation, whose values are in 1/128 discs; `None` if `stop`
/// became true.
#[must_use]
pub fn hold_out_error(
    samples: &NetworkSamples,
    stop: &AtomicBool,
    value: impl Fn(&Features) -> i32 + Sync,
) -> Option<ErrorByStage> {
    error(samples, stop, |_, features| {
        f64::from(value(features)) / f64::from(UNITS_PER_DISC)
    })
}

/// Returns the hold-out errors of a network in floating point; `None` if `stop` became true.
pub(super) fn model_error<const P: usize>(
    model: &Model<P>,
    samples: &NetworkSamples,
    arch: Arch,
    stop: &AtomicBool,
) -> Option<ErrorByStage> {
    let patterns = PatternSet::standard();
    error(samples, stop, |sample, features| {
        let position = Encoded::new(patterns, features, sample);
        let output = arch.dispatch(|| forward(model, &position).output);
        f64::from(output) * f64::from(DISCS_OF_ONE)
    })
}

/// Returns the hold-out errors of values in discs; `None` if `stop` became true.
fn error(
    samples: &NetworkSamples,
    stop: &AtomicBool,
    value: impl Fn(Packed, &Features) -> f64 + Sync,
) -> Option<ErrorByStage> {
    let patterns = PatternSet::standard();
    let of_piece = |piece: &[Packed]| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut error = ErrorByStage::default();
        for &sample in piece {
            let features = Features::new_unchecked(patterns, sample.board());
            let score = f64::from(sample.score()) / f64::from(UNITS_PER_DISC);
            let value = value(sample, &features).clamp(-MAX_SCORE, MAX_SCORE);
            error.add(features.discs, value - score);
        }
        Some(error)
    };
    let pieces = samples.hold_out_set().par_chunks(PIECE);
    let pieces: Vec<ErrorByStage> = pieces.map(of_piece).collect::<Option<_>>()?;
    let mut total = ErrorByStage::default();
    for piece in &pieces {
        total.merge(piece);
    }
    Some(total)
}
