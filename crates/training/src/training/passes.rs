//! Passes over a spool, by several threads, with the same result however many.

use std::io;

use outflank_engine::evaluation::{Features, KNOTS, PatternSet};
use rayon::prelude::*;

use super::choice::PatternChoice;
use super::error_by_stage::ErrorByStage;
use super::spool::{Part, Sample, Spool};

/// Samples that one thread takes at a time.
const CHUNK: u64 = 1 << 17;

/// Chunks that are worked on at the same time, whose sums are then added in
/// order.
const CHUNKS_TOGETHER: usize = 8;

/// A number for each weight: by knot, then by kind.
pub(super) type Vector = Vec<Vec<f64>>;

/// A vector of zeros.
pub(super) fn zeros(patterns: &PatternSet) -> Vector {
    vec![vec![0.0; patterns.kinds()]; KNOTS]
}

/// A number for each entry of the tables, to be looked up.
fn expand(patterns: &PatternSet, knot: &[f64]) -> Vec<f32> {
    let kinds = patterns.kind_of_entries();
    kinds
        .iter()
        .map(|&kind| knot[kind as usize] as f32)
        .collect()
}

/// Adds sums by entry to sums by kind.
fn fold(patterns: &PatternSet, entries: &[f32], kinds: &mut [f64]) {
    for (&entry, &kind) in entries.iter().zip(patterns.kind_of_entries()) {
        kinds[kind as usize] += f64::from(entry);
    }
}

/// The two knots of an interval; the last knot stands alone.
fn knots(interval: usize) -> (usize, usize) {
    (interval, (interval + 1).min(KNOTS - 1))
}

/// What is to be added up of each sample.
#[derive(Clone, Copy)]
pub(super) enum Sum<'a> {
    /// How often each weight is used (squared), which is the diagonal of the
    /// system.
    Uses,
    /// Each weight's share in the scores: the right side of the system.
    Scores,
    /// Each weight's share in the values that a vector of weights gives.
    Values(&'a Vector),
}

/// Adds up over all samples for training, each weight by its share in the
/// sample.
pub(super) fn sum(spool: &Spool, choice: &PatternChoice, what: Sum<'_>) -> io::Result<Vector> {
    let patterns = spool.patterns();
    let places = choice.places(patterns);
    let mut total = zeros(patterns);
    for interval in 0..KNOTS {
        let (below, above) = knots(interval);
        let tables = match what {
            Sum::Values(vector) => Some([below, above].map(|knot| expand(patterns, &vector[knot]))),
            Sum::Uses | Sum::Scores => None,
        };
        let chunks = chunks(spool.count(Part::Training, interval));
        for together in chunks.chunks(CHUNKS_TOGETHER) {
            let sums: Vec<[Vec<f32>; 2]> = together
                .par_iter()
                .map(|&range| sum_chunk(spool, &places, interval, range, what, tables.as_ref()))
                .collect::<io::Result<_>>()?;
            for [first, second] in &sums {
                fold(patterns, first, &mut total[below]);
                fold(patterns, second, &mut total[above]);
            }
        }
    }
    Ok(total)
}

fn chunks(count: u64) -> Vec<(u64, usize)> {
    let starts = (0..count).step_by(CHUNK as usize);
    starts
        .map(|from| (from, CHUNK.min(count - from) as usize))
        .collect()
}

fn sum_chunk(
    spool: &Spool,
    places: &[usize],
    interval: usize,
    range: (u64, usize),
    what: Sum<'_>,
    tables: Option<&[Vec<f32>; 2]>,
) -> io::Result<[Vec<f32>; 2]> {
    let patterns = spool.patterns();
    let zeros = || vec![0.0_f32; patterns.kind_of_entries().len()];
    let (mut first, mut second) = (zeros(), zeros());
    spool.read(Part::Training, interval, range, |sample| {
        let features = Features::new(patterns, sample.board);
        let share = patterns.stages().place(features.discs).1 as f32;
        let amount = match (what, tables) {
            (Sum::Values(_), Some(tables)) => value(&features, places, tables, share),
            (Sum::Scores, _) => f32::from(sample.score),
            _ => 1.0,
        };
        let (low, high) = match what {
            Sum::Uses => ((1.0 - share) * (1.0 - share), share * share),
            Sum::Scores | Sum::Values(_) => ((1.0 - share) * amount, share * amount),
        };
        let entries = features.entries();
        for &place in places {
            first[entries[place] as usize] += low;
        }
        if share > 0.0 {
            for &place in places {
                second[entries[place] as usize] += high;
            }
        }
    })?;
    Ok([first, second])
}

/// The value that tables give, of the entries at some places.
fn value(features: &Features, places: &[usize], [below, above]: &[Vec<f32>; 2], share: f32) -> f32 {
    let entries = features.entries();
    let total = |table: &[f32]| -> f32 {
        let weights = places.iter().map(|&place| table[entries[place] as usize]);
        weights.sum()
    };
    if share > 0.0 {
        (1.0 - share) * total(below) + share * total(above)
    } else {
        total(below)
    }
}

/// How far the values of a vector of weights are from the scores of the samples
/// held out.
pub(super) fn error(
    spool: &Spool,
    choice: &PatternChoice,
    weights: &Vector,
) -> io::Result<ErrorByStage> {
    let patterns = spool.patterns();
    let places = choice.places(patterns);
    let most = f64::from(patterns.shape().squares());
    let mut error = ErrorByStage::default();
    for interval in 0..KNOTS {
        let (below, above) = knots(interval);
        let tables = [below, above].map(|knot| expand(patterns, &weights[knot]));
        let parts: Vec<ErrorByStage> = chunks(spool.count(Part::HeldOut, interval))
            .par_iter()
            .map(|&range| {
                let mut part = ErrorByStage::default();
                let add = |sample: Sample| {
                    let features = Features::new(patterns, sample.board);
                    let share = patterns.stages().place(features.discs).1 as f32;
                    let value = f64::from(value(&features, &places, &tables, share)) / 128.0;
                    let score = f64::from(sample.score) / 128.0;
                    part.add(features.discs, value.clamp(-most, most) - score);
                };
                spool.read(Part::HeldOut, interval, range, add)?;
                Ok(part)
            })
            .collect::<io::Result<_>>()?;
        for part in parts {
            error.merge(&part);
        }
    }
    Ok(error)
}
