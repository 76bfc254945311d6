//! The conjugate gradient trainer of pattern weights.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use outflank_engine::evaluation::KNOTS;

use super::normal_equations::{Sum, Vector, check_memory, error, sum, zeros};
use super::pattern_choice::PatternChoice;
use super::state;
use super::state::{Pass, State};
use crate::checkpoint::Checkpoint;
use crate::error::TrainingError;
use crate::error_by_stage::ErrorByStage;
use crate::samples::SampleStore;

/// Options of a [`WeightsTrainer`].
#[derive(Clone, Debug)]
pub struct WeightsOptions {
    /// Penalty on a weight, in occurrences: a configuration that occurs this often gets half the
    /// weight that it would get without a penalty.
    pub penalty: f64,
    /// Penalty on the change of a weight from one knot of the stages to the next, in uses:
    /// a configuration that occurs this often at each of them moves halfway to its
    /// neighbours.
    pub smoothing: f64,
    /// Maximum number of passes over the samples.
    pub passes: u32,
    /// Training stops after this many passes without a smaller hold-out error.
    pub patience: u32,
    /// The patterns whose weights are trained.
    pub patterns: PatternChoice,
}

impl Default for WeightsOptions {
    fn default() -> Self {
        Self {
            penalty: 16.0,
            smoothing: 0.0,
            passes: 40,
            patience: 4,
            patterns: PatternChoice::default(),
        }
    }
}

/// The result of a training run.
#[derive(Clone, Debug)]
pub struct TrainedWeights {
    /// The weights of the best pass, by knot, then by kind, in 1/128 discs.
    pub knots: Vec<Vec<i16>>,
    /// All passes, including those of the checkpoint.
    pub passes: Vec<Pass>,
    /// Number of the best pass.
    pub best: u32,
    /// Passes already done in the checkpoint.
    pub resumed_from: u32,
}

/// Trains pattern weights on a [`SampleStore`].
#[derive(Debug)]
pub struct WeightsTrainer<'a> {
    samples: &'a SampleStore,
    options: WeightsOptions,
    checkpoint: Checkpoint,
    stop: Arc<AtomicBool>,
}

impl<'a> WeightsTrainer<'a> {
    /// Creates a trainer.
    #[must_use]
    pub fn new(samples: &'a SampleStore, options: WeightsOptions) -> Self {
        Self {
            samples,
            options,
            checkpoint: Checkpoint::default(),
            stop: Arc::default(),
        }
    }

    /// Resumes from a checkpoint and saves to it after each pass. `passes` and `patience`
    /// may differ from those of the interrupted run.
    #[must_use]
    pub fn with_checkpoint(mut self, checkpoint: Checkpoint) -> Self {
        self.checkpoint = checkpoint;
        self
    }

    /// Stops soon after `stop` becomes true; the pass in progress is discarded.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Trains until the hold-out error stops falling, on the threads of the current
    /// `rayon` pool. `on_pass` receives all passes so far, the newest last, and the number
    /// of the best one; it stops the training by returning `false`. A run stopped before
    /// the end of the first pass returns zero weights and no passes.
    ///
    /// # Errors
    ///
    /// Returns an error if the samples cannot be read, the checkpoint cannot be used or written, or there is
    /// not enough memory.
    pub fn train(
        &self,
        mut on_pass: impl FnMut(&[Pass], u32) -> bool,
    ) -> Result<TrainedWeights, TrainingError> {
        let began = Instant::now();
        let settings = state::settings(self.samples, &self.options);
        let mut file = self.checkpoint.file(state::FORMAT, settings)?;
        let mut saved = state::read(&file, self.samples.patterns())?;
        let resumed_from = saved.as_ref().map_or(0, State::count);
        let earlier = saved.as_ref().map_or(Duration::ZERO, State::elapsed);
        // A finished run needs no pass over the samples.
        if let Some(state) = saved.take_if(|state| !self.goes_on(state)) {
            return Ok(trained(state, resumed_from));
        }
        check_memory(self.samples.patterns())?;
        let is_new = saved.is_none();
        let mut state = saved.unwrap_or_else(|| self.untrained());
        let Some(uses) = self.sum(Sum::Uses)? else {
            return Ok(trained(state, resumed_from));
        };
        if is_new {
            let Some(residual) = self.sum(Sum::Scores)? else {
                return Ok(trained(state, resumed_from));
            };
            let direction = self.precondition(&residual, &uses);
            let slope = dot(&residual, &direction);
            state = State::new(residual, direction, slope);
        }
        while self.goes_on(&state) {
            let Some(error) = self.pass(&mut state, &uses)? else {
                break;
            };
            state.record(Pass {
                pass: state.count() + 1,
                error,
                residual: (state.slopes.now / state.slopes.first).sqrt(),
                elapsed: earlier + began.elapsed(),
            });
            state::write(&mut file, &state)?;
            if !on_pass(&state.passes, state.best_pass) {
                break;
            }
        }
        Ok(trained(state, resumed_from))
    }

    fn goes_on(&self, state: &State) -> bool {
        let passes = state.count();
        let is_patient =
            passes == 0 || passes < state.best_pass.saturating_add(self.options.patience);
        is_patient && passes < self.options.passes && state.slopes.now > 0.0
    }

    /// Returns a state without weights.
    fn untrained(&self) -> State {
        let zeros = zeros(self.samples.patterns());
        State::new(zeros.clone(), zeros, 0.0)
    }

    fn sum(&self, what: Sum<'_>) -> io::Result<Option<Vector>> {
        sum(self.samples, &self.options.patterns, what, &self.stop)
    }

    /// Performs one step of the conjugate gradient method. Returns the hold-out error, or `None`
    /// if stopped; `state` may then be meaningless.
    fn pass(&self, state: &mut State, uses: &Vector) -> io::Result<Option<ErrorByStage>> {
        let Some(mut image) = self.sum(Sum::Values(&state.direction))? else {
            return Ok(None);
        };
        add(&mut image, self.options.penalty, &state.direction);
        add_changes(&mut image, self.options.smoothing, &state.direction);
        let slope = state.slopes.now;
        let length = slope / dot(&state.direction, &image);
        add(&mut state.weights, length, &state.direction);
        add(&mut state.residual, -length, &image);
        let corrected = self.precondition(&state.residual, uses);
        let next_slope = dot(&state.residual, &corrected);
        state.direction = map2(&corrected, &state.direction, |corrected, direction| {
            corrected + next_slope / slope * direction
        });
        state.slopes.now = next_slope;
        let WeightsOptions { patterns, .. } = &self.options;
        error(self.samples, patterns, &state.weights, &self.stop)
    }

    /// Solves the system without its terms between configurations. For each configuration this is a
    /// tridiagonal system over the knots, solved by the Thomas algorithm. Weights that no sample
    /// uses stay zero.
    fn precondition(&self, residual: &Vector, uses: &Vector) -> Vector {
        let WeightsOptions {
            penalty, smoothing, ..
        } = self.options;
        let patterns = self.samples.patterns();
        let mut solved = zeros(patterns);
        for kind in 0..patterns.kinds() {
            if uses.iter().all(|knot| knot[kind] == 0.0) {
                continue;
            }
            let mut above = [0.0; KNOTS];
            let mut known = [0.0; KNOTS];
            for knot in 0..KNOTS {
                let neighbours = 2 - usize::from(knot == 0) - usize::from(knot + 1 == KNOTS);
                let own = uses[knot][kind] + penalty + smoothing * neighbours as f64;
                let (above_before, known_before) = match knot {
                    0 => (0.0, 0.0),
                    _ => (above[knot - 1], known[knot - 1]),
                };
                let pivot = own + smoothing * above_before;
                if pivot > 0.0 {
                    above[knot] = -smoothing / pivot;
                    known[knot] = (residual[knot][kind] + smoothing * known_before) / pivot;
                }
            }
            let mut next = 0.0;
            for knot in (0..KNOTS).rev() {
                next = known[knot] - above[knot] * next;
                solved[knot][kind] = next;
            }
        }
        solved
    }
}

fn trained(state: State, resumed_from: u32) -> TrainedWeights {
    let round = |weight: &f64| weight.round().clamp(-16_000.0, 16_000.0) as i16;
    let knots = state.best.iter();
    TrainedWeights {
        knots: knots.map(|knot| knot.iter().map(round).collect()).collect(),
        passes: state.passes,
        best: state.best_pass,
        resumed_from,
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

/// Adds the gradient of the squared changes from knot to knot, times a factor.
fn add_changes(to: &mut Vector, factor: f64, vector: &Vector) {
    if factor == 0.0 {
        return;
    }
    for (knot, pair) in vector.windows(2).enumerate() {
        for (kind, (before, after)) in pair[0].iter().zip(&pair[1]).enumerate() {
            let change = factor * (after - before);
            to[knot][kind] -= change;
            to[knot + 1][kind] += change;
        }
    }
}

fn map2(a: &Vector, b: &Vector, map: impl Fn(f64, f64) -> f64) -> Vector {
    debug_assert_eq!((a.len(), a[0].len()), (b.len(), b[0].len()));
    let knot = |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).map(|(a, b)| map(*a, *b)).collect();
    a.iter().zip(b).map(knot).collect()
}
