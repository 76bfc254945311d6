//! The best weights, by conjugate gradients.

use std::io;
use std::time::{Duration, Instant};

use outflank_engine::evaluation::{KNOTS, Weights};

use super::error_by_stage::ErrorByStage;
use super::passes::{Sum, Vector, error, sum, zeros};
use super::spool::Spool;

/// How weights are to be found.
#[derive(Clone, Copy, Debug)]
pub struct TrainingOptions {
    /// The penalty on a weight, in uses: a configuration seen so often gets
    /// half of what it would get alone.
    pub penalty: f64,
    /// Most passes over the samples.
    pub passes: u32,
    /// Passes without a better error of the samples held out until the training
    /// ends.
    pub patience: u32,
}

impl Default for TrainingOptions {
    fn default() -> Self {
        Self {
            penalty: 16.0,
            passes: 40,
            patience: 4,
        }
    }
}

/// What a pass gave.
#[derive(Clone, Debug)]
pub struct Step {
    /// Passes done.
    pub pass: u32,
    /// Errors of the samples held out.
    pub error: ErrorByStage,
    /// Length of the gradient compared with that of the beginning.
    pub residual: f64,
    /// Time since the training began.
    pub elapsed: Duration,
}

/// The result of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights of the best pass, by knot, then by kind, in 1/128 discs.
    pub knots: Vec<Vec<i16>>,
    /// What each pass gave.
    pub steps: Vec<Step>,
    /// The number of the best pass.
    pub best: u32,
}

/// Finds weights for the samples of a spool.
#[derive(Debug)]
pub struct Trainer<'a> {
    spool: &'a Spool,
    options: TrainingOptions,
}

impl<'a> Trainer<'a> {
    /// A trainer.
    #[must_use]
    pub const fn new(spool: &'a Spool, options: TrainingOptions) -> Self {
        Self { spool, options }
    }

    /// Trains until the error of the samples held out falls no more, with the
    /// threads of the `rayon` pool in which it is called. `report` is told of
    /// each pass, and ends the training by returning `false`.
    ///
    /// # Errors
    ///
    /// When the spool cannot be read.
    pub fn train(&self, mut report: impl FnMut(&Step) -> bool) -> io::Result<Trained> {
        let began = Instant::now();
        let penalty = self.options.penalty;
        let uses = sum(self.spool, Sum::Uses)?;
        // Weights that no sample uses stay zero.
        let precondition = |residual: &Vector| -> Vector {
            map2(residual, &uses, |residual, uses| {
                residual / (uses + penalty)
            })
        };

        let mut weights = zeros();
        let mut residual = sum(self.spool, Sum::Scores)?;
        let mut corrected = precondition(&residual);
        let mut direction = corrected.clone();
        let mut slope = dot(&residual, &corrected);
        let first_slope = slope;
        let mut steps: Vec<Step> = Vec::new();
        let mut best: Option<(f64, Vector, u32)> = None;
        for pass in 1..=self.options.passes {
            if slope <= 0.0 {
                break;
            }
            let mut image = sum(self.spool, Sum::Values(&direction))?;
            add(&mut image, penalty, &direction);
            let length = slope / dot(&direction, &image);
            add(&mut weights, length, &direction);
            add(&mut residual, -length, &image);
            corrected = precondition(&residual);
            let next_slope = dot(&residual, &corrected);
            direction = map2(&corrected, &direction, |corrected, direction| {
                corrected + next_slope / slope * direction
            });
            slope = next_slope;

            let step = Step {
                pass,
                error: error(self.spool, &weights)?,
                residual: (slope / first_slope).sqrt(),
                elapsed: began.elapsed(),
            };
            let goes_on = report(&step);
            let loss = step
                .error
                .total()
                .root_mean_square()
                .unwrap_or(step.residual);
            steps.push(step);
            if best.as_ref().is_none_or(|(least, ..)| loss < *least) {
                best = Some((loss, weights.clone(), pass));
            }
            let best_pass = best.as_ref().map_or(0, |(_, _, pass)| *pass);
            if !goes_on || pass >= best_pass + self.options.patience {
                break;
            }
        }
        let (_, weights, best) = best.unwrap_or((0.0, weights, 0));
        let round = |weight: &f64| weight.round().clamp(-16_000.0, 16_000.0) as i16;
        Ok(Trained {
            knots: weights
                .iter()
                .map(|knot| knot.iter().map(round).collect())
                .collect(),
            steps,
            best,
        })
    }
}

fn dot(a: &Vector, b: &Vector) -> f64 {
    let knots = a.iter().zip(b);
    knots
        .map(|(a, b)| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>())
        .sum()
}

fn add(to: &mut Vector, factor: f64, other: &Vector) {
    for (to, other) in to.iter_mut().flatten().zip(other.iter().flatten()) {
        *to += factor * other;
    }
}

fn map2(a: &Vector, b: &Vector, map: impl Fn(f64, f64) -> f64) -> Vector {
    debug_assert_eq!((a.len(), b[0].len()), (KNOTS.len(), Weights::kinds()));
    let knot = |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).map(|(a, b)| map(*a, *b)).collect();
    a.iter().zip(b).map(knot).collect()
}
