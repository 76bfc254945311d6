//! The training from its first step to its last.

use std::time::{Duration, Instant};

use outflank_engine::evaluation::network::DISCS_OF_ONE;
use outflank_engine::evaluation::{Network, NetworkWeights, PatternSet};
use pulp::Arch;

use super::batch::Batch;
use super::errors::{ErrorByDiscs, model_error};
use super::kept;
use super::model::Model;
use super::order::{order, part};
use super::quantise::{dequantised, quantised};
use super::rows::RowSteps;
use super::samples::NetworkSamples;
use super::settings::{NetworkSettings, NetworkWidth};
use super::state::{NetworkEpoch, State};
use crate::training::checkpoint::{Checkpoint, Settings};
use crate::training::error::TrainingError;

/// Trains a network.
#[derive(Debug)]
pub struct NetworkTrainer<'a> {
    samples: &'a NetworkSamples,
    settings: NetworkSettings,
    first: Option<First>,
    checkpoint: Option<(Checkpoint, Duration)>,
    arch: Arch,
}

/// The network from which a training begins.
#[derive(Debug)]
struct First {
    parts: NetworkWeights,
    digest: u64,
}

/// The result of a training.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainedNetwork {
    /// The numbers, rounded.
    pub parts: NetworkWeights,
    /// Errors of the samples held out, before the numbers were rounded.
    pub error: ErrorByDiscs,
    /// What each epoch gave, those of a checkpoint included.
    pub epochs: Vec<NetworkEpoch>,
    /// Steps done, of all that there are.
    pub step: u64,
    /// Steps that there are.
    pub steps: u64,
    /// Steps that a checkpoint held already.
    pub taken_up: u64,
}

/// Where a training stands behind a step.
#[derive(Clone, Copy, Debug)]
pub struct NetworkCourse<'a> {
    /// Steps done.
    pub step: u64,
    /// Steps that there are.
    pub steps: u64,
    /// Steps that a checkpoint held already.
    pub taken_up: u64,
    /// Samples learned from in this run, each as often as it was.
    pub learned: u64,
    /// The root of the mean square of the error in this epoch so far, in discs.
    pub training_error: f64,
    /// The epochs done.
    pub epochs: &'a [NetworkEpoch],
    /// Whether the last one ended with this step.
    pub ends_epoch: bool,
}

impl<'a> NetworkTrainer<'a> {
    /// A trainer; there must be samples to learn from, fewer than 2³² of them.
    #[must_use]
    pub fn new(samples: &'a NetworkSamples, settings: NetworkSettings) -> Self {
        Self {
            samples,
            settings,
            first: None,
            checkpoint: None,
            arch: Arch::new(),
        }
    }

    /// Begins from the numbers of a network in place of numbers by chance, and trains one
    /// of its width whatever the settings say: what it knows goes into its successor,
    /// which may learn from other positions. What it adds by the number of discs is left
    /// behind.
    #[must_use]
    pub fn beginning_with(mut self, network: &Network) -> Self {
        let width = NetworkWidth::of(network.width());
        self.settings.width = width.unwrap_or(self.settings.width);
        self.first = Some(First {
            parts: network.parts(),
            digest: network.digest(),
        });
        self
    }

    /// Keeps its state in a file, whenever so much time has passed and at the end, and
    /// takes up what that file holds already.
    #[must_use]
    pub fn with_checkpoint(mut self, checkpoint: Checkpoint, every: Duration) -> Self {
        self.checkpoint = Some((checkpoint, every));
        self
    }

    /// Trains, with the threads of the `rayon` pool in which it is called. `report` is
    /// told of each step, and ends the training by returning `false`; the result is then
    /// the network as it stands, and the same call goes on if there is a checkpoint.
    ///
    /// # Errors
    ///
    /// When the checkpoint cannot be read or written, is damaged, or is one of a
    /// training with other samples or settings.
    pub fn train(
        &self,
        report: impl FnMut(NetworkCourse<'_>) -> bool,
    ) -> Result<TrainedNetwork, TrainingError> {
        match self.settings.width {
            NetworkWidth::W16 => self.train_pairs::<8>(report),
            NetworkWidth::W32 => self.train_pairs::<16>(report),
            NetworkWidth::W64 => self.train_pairs::<32>(report),
            NetworkWidth::W128 => self.train_pairs::<64>(report),
        }
    }

    fn train_pairs<const P: usize>(
        &self,
        mut report: impl FnMut(NetworkCourse<'_>) -> bool,
    ) -> Result<TrainedNetwork, TrainingError> {
        let began = Instant::now();
        let kept = self.kept();
        let mut state = match &kept {
            Some((checkpoint, settings, _)) => kept::read::<P>(checkpoint, settings)?,
            None => None,
        }
        .unwrap_or_else(|| self.first_state());
        let (taken_up, earlier) = (state.step, state.elapsed);
        let mut work = Work::new();
        let (of_epoch, steps) = self.steps();
        let (mut written, mut learned) = (Instant::now(), 0);
        while state.step < steps {
            let ends_epoch = self.step(&mut state, &mut work);
            state.elapsed = earlier + began.elapsed();
            let count = part(
                self.samples.training(),
                0..(state.step - 1) % of_epoch + 1,
                of_epoch,
            );
            learned += work.batch.positions.len() as u64;
            let training_error = discs(state.squares, count.len());
            if ends_epoch {
                self.end_epoch(&mut state, training_error);
                state.elapsed = earlier + began.elapsed();
            }
            let goes_on = report(NetworkCourse {
                step: state.step,
                steps,
                taken_up,
                learned,
                training_error,
                epochs: &state.epochs,
                ends_epoch,
            });
            let is_last = !goes_on || state.step == steps;
            if let Some((checkpoint, settings, every)) = &kept
                && (is_last || written.elapsed() >= *every)
            {
                kept::write(checkpoint, settings, &mut state)?;
                written = Instant::now();
            }
            if !goes_on {
                break;
            }
        }
        let error = match state.epochs.last() {
            Some(last) if state.step.is_multiple_of(of_epoch) => last.error.clone(),
            _ => model_error(&state.model, self.samples, self.arch),
        };
        Ok(TrainedNetwork {
            parts: quantised(&state.model),
            error,
            epochs: state.epochs,
            step: state.step,
            steps,
            taken_up,
        })
    }

    /// Where a training stands before its first step.
    fn first_state<const P: usize>(&self) -> State<P> {
        let model = match &self.first {
            Some(first) => dequantised(&first.parts),
            None => Model::new(PatternSet::standard().kinds(), self.settings.seed),
        };
        State::new(model)
    }

    /// The checkpoint, what it is to hold, and how often.
    fn kept(&self) -> Option<(&Checkpoint, Settings, Duration)> {
        let (checkpoint, every) = self.checkpoint.as_ref()?;
        let first = self.first.as_ref().map(|first| first.digest);
        let settings = kept::settings(checkpoint, &self.settings, first, self.samples);
        Some((checkpoint, settings, *every))
    }

    /// Steps of an epoch, and of all.
    fn steps(&self) -> (u64, u64) {
        let of_epoch = self.settings.steps(self.samples.training());
        (of_epoch, of_epoch * u64::from(self.settings.epochs))
    }

    /// One step. Tells whether it ends an epoch.
    fn step<const P: usize>(&self, state: &mut State<P>, work: &mut Work<P>) -> bool {
        let (of_epoch, steps) = self.steps();
        let samples = self.samples.to_learn();
        let (epoch, step) = (state.step / of_epoch, state.step % of_epoch);
        if work.epoch != Some(epoch) {
            work.epoch = Some(epoch);
            work.order = order(samples.len(), self.settings.seed, epoch as u32);
        }
        let numbers = &work.order[part(samples.len(), step..step + 1, of_epoch)];
        let rate = self.settings.rate_of(state.step, steps);
        let batch = &mut work.batch;
        batch.compute(&state.model, samples, numbers, self.arch);
        let model = &mut state.model;
        let (rows, moments) = (&mut model.rows, &mut state.rows);
        work.rows.step(rows, moments, batch, rate, self.arch);
        state.heads.step(model, &batch.gradient, rate);
        if step == 0 {
            state.squares = 0.0;
        }
        state.squares += batch.gradient.squares;
        state.step += 1;
        step + 1 == of_epoch
    }

    fn end_epoch<const P: usize>(&self, state: &mut State<P>, training_error: f64) {
        let error = model_error(&state.model, self.samples, self.arch);
        state.epochs.push(NetworkEpoch {
            epoch: state.epochs.len() as u32 + 1,
            training_error,
            error,
            elapsed: state.elapsed,
        });
    }
}

/// What steps need that no checkpoint keeps.
struct Work<const P: usize> {
    batch: Batch<P>,
    rows: RowSteps,
    /// The epoch to which the order belongs.
    epoch: Option<u64>,
    order: Vec<u32>,
}

impl<const P: usize> Work<P> {
    fn new() -> Self {
        Self {
            batch: Batch::new(),
            rows: RowSteps::new(PatternSet::standard()),
            epoch: None,
            order: Vec::new(),
        }
    }
}

/// The root of a mean of squares of what the output is off by, in discs.
fn discs(squares: f64, count: usize) -> f64 {
    f64::from(DISCS_OF_ONE) * (squares / count as f64).sqrt()
}
