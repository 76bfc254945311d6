//! Tuning by matches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_matches::{MatchEngine, MoveLimit, Tally, TextbookEngine, Tournament};
use outflank_othello::Game;
use outflank_support::seeds::{derived_rng, derived_seed};
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::Tunable;
use super::spsa::{Gains, Spsa};
use crate::checkpoint::{Checkpoint, CheckpointFile, Settings};
use crate::error::TrainingError;
use crate::hash;

/// Format of the checkpoints: one line of JSON.
const FORMAT: &str = "outflank tuning checkpoint 2";

/// Separates these random numbers from others with the same seed.
const ORDER: u64 = 0x4F52_4452;

/// Tuning by [`Spsa`] with matches of the textbook player against itself.
///
/// These settings alone determine the result; threads and interruptions do not.
#[derive(Clone, Debug)]
pub struct MatchTuning {
    /// The starting point.
    pub tunable: Tunable,
    /// Depth of both sides in plies.
    pub depth: u32,
    /// Number of iterations.
    pub iterations: u32,
    /// Number of game pairs in an iteration, each from its own opening.
    pub pairs: usize,
    /// Different openings, reshuffled for each round.
    pub openings: Vec<Game>,
    /// The gain sequences.
    pub gains: Gains,
    /// Seed of all random numbers.
    pub seed: u64,
}

impl MatchTuning {
    /// Runs to the last iteration, resuming from the checkpoint if there is one. `on_step`
    /// receives the history at the start and after each iteration; when it returns false,
    /// or `stop` becomes true, the history so far is the result.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too few openings, threads cannot be started, or the
    /// checkpoint cannot be used or written.
    pub fn run(
        &self,
        threads: usize,
        checkpoint: &Checkpoint,
        stop: &Arc<AtomicBool>,
        mut on_step: impl FnMut(&History) -> bool,
    ) -> Result<History, TrainingError> {
        if self.openings.len() < self.pairs {
            return Err(TrainingError::Settings(format!(
                "{} different openings: expected {} or more, one for each pair of games of an \
                 iteration",
                self.openings.len(),
                self.pairs
            )));
        }
        let mut file = checkpoint.file(FORMAT, self.settings())?.into_plain_json();
        let mut history = match file.read()? {
            Some((history, _)) => self.checked(history, &file)?,
            None => History::new(self.tunable.values()),
        };
        let mut goes_on = on_step(&history);
        while goes_on && history.steps() < self.iterations as usize {
            let Some(point) = self.step(&history, threads, stop)? else {
                break;
            };
            history.points.push(point);
            if file.is_due() {
                file.write(&history, |_| Ok(()))?;
            }
            goes_on = on_step(&history);
        }
        file.write(&history, |_| Ok(()))?;
        Ok(history)
    }

    /// Plays an iteration; returns `None` if it was stopped.
    fn step(
        &self,
        history: &History,
        threads: usize,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<HistoryPoint>, TrainingError> {
        let (k, before) = (history.steps() as u32, history.last());
        let spsa = Spsa {
            scales: self.tunable.parameters().iter().map(|p| p.scale).collect(),
            gains: self.gains,
            seed: self.seed,
        };
        let probe = spsa.probe(k, &before.values);
        let engine = |name: &str, values: &[f64]| -> Box<dyn MatchEngine> {
            let evaluation = self.tunable.evaluation(values);
            let limit = MoveLimit::Depth(self.depth);
            Box::new(TextbookEngine::new(name, evaluation, limit))
        };
        let tournament = Tournament {
            engines: vec![engine("plus", &probe.plus), engine("minus", &probe.minus)],
            openings: self.openings_of(k),
            seed: derived_seed(self.seed, &[u64::from(k)]),
            threads: threads.min(self.pairs),
            ..Tournament::default()
        };
        let pairs = tournament.run(stop, |_| {})?;
        if pairs.len() < self.pairs || stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let mut tally = Tally::default();
        for pair in &pairs {
            tally.add_pair(pair.discs());
        }
        let score = 2.0 * tally.score().unwrap_or(0.5) - 1.0;
        let values = spsa.step(k, &before.values, &probe.signs, score);
        Ok(Some(HistoryPoint {
            games: before.games + 2 * self.pairs as u64,
            values: self.tunable.clamp(&values),
            score: Some(score),
        }))
    }

    /// Returns the openings of iteration `k`.
    fn openings_of(&self, k: u32) -> Vec<Game> {
        let all = self.openings.len();
        // Openings left over at the end of a round are skipped.
        let iterations = all / self.pairs;
        let (round, place) = (k as usize / iterations, k as usize % iterations);
        let mut order: Vec<usize> = (0..all).collect();
        order.shuffle(&mut derived_rng(self.seed, &[ORDER, round as u64]));
        let chosen = &order[place * self.pairs..][..self.pairs];
        chosen
            .iter()
            .map(|&place| self.openings[place].clone())
            .collect()
    }

    /// Returns everything that determines the result.
    fn settings(&self) -> Settings {
        let mut settings = Settings::new();
        let mut add = |name: &str, value: String| settings.push((name.to_owned(), value));
        add("evaluation", self.tunable.kind().to_string());
        add("start", format!("{:?}", self.tunable.values()));
        add("stages", self.tunable.stages().join(", "));
        add("depth", self.depth.to_string());
        add("number of iterations", self.iterations.to_string());
        add("number of pairs an iteration", self.pairs.to_string());
        add("gains", format!("{:?}", self.gains));
        add("seed", self.seed.to_string());
        let hash = self.openings.iter().fold(0, |hash, game| {
            let position = game.position();
            let [mover, discs] = [position.mover() as u64, position.widened_board().hash64()];
            let shape = hash::of_bytes(position.shape().to_string().into_bytes());
            derived_seed(hash, &[mover, discs, shape])
        });
        add("fingerprint of the openings", format!("{hash:016x}"));
        settings
    }

    /// Checks that the history of a checkpoint fits this tuning.
    fn checked(&self, history: History, file: &CheckpointFile) -> Result<History, TrainingError> {
        let length = self.tunable.values().len();
        let fits = |point: &HistoryPoint| {
            point.values.len() == length && point.values.iter().all(|value| value.is_finite())
        };
        if history.points.is_empty() || !history.points.iter().all(fits) {
            return Err(file.damaged("it has other parameters"));
        }
        if history.steps() > self.iterations as usize {
            return Err(file.damaged("it has too many iterations"));
        }
        Ok(history)
    }
}

/// The parameters at one point in time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HistoryPoint {
    /// Games played so far.
    pub games: u64,
    /// The parameters.
    pub values: Vec<f64>,
    /// The score of the iteration, from −1 to 1, for the side with the larger first value.
    pub score: Option<f64>,
}

/// The parameters over time, beginning with the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// The points in order, at least one.
    pub points: Vec<HistoryPoint>,
}

impl History {
    /// Creates a history of the start alone.
    #[must_use]
    pub fn new(start: &[f64]) -> Self {
        Self {
            points: vec![HistoryPoint {
                games: 0,
                values: start.to_vec(),
                score: None,
            }],
        }
    }

    /// Returns the number of steps done.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.points.len() - 1
    }

    /// Returns the last point.
    ///
    /// # Panics
    ///
    /// Panics if there are no points.
    #[must_use]
    pub fn last(&self) -> &HistoryPoint {
        match self.points.last() {
            Some(last) => last,
            None => panic!("a history contains its start"),
        }
    }

    /// Returns the mean of the values over the last half, which averages out the noise of the
    /// steps (Polyak and Juditsky 1992).
    #[must_use]
    pub fn mean_of_last_half(&self) -> Vec<f64> {
        let half = &self.points[self.points.len() / 2..];
        let mut mean = vec![0.0; self.last().values.len()];
        for point in half {
            for (mean, value) in mean.iter_mut().zip(&point.values) {
                *mean += value / half.len() as f64;
            }
        }
        mean
    }
}
