//! Training of the [model of human moves](outflank_human).
//!
//! The network learns the moves of rated players by stochastic gradient descent on the log-loss of
//! the played move among the legal ones (a conditional logit). Adagrad updates the rows and Adam
//! the heads. Training runs on one thread, so the same moves and settings give the same model, bit
//! for bit.

mod model;
mod moves;
mod prediction;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_human::{ModelWeights, STAGES, stage};
use outflank_support::seeds::derived_seed;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::checkpoint::{Checkpoint, CheckpointFile, Settings, read_numbers, write_numbers};
use crate::error::TrainingError;
use model::{Head, HeadOptimizer, Model, Pass, RowOptimizer};

pub use moves::{HumanGames, HumanMove};
pub use prediction::{Hits, Prediction, Predictor};

/// How the model is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HumanSettings {
    /// Number of epochs.
    pub epochs: u32,
    /// Initial learning rate of the rows. It falls to 0.
    pub row_rate: f64,
    /// Initial learning rate of the heads. It falls to 0.
    pub head_rate: f64,
    /// Seed of the initial weights and of the order of the moves.
    pub seed: u64,
}

/// The settings of the shipped model.
impl Default for HumanSettings {
    fn default() -> Self {
        Self {
            epochs: 2,
            row_rate: 0.12,
            head_rate: 0.003,
            seed: 1,
        }
    }
}

/// One in this many moves is learned without the move before it.
const WITHOUT_LAST: u64 = 8;

/// Number of moves in a stage between two updates of its head.
const BATCH: u32 = 64;

/// Number of moves between two checks of the clock and the stop flag.
const PIECE: usize = 4096;

/// The progress of a training run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HumanProgress {
    /// Number of moves learned.
    pub step: u64,
    /// Number of moves in all epochs.
    pub steps: u64,
    /// Mean log-loss of the moves of this epoch so far, each measured before it was learned.
    pub log_loss: f64,
}

/// The result of a training run.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainedHuman {
    /// The quantized network.
    pub weights: ModelWeights,
    /// The state at the end of the run.
    pub progress: HumanProgress,
    /// Number of moves already learned in the checkpoint.
    pub resumed_from: u64,
}

/// Trains a model of human moves.
#[derive(Debug)]
pub struct HumanTrainer<'a> {
    moves: &'a [HumanMove],
    settings: HumanSettings,
    checkpoint: Checkpoint,
    stop: Arc<AtomicBool>,
}

/// Everything that a run changes.
#[derive(Clone, Debug, PartialEq)]
struct State {
    model: Model,
    rows: RowOptimizer,
    heads: Vec<HeadOptimizer>,
    /// The gradient of each stage, and the number of its moves.
    gradients: Vec<(Head, u32)>,
    step: u64,
    /// Sum of the log-losses of this epoch.
    loss: f64,
}

impl<'a> HumanTrainer<'a> {
    /// Creates a trainer for 1 to 2³² − 1 moves.
    #[must_use]
    pub fn new(moves: &'a [HumanMove], settings: HumanSettings) -> Self {
        Self {
            moves,
            settings,
            checkpoint: Checkpoint::default(),
            stop: Arc::default(),
        }
    }

    /// Resumes from a checkpoint, and saves to it at its interval and at the end.
    #[must_use]
    pub fn with_checkpoint(self, checkpoint: Checkpoint) -> Self {
        Self { checkpoint, ..self }
    }

    /// Stops soon after `stop` becomes true.
    #[must_use]
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// Trains the network. `on_progress` stops the training by returning `false`; the result is
    /// then the network so far.
    ///
    /// # Errors
    ///
    /// Returns an error if the checkpoint cannot be used or written.
    pub fn train(
        &self,
        mut on_progress: impl FnMut(HumanProgress) -> bool,
    ) -> Result<TrainedHuman, TrainingError> {
        let settings = settings(&self.settings, self.moves);
        let mut file = self.checkpoint.file(FORMAT, settings)?;
        let first = || State::new(self.settings.seed);
        let mut state = read(&file)?.unwrap_or_else(first);
        let resumed_from = state.step;
        let of_epoch = self.moves.len() as u64;
        let steps = of_epoch * u64::from(self.settings.epochs);
        let mut pass = Pass::default();
        let mut order = (u64::MAX, Vec::new());
        while state.step < steps {
            let (epoch, done) = (state.step / of_epoch, (state.step % of_epoch) as usize);
            if order.0 != epoch {
                order = (epoch, self.order(epoch));
            }
            if done == 0 {
                state.loss = 0.0;
            }
            let end = (done + PIECE).min(self.moves.len());
            for &index in &order.1[done..end] {
                let left = 1.0 - state.step as f64 / steps as f64;
                state.learn(&self.moves[index as usize], &self.settings, left, &mut pass);
            }
            let goes_on = on_progress(state.progress(of_epoch, steps));
            let goes_on = goes_on && !self.stop.load(Ordering::Relaxed);
            if !goes_on || state.step == steps || file.is_due() {
                write(&mut file, &mut state)?;
            }
            if !goes_on {
                break;
            }
        }
        Ok(TrainedHuman {
            weights: state.model.quantised(),
            progress: state.progress(of_epoch, steps),
            resumed_from,
        })
    }

    /// Returns the order of the moves in an epoch.
    fn order(&self, epoch: u64) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.moves.len() as u32).collect();
        let seed = self.settings.seed ^ (epoch << 32);
        order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        order
    }
}

impl State {
    fn new(seed: u64) -> Self {
        let model = Model::new(seed);
        Self {
            rows: RowOptimizer::new(model.rows.len()),
            heads: vec![HeadOptimizer::ZERO; STAGES],
            gradients: vec![(Head::ZERO, 0); STAGES],
            model,
            step: 0,
            loss: 0.0,
        }
    }

    fn progress(&self, of_epoch: u64, steps: u64) -> HumanProgress {
        let in_epoch = self
            .step
            .checked_sub(1)
            .map_or(0, |last| last % of_epoch + 1);
        HumanProgress {
            step: self.step,
            steps,
            log_loss: self.loss / in_epoch.max(1) as f64,
        }
    }

    /// Trains on one move, with learning rates scaled by `left`.
    fn learn(&mut self, played: &HumanMove, settings: &HumanSettings, left: f64, pass: &mut Pass) {
        self.step += 1;
        // Some moves are learned without the last move, because a position may come without one.
        let last = played
            .last
            .filter(|_| !self.step.is_multiple_of(WITHOUT_LAST));
        pass.features.set(played.board, last);
        let moves = &pass.features.moves;
        let Some(index) = moves.iter().position(|&mv| mv == played.square) else {
            return;
        };
        let rating = f64::from(played.rating);
        self.model.forward(pass, rating);
        let share = f64::from(pass.probabilities[index]);
        self.loss -= libm::log(share.max(f64::MIN_POSITIVE));

        let stage = stage(played.board.occupied().count_zeros());
        let (gradient, count) = &mut self.gradients[stage];
        let Model { rows, heads } = &mut self.model;
        let rate = (settings.row_rate * left) as f32;
        let optimizer = &mut self.rows;
        heads[stage].learn(pass, rating, index, gradient, |row, lane| {
            optimizer.step(row, &mut rows[row as usize], lane, rate);
        });
        *count += 1;
        if *count == BATCH {
            let rate = (settings.head_rate * left) as f32;
            self.heads[stage].step(&mut heads[stage], gradient, BATCH, rate);
            *count = 0;
        }
    }
}

const FORMAT: &str = "outflank human training checkpoint 1";

/// The JSON part of a [`State`].
#[derive(Serialize, Deserialize)]
struct Header {
    step: u64,
    #[serde(with = "crate::exact_float")]
    loss: f64,
    /// For each stage's head, the number of steps, and the number of moves since its last step.
    heads: Vec<(u32, u32)>,
}

/// Returns everything that determines the bits of a run.
fn settings(settings: &HumanSettings, moves: &[HumanMove]) -> Settings {
    let fingerprint = moves.iter().fold(0, |hash, mv| {
        let last = mv.last.map_or(0, |last| u64::from(last) + 1);
        let rest = last << 40 | u64::from(mv.square) << 32 | u64::from(mv.rating.to_bits());
        derived_seed(hash, &[mv.board.mover(), mv.board.opponent(), rest])
    });
    let all = [
        ("epochs", settings.epochs.to_string()),
        ("rate of the rows", settings.row_rate.to_string()),
        ("rate of the heads", settings.head_rate.to_string()),
        ("seed", settings.seed.to_string()),
        ("number of rows", outflank_human::rows().to_string()),
        ("number of moves", moves.len().to_string()),
        ("fingerprint of the moves", format!("{fingerprint:016x}")),
    ];
    all.map(|(name, value)| (name.to_owned(), value)).into()
}

/// Saves the state.
fn write(file: &mut CheckpointFile, state: &mut State) -> Result<(), TrainingError> {
    let heads = state.heads.iter().zip(&state.gradients);
    let header = Header {
        step: state.step,
        loss: state.loss,
        heads: heads
            .map(|(head, gradient)| (head.steps, gradient.1))
            .collect(),
    };
    file.write(&header, |body| write_numbers(body, numbers(state)))
}

/// Reads the state, or `None` if there is no file.
fn read(file: &CheckpointFile) -> Result<Option<State>, TrainingError> {
    let Some((header, mut body)) = file.read::<Header>()? else {
        return Ok(None);
    };
    let mut state = State::new(0);
    state.step = header.step;
    state.loss = header.loss;
    let heads = state.heads.iter_mut().zip(&mut state.gradients);
    for ((head, gradient), (steps, moves)) in heads.zip(header.heads) {
        (head.steps, gradient.1) = (steps, moves);
    }
    let read = read_numbers(&mut body, numbers(&mut state));
    read.map_err(|error| file.unreadable(&error))?;
    file.expect_end(&mut body)?;
    Ok(Some(state))
}

/// Returns all numbers in the order of the file.
fn numbers(state: &mut State) -> impl Iterator<Item = &mut f32> {
    let rows = state.model.rows.iter_mut().flatten();
    let heads = state.model.heads.iter_mut().chain(
        state
            .gradients
            .iter_mut()
            .map(|(gradient, _)| gradient)
            .chain(state.heads.iter_mut().flat_map(|head| {
                let HeadOptimizer { mean, square, .. } = head;
                [mean, square]
            })),
    );
    let heads = heads.flat_map(Head::numbers);
    rows.chain(&mut state.rows.squares).chain(heads)
}

#[cfg(test)]
mod tests;
