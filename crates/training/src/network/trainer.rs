//! The network trainer.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use outflank_engine::evaluation::network::DISCS_OF_ONE;
use outflank_engine::evaluation::{Network, NetworkWeights, PatternSet};
use outflank_support::seeds::derived_rng;
use pulp::Arch;
use rand::seq::SliceRandom;

use super::adam::InitialWeights;
use super::gradient::BatchGradient;
use super::hold_out_error::model_error;
use super::model::Model;
use super::quantise::{dequantised, quantised};
use super::row_optimizer::RowOptimizer;
use super::samples::NetworkSamples;
use super::settings::{NetworkSettings, NetworkWidth};
use super::state::{self, NetworkEpoch, State};
use crate::checkpoint::Checkpoint;
use crate::error::TrainingError;
use crate::error_by_stage::ErrorByStage;

/// Trains a network.
#[derive(Debug)]
pub struct NetworkTrainer<'a> {
    samples: &'a NetworkSamples,
    settings: NetworkSettings,
    first: Option<First>,
    checkpoint: Checkpoint,
    stop: Arc<AtomicBool>,
    arch: Arch,
}

/// The initial network.
#[derive(Debug)]
struct First {
    parts: NetworkWeights,
    digest: u64,
}

/// The result of a training run.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainedNetwork {
    /// The quantized network.
    pub parts: NetworkWeights,
    /// Hold-out errors before quantization; `None` if training was stopped within an epoch.
    pub error: Option<ErrorByStage>,
    /// All epochs, including those of the checkpoint.
    pub epochs: Vec<NetworkEpoch>,
    /// Steps done.
    pub step: u64,
    /// Total number of steps.
    pub steps: u64,
    /// Steps already done in the checkpoint.
    pub resumed_from: u64,
}

/// The progress after a step.
#[derive(Clone, Copy, Debug)]
pub struct NetworkProgress<'a> {
    /// Steps done.
    pub step: u64,
    /// Total number of steps.
    pub steps: u64,
    /// Steps already done in the checkpoint.
    pub resumed_from: u64,
    /// Number of samples processed in this run.
    pub learned: u64,
    /// Root mean square training error in this epoch so far, in discs.
    pub training_error: f64,
    /// The finished epochs.
    pub epochs: &'a [NetworkEpoch],
    /// Whether this step ended the last finished epoch.
    pub ends_epoch: bool,
}

/// Called after each step; returning `false` stops the training.
type OnStep<'a> = &'a mut dyn FnMut(NetworkProgress<'_>) -> bool;

impl<'a> NetworkTrainer<'a> {
    /// Creates a trainer for 1 to 2³² − 1 training samples.
    #[must_use]
    pub fn new(samples: &'a NetworkSamples, settings: NetworkSettings) -> Self {
        Self {
            samples,
            settings,
            first: None,
            checkpoint: Checkpoint::default(),
            stop: Arc::default(),
            arch: Arch::new(),
        }
    }

    /// Starts from a network instead of random parameters; the width of the network overrides
    /// the settings. Its offsets by number of discs are dropped.
    #[must_use]
    pub fn starting_from(mut self, network: &Network) -> Self {
        let width = NetworkWidth::of(network.width());
        self.settings.width = width.unwrap_or(self.settings.width);
        self.first = Some(First {
            parts: network.parts(),
            digest: network.digest(),
        });
        self
    }

    /// Resumes from a checkpoint, and saves to it at its interval and at the end.
    #[must_use]
    pub fn with_checkpoint(mut self, checkpoint: Checkpoint) -> Self {
        self.checkpoint = checkpoint;
        self
    }

    /// Stops soon after `stop` becomes true.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Trains on the threads of the current `rayon` pool. `on_step` stops the training by
    /// returning `false`; the result is then the network so far.
    ///
    /// # Errors
    ///
    /// Returns an error if the checkpoint cannot be used or written.
    pub fn train(
        &self,
        mut on_step: impl FnMut(NetworkProgress<'_>) -> bool,
    ) -> Result<TrainedNetwork, TrainingError> {
        self.train_width(&mut on_step)
    }

    /// Trains a network of the chosen width. Takes a trait object, because generic loops would be
    /// compiled in the caller's crate, which may be optimized for size.
    fn train_width(&self, on_step: OnStep<'_>) -> Result<TrainedNetwork, TrainingError> {
        match self.settings.width {
            NetworkWidth::W16 => self.train_pairs::<8>(on_step),
            NetworkWidth::W32 => self.train_pairs::<16>(on_step),
            NetworkWidth::W64 => self.train_pairs::<32>(on_step),
            NetworkWidth::W128 => self.train_pairs::<64>(on_step),
        }
    }

    fn train_pairs<const P: usize>(
        &self,
        on_step: OnStep<'_>,
    ) -> Result<TrainedNetwork, TrainingError> {
        let began = Instant::now();
        let first = self.first.as_ref().map(|first| first.digest);
        let settings = state::settings(&self.settings, first, self.samples);
        let mut file = self.checkpoint.file(state::FORMAT, settings)?;
        let mut state = state::read::<P>(&file)?.unwrap_or_else(|| self.first_state());
        let (resumed_from, earlier) = (state.step, state.elapsed);
        let mut work = Work::new();
        let (of_epoch, steps) = self.steps();
        let mut learned = 0;
        // If a run was stopped while it measured the errors of an epoch, only the
        // measurement is repeated.
        let is_measured = |state: &State<P>| state.epochs.len() as u64 == state.step / of_epoch;
        while state.step < steps || !is_measured(&state) {
            if is_measured(&state) {
                self.step(&mut state, &mut work);
                learned += work.batch.positions.len() as u64;
            }
            state.elapsed = earlier + began.elapsed();
            let count = batch_range(
                self.samples.training(),
                0..(state.step - 1) % of_epoch + 1,
                of_epoch,
            );
            let training_error = discs(state.squares, count.len());
            let ends_epoch = !is_measured(&state) && self.end_epoch(&mut state, training_error);
            state.elapsed = earlier + began.elapsed();
            let goes_on = on_step(NetworkProgress {
                step: state.step,
                steps,
                resumed_from,
                learned,
                training_error,
                epochs: &state.epochs,
                ends_epoch,
            });
            let goes_on = goes_on && !self.stop.load(Ordering::Relaxed);
            let is_last = !goes_on || state.step == steps;
            if is_last || file.is_due() {
                state::write(&mut file, &mut state)?;
            }
            if !goes_on {
                break;
            }
        }
        let error = match state.epochs.last() {
            Some(last) if state.step.is_multiple_of(of_epoch) => Some(last.error.clone()),
            _ => model_error(&state.model, self.samples, self.arch, &self.stop),
        };
        Ok(TrainedNetwork {
            parts: quantised(
                &state.model,
                self.shares(&state),
                self.first.as_ref().map(|first| &first.parts),
            ),
            error,
            epochs: state.epochs,
            step: state.step,
            steps,
            resumed_from,
        })
    }

    /// Returns the state before the first step.
    fn first_state<const P: usize>(&self) -> State<P> {
        let model = match &self.first {
            Some(first) => dequantised(&first.parts),
            None => Model::new(PatternSet::standard().kinds(), self.settings.seed),
        };
        State::new(model)
    }

    /// Returns the steps of an epoch and the total steps.
    fn steps(&self) -> (u64, u64) {
        let of_epoch = self.settings.steps(self.samples.training());
        (of_epoch, of_epoch * u64::from(self.settings.epochs))
    }

    /// Returns the share of positions that use each row, infinite if every batch did.
    fn shares<const P: usize>(&self, state: &State<P>) -> impl Iterator<Item = f64> {
        let (done, (of_epoch, _)) = (state.step.max(1) as f64, self.steps());
        let batch_size = self.samples.training() as f64 / of_epoch as f64;
        let share = move |weights: &InitialWeights| {
            // A batch of n positions leaves a row unused with probability (1 - share)ⁿ, about
            // exp(-n * share).
            let used = (weights.steps() / done).min(1.0);
            -libm::log1p(-used) / batch_size
        };
        state.rows.initial_weights.iter().map(share)
    }

    /// Performs one step.
    fn step<const P: usize>(&self, state: &mut State<P>, work: &mut Work<P>) {
        let (of_epoch, steps) = self.steps();
        let samples = self.samples.training_set();
        let (epoch, step) = (state.step / of_epoch, state.step % of_epoch);
        if work.epoch != Some(epoch) {
            work.epoch = Some(epoch);
            work.order = shuffled(samples.len(), self.settings.seed, epoch as u32);
        }
        let indices = &work.order[batch_range(samples.len(), step..step + 1, of_epoch)];
        let rate = self.settings.rate_of(state.step, steps);
        let batch = &mut work.batch;
        batch.compute(&state.model, samples, indices, self.arch);
        let model = &mut state.model;
        if self.settings.heads_only {
            batch.gradient.bias.as_flattened_mut().fill(0.0);
        } else {
            let (rows, moments) = (&mut model.rows, &mut state.rows);
            work.rows.step(rows, moments, batch, rate, self.arch);
        }
        state.heads.step(model, &batch.gradient, rate);
        if step == 0 {
            state.squares = 0.0;
        }
        state.squares += batch.gradient.squares;
        state.step += 1;
    }

    /// Measures the errors of the epoch just completed; returns false if stopped.
    fn end_epoch<const P: usize>(&self, state: &mut State<P>, training_error: f64) -> bool {
        let error = model_error(&state.model, self.samples, self.arch, &self.stop);
        let Some(error) = error else {
            return false;
        };
        state.epochs.push(NetworkEpoch {
            epoch: state.epochs.len() as u32 + 1,
            training_error,
            error,
            elapsed: state.elapsed,
        });
        true
    }
}

/// The working memory of the steps, which checkpoints do not contain.
struct Work<const P: usize> {
    batch: BatchGradient<P>,
    rows: RowOptimizer,
    /// The epoch of `order`.
    epoch: Option<u64>,
    order: Vec<u32>,
}

impl<const P: usize> Work<P> {
    fn new() -> Self {
        Self {
            batch: BatchGradient::new(),
            rows: RowOptimizer::new(PatternSet::standard()),
            epoch: None,
            order: Vec::new(),
        }
    }
}

/// Returns the root mean square error in discs.
fn discs(squares: f64, count: usize) -> f64 {
    f64::from(DISCS_OF_ONE) * (squares / count as f64).sqrt()
}

/// Returns the shuffled sample indices of an epoch. They depend only on the seed and the epoch, so
/// a resumed run uses the same order.
fn shuffled(samples: usize, seed: u64, epoch: u32) -> Vec<u32> {
    let mut indices: Vec<u32> = (0..samples as u32).collect();
    indices.shuffle(&mut derived_rng(seed, &[1, epoch.into()]));
    indices
}

/// Returns the part of the shuffled indices for a range of steps. Batch sizes differ by at
/// most one.
fn batch_range(samples: usize, range: Range<u64>, steps: u64) -> Range<usize> {
    let place = |step: u64| (samples as u128 * u128::from(step) / u128::from(steps)) as usize;
    place(range.start)..place(range.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_epoch_is_a_different_permutation() {
        let first = shuffled(1000, 7, 0);
        assert_eq!(first, shuffled(1000, 7, 0));
        let orders = [
            shuffled(1000, 7, 1),
            shuffled(1000, 8, 0),
            (0..1000).collect(),
        ];
        for mut other in orders {
            assert_ne!(first, other);
            other.sort_unstable();
            assert!(other.iter().copied().eq(0..1000));
        }
    }

    #[test]
    fn batches_cover_all_samples_once() {
        for (samples, steps) in [(1000, 7), (8, 8), (5, 1), (65_537, 4)] {
            let parts: Vec<_> = (0..steps)
                .map(|step| batch_range(samples, step..step + 1, steps))
                .collect();
            assert_eq!(
                (parts[0].start, parts[steps as usize - 1].end),
                (0, samples)
            );
            assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
            let sizes = || parts.iter().map(ExactSizeIterator::len);
            assert!(sizes().max().unwrap() - sizes().min().unwrap() <= 1);
        }
    }
}
