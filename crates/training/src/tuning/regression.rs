//! Tuning by regression on scored positions.

use std::path::PathBuf;

use outflank_othello::Shape;
use outflank_textbook::TermDifferences;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::fit::{Fit, fit};
use super::history::{History, HistoryPoint};
use super::normal_equations::{NormalEquations, count};
use super::{FORMAT, Saved, Tunable, TuningError};
use crate::checkpoint::{Checkpoint, CheckpointError, CheckpointFile, Settings};
use crate::samples::{Sample, SampleError, SampleOptions, SampleSink, Split, load_samples};
use outflank_support::digest::file_digest;

/// Positions between two points of the history.
const BATCH: usize = 1 << 16;

/// Positions per task. The sums of tasks are added in order, so that the result is
/// bit-identical on any number of threads.
const CHUNK: usize = 1 << 11;

/// Tuning by ridge regression (Hoerl and Kennard 1970) on scored positions.
///
/// An evaluation is a weighted sum of terms, so the best weights of a stage solve a linear
/// system. The ends of the stages are those with the smallest hold-out error.
///
/// These settings and the content of the files alone determine the result.
#[derive(Clone, Debug)]
pub struct RegressionTuning {
    /// The starting point, which names the stages.
    pub tunable: Tunable,
    /// The board.
    pub shape: Shape,
    /// Files of scored positions or of games.
    pub sources: Vec<PathBuf>,
    /// How samples are made from them.
    pub options: SampleOptions,
}

/// The result of a regression.
#[derive(Clone, Debug, PartialEq)]
pub struct Regression {
    /// The history of the parameters.
    pub history: History,
    /// The final fit.
    pub fit: Fit,
    /// Whether all positions were read.
    pub complete: bool,
}

/// The state between two batches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    /// Positions read.
    seen: u64,
    sums: NormalEquations,
    #[serde(rename = "course")]
    history: History,
}

impl RegressionTuning {
    /// Reads all positions, resuming from the checkpoint if there is one, and fits them.
    /// `on_step` receives the history after each batch; when it returns false, the
    /// positions read so far are fitted.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, there are too few positions, or the
    /// checkpoint cannot be used or written.
    pub fn run(
        &self,
        threads: usize,
        checkpoint: &Checkpoint,
        mut on_step: impl FnMut(&History) -> bool,
    ) -> Result<Regression, TuningError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()?;
        let file = checkpoint.file(FORMAT, self.settings()?)?.into_plain_json();
        let state = match file.read::<Saved<State>>()? {
            Some((Saved { state }, _)) => self.checked(state, &file)?,
            None => State {
                seen: 0,
                sums: NormalEquations::new(self.shape.squares()),
                history: History::new(self.tunable.values()),
            },
        };
        let mut sink = Sink {
            tuning: self,
            terms: TermDifferences::new(self.tunable.kind(), self.shape)?,
            pool: &pool,
            file,
            to_skip: state.seen,
            state,
            batch: Vec::with_capacity(BATCH),
            on_step: &mut on_step,
            failure: None,
        };
        let complete = sink.read()?;
        let State { sums, history, .. } = sink.state;
        let fit = fit(&self.tunable, &sums)?;
        Ok(Regression {
            history,
            fit,
            complete,
        })
    }

    /// Returns everything that determines the result.
    fn settings(&self) -> Result<Settings, TuningError> {
        let mut settings = Settings::new();
        let mut add = |name: &str, value: String| settings.push((name.to_owned(), value));
        add("way", "regression".to_owned());
        add("evaluation", self.tunable.kind().to_string());
        add("start", format!("{:?}", self.tunable.values()));
        add("stages", self.tunable.stages().join(", "));
        add("board", self.shape.to_string());
        add("samples", format!("{:?}", self.options));
        let mut hash = 0;
        for path in &self.sources {
            hash = file_digest(hash, path).map_err(CheckpointError::file(path))?;
        }
        add("content of the files of scores", format!("{hash:016x}"));
        Ok(settings)
    }

    /// Checks that the state of a checkpoint fits this tuning.
    fn checked(&self, state: State, file: &CheckpointFile) -> Result<State, TuningError> {
        let numbers = self.shape.squares() as usize + 1;
        let NormalEquations { training, held_out } = &state.sums;
        let length = self.tunable.values().len();
        let points = &state.history.points;
        if training.len() != numbers
            || held_out.len() != numbers
            || count(training) + count(held_out) != state.seen
            || points.is_empty()
            || points.iter().any(|point| point.values.len() != length)
        {
            return Err(file.damaged("its numbers are inconsistent").into());
        }
        Ok(state)
    }
}

/// Sums samples in batches.
struct Sink<'a> {
    tuning: &'a RegressionTuning,
    terms: TermDifferences,
    pool: &'a rayon::ThreadPool,
    file: CheckpointFile,
    state: State,
    /// Positions that the checkpoint already contains.
    to_skip: u64,
    batch: Vec<(Sample, Split)>,
    on_step: &'a mut dyn FnMut(&History) -> bool,
    /// The error behind [`SampleError::Stopped`].
    failure: Option<TuningError>,
}

impl Sink<'_> {
    /// Reads all sources; returns whether they were read completely.
    fn read(&mut self) -> Result<bool, TuningError> {
        let (sources, options) = (&self.tuning.sources, self.tuning.options);
        for path in sources {
            match load_samples(path, options, self) {
                Ok(_) => {}
                Err(SampleError::Stopped) => {
                    return match self.failure.take() {
                        Some(failure) => Err(failure),
                        None => Ok(false),
                    };
                }
                Err(error) => return Err(error.into()),
            }
        }
        let goes_on = self.batch.is_empty() || self.add_batch()?;
        self.save()?;
        Ok(goes_on)
    }

    /// Saves the state.
    fn save(&mut self) -> Result<(), CheckpointError> {
        self.file.write(&Saved { state: &self.state }, |_| Ok(()))
    }

    /// Sums the samples of the batch; returns whether to continue.
    fn add_batch(&mut self) -> Result<bool, TuningError> {
        let (terms, squares) = (&self.terms, self.tuning.shape.squares());
        let sums: Vec<NormalEquations> = self.pool.install(|| {
            let chunks = self.batch.par_chunks(CHUNK);
            let added = chunks.map(|chunk| {
                let mut sums = NormalEquations::new(squares);
                for (sample, split) in chunk {
                    sums.add(terms, sample, *split);
                }
                sums
            });
            added.collect()
        });
        let state = &mut self.state;
        sums.iter().for_each(|sums| state.sums.merge(sums));
        state.seen += self.batch.len() as u64;
        self.batch.clear();
        // There may be too few positions yet.
        if let Ok(fit) = fit(&self.tuning.tunable, &state.sums) {
            state.history.points.push(HistoryPoint {
                seen: state.seen,
                measured: Some(fit.total(|stage| stage.error)),
                values: fit.values,
            });
        }
        if self.file.is_due() {
            self.save()?;
        }
        Ok((self.on_step)(&self.state.history))
    }
}

impl SampleSink for Sink<'_> {
    fn shape(&self) -> Shape {
        self.tuning.shape
    }

    fn add(&mut self, sample: Sample, split: Split) -> Result<(), SampleError> {
        if self.to_skip > 0 {
            self.to_skip -= 1;
            return Ok(());
        }
        self.batch.push((sample, split));
        if self.batch.len() < BATCH {
            return Ok(());
        }
        match self.add_batch() {
            Ok(true) => Ok(()),
            Ok(false) => {
                self.failure = self.save().err().map(TuningError::from);
                Err(SampleError::Stopped)
            }
            Err(failure) => {
                self.failure = Some(failure);
                Err(SampleError::Stopped)
            }
        }
    }
}
