//! Tuning by matches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_othello::Game;
use rand::seq::SliceRandom;

use super::checkpoint::{Checkpoint, Settings};
use super::course::{Course, Point};
use super::spsa::{Gains, Spsa};
use super::{Tunable, TuningError};
use outflank_matches::Tally;
use outflank_matches::seeds::{derived_rng, derived_seed};
use outflank_matches::{ClassicEngine, MatchEngine, MoveLimit};
use outflank_matches::{Schedule, Tournament};

/// Keeps these draws apart from others by the same seed.
const ORDER: u64 = 0x4F52_4452;

/// Parameters that are moved by [`Spsa`], by matches of the textbook player with itself.
///
/// Nothing but what stands here decides the result; neither threads nor interruptions do.
#[derive(Clone, Debug)]
pub struct MatchTuning {
    /// What it starts from.
    pub tunable: Tunable,
    /// Depth in plies to which both sides search.
    pub depth: u32,
    /// Steps of the parameters.
    pub iterations: u32,
    /// Pairs of games of an iteration, each from an opening of its own.
    pub pairs: usize,
    /// Different openings, gone through in an order drawn anew each time.
    pub openings: Vec<Game>,
    /// How fast steps and trials become smaller.
    pub gains: Gains,
    /// Source of all chance.
    pub seed: u64,
}

impl MatchTuning {
    /// Goes on from the checkpoint, if there is one, to the last iteration. `on_step` is
    /// told the course after each; when it gives false, or `stop` becomes true, the
    /// course so far is the result.
    ///
    /// # Errors
    ///
    /// If there are too few openings, threads cannot be started, or the checkpoint is of
    /// another tuning or cannot be read or written.
    pub fn run(
        &self,
        threads: usize,
        checkpoint: &mut Checkpoint,
        stop: &Arc<AtomicBool>,
        mut on_step: impl FnMut(&Course) -> bool,
    ) -> Result<Course, TuningError> {
        if self.openings.len() < self.pairs {
            return Err(TuningError::TooFewOpenings {
                found: self.openings.len(),
                wanted: self.pairs,
            });
        }
        let settings = self.settings();
        let mut course = match checkpoint.read(&settings)? {
            Some(course) => self.checked(course, checkpoint)?,
            None => Course::from_start(self.tunable.values()),
        };
        let mut goes_on = on_step(&course);
        while goes_on && course.steps() < self.iterations as usize {
            let Some(point) = self.step(&course, threads, stop)? else {
                break;
            };
            course.points.push(point);
            checkpoint.keep(&settings, &course)?;
            goes_on = on_step(&course);
        }
        checkpoint.write(&settings, &course)?;
        Ok(course)
    }

    /// Plays an iteration; nothing if it was stopped.
    fn step(
        &self,
        course: &Course,
        threads: usize,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Point>, TuningError> {
        let (k, before) = (course.steps() as u32, course.last());
        let spsa = Spsa {
            scales: self.tunable.parameters().iter().map(|p| p.scale).collect(),
            gains: self.gains,
            seed: self.seed,
        };
        let probe = spsa.probe(k, &before.values);
        let engine = |name: &str, values: &[f64]| -> Box<dyn MatchEngine> {
            let evaluation = self.tunable.evaluation(values);
            let limit = MoveLimit::Depth(self.depth);
            Box::new(ClassicEngine::new(name, evaluation, limit))
        };
        let tournament = Tournament {
            engines: vec![engine("plus", &probe.plus), engine("minus", &probe.minus)],
            openings: self.openings_of(k),
            schedule: Schedule::Gauntlet,
            clock: None,
            adjudicate: None,
            sprt: None,
            seed: derived_seed(self.seed, &[u64::from(k)]),
            threads: threads.min(self.pairs),
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
        Ok(Some(Point {
            seen: before.seen + 2 * self.pairs as u64,
            values: self.tunable.admit(&values),
            measured: Some(score),
        }))
    }

    /// The openings of iteration `k`: all of them in turn, in another order each time
    /// that they are gone through.
    fn openings_of(&self, k: u32) -> Vec<Game> {
        let all = self.openings.len();
        // What is left over of a round would make the last iteration of it a short one.
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

    /// All that decides the result.
    fn settings(&self) -> Settings {
        let mut settings = Settings::new();
        let mut add = |name: &str, value: String| settings.push((name.to_owned(), value));
        add("way", "matches".to_owned());
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
            let shape = position.shape().to_string();
            let shape = shape
                .bytes()
                .fold(0, |hash, byte| derived_seed(hash, &[byte.into()]));
            derived_seed(hash, &[mover, discs, shape])
        });
        add("fingerprint of the openings", format!("{hash:016x}"));
        settings
    }

    /// A course that this tuning can have taken.
    fn checked(&self, course: Course, checkpoint: &Checkpoint) -> Result<Course, TuningError> {
        let length = self.tunable.values().len();
        let fits = |point: &Point| {
            point.values.len() == length && point.values.iter().all(|value| value.is_finite())
        };
        if course.points.is_empty() || !course.points.iter().all(fits) {
            return Err(checkpoint.damaged("it has other parameters"));
        }
        if course.steps() > self.iterations as usize {
            return Err(checkpoint.damaged("it has more iterations than were asked for"));
        }
        Ok(course)
    }
}
