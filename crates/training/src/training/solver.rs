//! The best weights, by conjugate gradients.

use std::io;
use std::time::{Duration, Instant};

use outflank_engine::evaluation::KNOTS;

use super::checkpoint::Checkpoint;
use super::choice::PatternChoice;
use super::error::TrainingError;
use super::passes::{Sum, Vector, error, sum, zeros};
use super::spool::Spool;
use super::state::{State, Step};

/// How weights are to be found.
#[derive(Clone, Debug)]
pub struct TrainingOptions {
    /// The penalty on a weight, in uses: a configuration seen so often gets
    /// half of what it would get alone.
    pub penalty: f64,
    /// The penalty on a change of a weight from one knot of the stages to the next,
    /// in uses: a configuration seen so often at each of them follows its
    /// neighbours as much as it goes its own way.
    pub smoothing: f64,
    /// Most passes over the samples.
    pub passes: u32,
    /// Passes without a better error of the samples held out until the training
    /// ends.
    pub patience: u32,
    /// The patterns that are learned from.
    pub patterns: PatternChoice,
}

impl Default for TrainingOptions {
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

/// The result of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights of the best pass, by knot, then by kind, in 1/128 discs.
    pub knots: Vec<Vec<i16>>,
    /// What each pass gave, those of a checkpoint included.
    pub steps: Vec<Step>,
    /// The number of the best pass.
    pub best: u32,
    /// The passes that a checkpoint held already.
    pub taken_up: u32,
}

/// Finds weights for the samples of a spool.
#[derive(Debug)]
pub struct Trainer<'a> {
    spool: &'a Spool,
    options: TrainingOptions,
    checkpoint: Option<Checkpoint>,
}

impl<'a> Trainer<'a> {
    /// A trainer.
    #[must_use]
    pub const fn new(spool: &'a Spool, options: TrainingOptions) -> Self {
        Self {
            spool,
            options,
            checkpoint: None,
        }
    }

    /// Keeps its state in a file after each pass, and takes up what that file
    /// holds already. Passes and patience only say when to stop, and may be others
    /// than in the run before.
    #[must_use]
    pub fn with_checkpoint(mut self, checkpoint: Checkpoint) -> Self {
        self.checkpoint = Some(checkpoint);
        self
    }

    /// Trains until the error of the samples held out falls no more, with the
    /// threads of the `rayon` pool in which it is called. `report` is told of
    /// each pass: it gets the steps so far, those of a checkpoint included, the
    /// last of which is new, and the number of the best pass, and ends the training
    /// by returning `false`.
    ///
    /// # Errors
    ///
    /// When the spool cannot be read, or the checkpoint cannot be read or written,
    /// is damaged, or is one of a training with other samples, another penalty or
    /// other patterns.
    pub fn train(
        &self,
        mut report: impl FnMut(&[Step], u32) -> bool,
    ) -> Result<Trained, TrainingError> {
        let began = Instant::now();
        let checkpoint = self.checkpoint.as_ref();
        let settings = checkpoint.map(|file| file.settings(self.spool, &self.options));
        let checkpoint = checkpoint.zip(settings);
        let mut kept = match &checkpoint {
            Some((file, settings)) => file.read(settings, self.spool.patterns())?,
            None => None,
        };
        let taken_up = kept.as_ref().map_or(0, State::passes);
        let earlier = kept.as_ref().map_or(Duration::ZERO, State::elapsed);
        if let Some(state) = kept.take_if(|state| !self.goes_on(state)) {
            // A training that has ended needs no sums.
            return Ok(trained(state, taken_up));
        }
        let uses = sum(self.spool, &self.options.patterns, Sum::Uses)?;
        let mut state = match kept {
            Some(state) => state,
            None => {
                let residual = sum(self.spool, &self.options.patterns, Sum::Scores)?;
                let direction = self.precondition(&residual, &uses);
                let slope = dot(&residual, &direction);
                State::new(residual, direction, slope)
            }
        };
        while self.goes_on(&state) {
            self.pass(&mut state, &uses)?;
            let step = Step {
                pass: state.passes() + 1,
                error: error(self.spool, &self.options.patterns, &state.weights)?,
                residual: (state.slopes.now / state.slopes.first).sqrt(),
                elapsed: earlier + began.elapsed(),
            };
            state.note(step);
            if let Some((file, settings)) = &checkpoint {
                file.write(settings, &state)?;
            }
            if !report(&state.steps, state.best_pass) {
                break;
            }
        }
        Ok(trained(state, taken_up))
    }

    fn goes_on(&self, state: &State) -> bool {
        let passes = state.passes();
        let is_patient =
            passes == 0 || passes < state.best_pass.saturating_add(self.options.patience);
        is_patient && passes < self.options.passes && state.slopes.now > 0.0
    }

    /// One step of the conjugate gradients.
    fn pass(&self, state: &mut State, uses: &Vector) -> io::Result<()> {
        let mut image = sum(
            self.spool,
            &self.options.patterns,
            Sum::Values(&state.direction),
        )?;
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
        Ok(())
    }

    /// What weights would explain the residual if no configuration ever met another:
    /// for each of them a row of equations, one a knot, solved from the first knot to
    /// the last and back. Weights that no sample uses stay zero.
    fn precondition(&self, residual: &Vector, uses: &Vector) -> Vector {
        let TrainingOptions {
            penalty, smoothing, ..
        } = self.options;
        let patterns = self.spool.patterns();
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

fn trained(state: State, taken_up: u32) -> Trained {
    let round = |weight: &f64| weight.round().clamp(-16_000.0, 16_000.0) as i16;
    let knots = state.best.iter();
    Trained {
        knots: knots.map(|knot| knot.iter().map(round).collect()).collect(),
        steps: state.steps,
        best: state.best_pass,
        taken_up,
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

/// Adds a factor times the change of the change from knot to knot, which is the
/// gradient of the squared changes.
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
