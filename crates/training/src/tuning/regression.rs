//! Tuning by regression on scored positions.

use std::path::PathBuf;

use outflank_classic::TermDifferences;
use outflank_othello::Shape;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::checkpoint::{Checkpoint, Settings};
use super::course::{Course, Point};
use super::fit::{Fit, fit};
use super::sums::{Sums, count};
use super::{Tunable, TuningError};
use crate::training::{Pouring, Sample, SampleSink, SourceError, pour_games};
use outflank_matches::digest::file_digest;

/// Positions between two points of the course.
const BATCH: usize = 1 << 16;

/// Positions whose terms are added up by one thread at a time. Their sums are put
/// together in the order of the positions, so that the result is the same to the last
/// bit on any number of threads.
const CHUNK: usize = 1 << 11;

/// Parameters fitted to scored positions by least squares, with a small ridge (Hoerl and
/// Kennard 1970) so that what tells nothing stays near zero.
///
/// The value of an evaluation is a sum of terms, each times its weight, so that the best
/// weights of a stage solve a few linear equations. Where stages end is found by trying
/// all numbers of discs: that is best which leaves the least error on positions held out.
///
/// Nothing but what stands here and the content of the files decides the result.
#[derive(Clone, Debug)]
pub struct RegressionTuning {
    /// What it starts from: its stages have their names and their number from here.
    pub tunable: Tunable,
    /// The shape of the boards.
    pub shape: Shape,
    /// Files of scored positions or of games, read in this order.
    pub sources: Vec<PathBuf>,
    /// How positions with scores are made of games, and which of them are held out.
    pub pouring: Pouring,
}

/// What a regression found.
#[derive(Clone, Debug, PartialEq)]
pub struct Regression {
    /// The way it took.
    pub course: Course,
    /// How well it fits in the end.
    pub fit: Fit,
    /// Whether all positions were read.
    pub complete: bool,
}

/// What is kept between two batches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    /// Positions taken in.
    seen: u64,
    sums: Sums,
    course: Course,
}

impl RegressionTuning {
    /// Goes on from the checkpoint, if there is one, to the last position. `on_step` is
    /// told the course after each batch; when it gives false, what was read so far is
    /// fitted.
    ///
    /// # Errors
    ///
    /// Files that cannot be read, too few positions, or a checkpoint of another tuning.
    pub fn run(
        &self,
        threads: usize,
        checkpoint: &mut Checkpoint,
        mut on_step: impl FnMut(&Course) -> bool,
    ) -> Result<Regression, TuningError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()?;
        let settings = self.settings()?;
        let state = match checkpoint.read(&settings)? {
            Some(state) => self.checked(state, checkpoint)?,
            None => State {
                seen: 0,
                sums: Sums::new(self.shape.squares()),
                course: Course::from_start(self.tunable.values()),
            },
        };
        let mut sink = Sink {
            tuning: self,
            terms: TermDifferences::new(self.tunable.kind(), self.shape)?,
            pool: &pool,
            checkpoint,
            settings,
            to_skip: state.seen,
            state,
            batch: Vec::with_capacity(BATCH),
            on_step: &mut on_step,
            failure: None,
        };
        let complete = sink.read()?;
        let State { sums, course, .. } = sink.state;
        let fit = fit(&self.tunable, &sums)?;
        Ok(Regression {
            course,
            fit,
            complete,
        })
    }

    /// All that decides the result.
    fn settings(&self) -> Result<Settings, TuningError> {
        let mut settings = Settings::new();
        let mut add = |name: &str, value: String| settings.push((name.to_owned(), value));
        add("way", "regression".to_owned());
        add("evaluation", self.tunable.kind().to_string());
        add("start", format!("{:?}", self.tunable.values()));
        add("stages", self.tunable.stages().join(", "));
        add("board", self.shape.to_string());
        add("pouring", format!("{:?}", self.pouring));
        let mut hash = 0;
        for path in &self.sources {
            hash = file_digest(hash, path).map_err(|error| TuningError::File {
                path: path.clone(),
                error,
            })?;
        }
        add("content of the files of scores", format!("{hash:016x}"));
        Ok(settings)
    }

    /// A state that this tuning can have had.
    fn checked(&self, state: State, checkpoint: &Checkpoint) -> Result<State, TuningError> {
        let numbers = self.shape.squares() as usize + 1;
        let Sums { training, held_out } = &state.sums;
        let length = self.tunable.values().len();
        let points = &state.course.points;
        if training.len() != numbers
            || held_out.len() != numbers
            || count(training) + count(held_out) != state.seen
            || points.is_empty()
            || points.iter().any(|point| point.values.len() != length)
        {
            return Err(checkpoint.damaged("its numbers do not belong together"));
        }
        Ok(state)
    }
}

/// Takes positions in, a batch at a time.
struct Sink<'a> {
    tuning: &'a RegressionTuning,
    terms: TermDifferences,
    pool: &'a rayon::ThreadPool,
    checkpoint: &'a mut Checkpoint,
    settings: Settings,
    state: State,
    /// Positions that are in the sums of the checkpoint already.
    to_skip: u64,
    /// Positions with whether they are held out.
    batch: Vec<(Sample, bool)>,
    on_step: &'a mut dyn FnMut(&Course) -> bool,
    /// What went wrong while a position was taken.
    failure: Option<TuningError>,
}

impl Sink<'_> {
    /// Reads all sources; whether to their end.
    fn read(&mut self) -> Result<bool, TuningError> {
        let (sources, pouring) = (&self.tuning.sources, self.tuning.pouring);
        for path in sources {
            match pour_games(path, pouring, self) {
                Ok(_) => {}
                Err(SourceError::Stopped) => {
                    return match self.failure.take() {
                        Some(failure) => Err(failure),
                        None => Ok(false),
                    };
                }
                Err(error) => return Err(error.into()),
            }
        }
        let goes_on = self.batch.is_empty() || self.add_batch()?;
        self.checkpoint.write(&self.settings, &self.state)?;
        Ok(goes_on)
    }

    /// Adds up the positions of the batch; whether more are wanted.
    fn add_batch(&mut self) -> Result<bool, TuningError> {
        let (terms, squares) = (&self.terms, self.tuning.shape.squares());
        let sums: Vec<Sums> = self.pool.install(|| {
            let chunks = self.batch.par_chunks(CHUNK);
            let added = chunks.map(|chunk| {
                let mut sums = Sums::new(squares);
                for (sample, is_held_out) in chunk {
                    sums.add(terms, sample, *is_held_out);
                }
                sums
            });
            added.collect()
        });
        let state = &mut self.state;
        sums.iter().for_each(|sums| state.sums.merge(sums));
        state.seen += self.batch.len() as u64;
        self.batch.clear();
        // With too few positions as yet there is nothing to show.
        if let Ok(fit) = fit(&self.tuning.tunable, &state.sums) {
            state.course.points.push(Point {
                seen: state.seen,
                measured: Some(fit.total(|stage| stage.error)),
                values: fit.values,
            });
        }
        self.checkpoint.keep(&self.settings, &self.state)?;
        Ok((self.on_step)(&self.state.course))
    }
}

impl SampleSink for Sink<'_> {
    fn shape(&self) -> Shape {
        self.tuning.shape
    }

    fn take(&mut self, sample: Sample, held_out: bool) -> Result<(), SourceError> {
        if self.to_skip > 0 {
            self.to_skip -= 1;
            return Ok(());
        }
        self.batch.push((sample, held_out));
        if self.batch.len() < BATCH {
            return Ok(());
        }
        match self.add_batch() {
            Ok(true) => Ok(()),
            Ok(false) => {
                let written = self.checkpoint.write(&self.settings, &self.state);
                self.failure = written.err();
                Err(SourceError::Stopped)
            }
            Err(failure) => {
                self.failure = Some(failure);
                Err(SourceError::Stopped)
            }
        }
    }
}
