//! The normal equations of the weights, summed over the samples in parallel. The result
//! does not depend on the number of threads.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_engine::evaluation::{Features, KNOTS, PatternSet};
use rayon::prelude::*;

use super::pattern_choice::PatternChoice;
use crate::TrainingError;
use crate::error_by_stage::ErrorByStage;
use crate::samples::{Sample, SampleStore, Split};

/// Number of samples in a task.
const CHUNK: u64 = 1 << 17;

/// Number of chunks summed at the same time. Their sums are added in order.
const CHUNKS_TOGETHER: usize = 8;

/// A number for each weight: by knot, then by kind.
pub(super) type Vector = Vec<Vec<f64>>;

pub(super) fn zeros(patterns: &PatternSet) -> Vector {
    vec![vec![0.0; patterns.kinds()]; KNOTS]
}

/// The vectors held at the peak of a pass: the four of the state, the uses, the product, two directions and
/// one to spare.
const VECTORS: usize = 9;

/// Checks that there is memory for training. It is allocated in pieces, and a refused piece would abort.
pub(super) fn check_memory(patterns: &PatternSet) -> Result<(), TrainingError> {
    let vectors = VECTORS * KNOTS * patterns.kinds() * size_of::<f64>();
    let tables = 2 * (CHUNKS_TOGETHER + 1) * patterns.kind_of_entries().len() * size_of::<f32>();
    let bytes = vectors + tables;
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|error| {
        let mib = bytes >> 20;
        TrainingError::Settings(format!("not enough memory for {mib} MiB: {error}"))
    })
}

/// Expands numbers by kind to numbers by table entry.
fn expand(patterns: &PatternSet, knot: &[f64]) -> Vec<f32> {
    let kinds = patterns.kind_of_entries();
    kinds
        .iter()
        .map(|&kind| knot[kind as usize] as f32)
        .collect()
}

/// Adds sums by table entry to sums by kind.
fn fold(patterns: &PatternSet, entries: &[f32], kinds: &mut [f64]) {
    for (&entry, &kind) in entries.iter().zip(patterns.kind_of_entries()) {
        kinds[kind as usize] += f64::from(entry);
    }
}

/// Returns the two knots of an interval; the last interval has one.
fn knots(interval: usize) -> (usize, usize) {
    (interval, (interval + 1).min(KNOTS - 1))
}

/// The quantity summed over the samples.
#[derive(Clone, Copy)]
pub(super) enum Sum<'a> {
    /// The squared share of each weight: the diagonal of the system.
    Uses,
    /// The share of each weight times the score: the right side of the system.
    Scores,
    /// The share of each weight times the value given by a vector of weights: the product
    /// of the matrix and the vector.
    Values(&'a Vector),
}

/// Sums over the training set; `None` if `stop` became true.
pub(super) fn sum(
    samples: &SampleStore,
    choice: &PatternChoice,
    what: Sum<'_>,
    stop: &AtomicBool,
) -> io::Result<Option<Vector>> {
    let patterns = samples.patterns();
    let chosen = choice.feature_indices(patterns);
    let mut total = zeros(patterns);
    for interval in 0..KNOTS {
        let (below, above) = knots(interval);
        let tables = match what {
            Sum::Values(vector) => Some([below, above].map(|knot| expand(patterns, &vector[knot]))),
            Sum::Uses | Sum::Scores => None,
        };
        let chunks = chunks(samples.count(Split::Training, interval));
        for together in chunks.chunks(CHUNKS_TOGETHER) {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let sums: Vec<[Vec<f32>; 2]> = together
                .par_iter()
                .map(|&range| sum_chunk(samples, &chosen, interval, range, what, tables.as_ref()))
                .collect::<io::Result<_>>()?;
            for [first, second] in &sums {
                fold(patterns, first, &mut total[below]);
                fold(patterns, second, &mut total[above]);
            }
        }
    }
    Ok(Some(total))
}

fn chunks(count: u64) -> Vec<(u64, usize)> {
    let starts = (0..count).step_by(CHUNK as usize);
    starts
        .map(|from| (from, CHUNK.min(count - from) as usize))
        .collect()
}

fn sum_chunk(
    samples: &SampleStore,
    chosen: &[usize],
    interval: usize,
    range: (u64, usize),
    what: Sum<'_>,
    tables: Option<&[Vec<f32>; 2]>,
) -> io::Result<[Vec<f32>; 2]> {
    let patterns = samples.patterns();
    let zeros = || vec![0.0_f32; patterns.kind_of_entries().len()];
    let (mut first, mut second) = (zeros(), zeros());
    samples.read(Split::Training, interval, range, |sample| {
        let features = Features::new_unchecked(patterns, sample.board);
        let share = patterns.stages().place(features.discs).1 as f32;
        let amount = match (what, tables) {
            (Sum::Values(_), Some(tables)) => value(&features, chosen, tables, share),
            (Sum::Scores, _) => f32::from(sample.score),
            _ => 1.0,
        };
        let (low, high) = match what {
            Sum::Uses => ((1.0 - share) * (1.0 - share), share * share),
            Sum::Scores | Sum::Values(_) => ((1.0 - share) * amount, share * amount),
        };
        let entries = features.entries();
        for &index in chosen {
            first[entries[index] as usize] += low;
        }
        if share > 0.0 {
            for &index in chosen {
                second[entries[index] as usize] += high;
            }
        }
    })?;
    Ok([first, second])
}

/// Returns the value of the selected features.
fn value(features: &Features, chosen: &[usize], [below, above]: &[Vec<f32>; 2], share: f32) -> f32 {
    let entries = features.entries();
    let total = |table: &[f32]| -> f32 {
        let weights = chosen.iter().map(|&index| table[entries[index] as usize]);
        weights.sum()
    };
    if share > 0.0 {
        (1.0 - share) * total(below) + share * total(above)
    } else {
        total(below)
    }
}

/// Returns the errors of a vector of weights on the hold-out set; `None` if `stop` became true.
pub(super) fn error(
    samples: &SampleStore,
    choice: &PatternChoice,
    weights: &Vector,
    stop: &AtomicBool,
) -> io::Result<Option<ErrorByStage>> {
    let patterns = samples.patterns();
    let chosen = choice.feature_indices(patterns);
    let most = f64::from(patterns.shape().squares());
    let mut error = ErrorByStage::default();
    for interval in 0..KNOTS {
        let (below, above) = knots(interval);
        let tables = [below, above].map(|knot| expand(patterns, &weights[knot]));
        let parts: Option<Vec<ErrorByStage>> = chunks(samples.count(Split::HeldOut, interval))
            .par_iter()
            .map(|&range| {
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let mut part = ErrorByStage::default();
                let add = |sample: Sample| {
                    let features = Features::new_unchecked(patterns, sample.board);
                    let share = patterns.stages().place(features.discs).1 as f32;
                    let value = f64::from(value(&features, &chosen, &tables, share)) / 128.0;
                    let score = f64::from(sample.score) / 128.0;
                    part.add(features.discs, value.clamp(-most, most) - score);
                };
                samples.read(Split::HeldOut, interval, range, add)?;
                Ok(Some(part))
            })
            .collect::<io::Result<_>>()?;
        let Some(parts) = parts else {
            return Ok(None);
        };
        for part in parts {
            error.merge(&part);
        }
    }
    Ok(Some(error))
}
