//! The least squares fit of weights and stages.

use outflank_textbook::{Parameters, StageParameters};

use super::normal_equations::{NormalEquations, TERMS, count, merged};
use super::tunable::SHORTEST_STAGE;
use super::{Tunable, TuningError};
use crate::least_squares::LeastSquares;

/// Minimum number of positions of a stage, in each split.
const MIN_POSITIONS: u64 = 50;

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The values, in the order of [`Tunable::parameters`].
    pub values: Vec<f64>,
    /// The stages in the order of the game.
    pub stages: Vec<StageFit>,
}

/// The fit of one stage.
#[derive(Clone, Debug, PartialEq)]
pub struct StageFit {
    /// Its name.
    pub name: String,
    /// Share of the board occupied at its end.
    pub until: f64,
    /// Positions of the training set.
    pub positions: u64,
    /// Positions of the hold-out set.
    pub held_out: u64,
    /// Root mean square hold-out error, in discs.
    pub error: f64,
    /// The same with the starting parameters.
    pub error_before: f64,
    /// The same with value 0 for every position.
    pub error_of_nothing: f64,
}

impl Fit {
    /// Returns the root mean square of an error over the whole hold-out set, in discs.
    #[must_use]
    pub fn total(&self, error: impl Fn(&StageFit) -> f64) -> f64 {
        let squares = self.stages.iter().map(|stage| {
            let error = error(stage);
            stage.held_out as f64 * error * error
        });
        let positions: u64 = self.stages.iter().map(|stage| stage.held_out).sum();
        (squares.sum::<f64>() / positions as f64).sqrt()
    }
}

/// The fit of a range of disc counts.
#[derive(Clone, Copy)]
struct Piece {
    weights: [f64; TERMS],
    /// Sum of squared hold-out errors.
    error: f64,
}

/// Fits the weights and the ends of all stages: of all divisions of the game into stages,
/// the one whose weights, fitted to the training set, have the smallest hold-out error.
pub(super) fn fit(tunable: &Tunable, sums: &NormalEquations) -> Result<Fit, TuningError> {
    let names = tunable.stages();
    let squares = sums.training.len() - 1;
    let shortest = ((squares as f64 * SHORTEST_STAGE).ceil() as usize).max(1);
    let too_few = || TuningError::TooFewPositions {
        positions: count(&sums.training),
        held_out: count(&sums.held_out),
        stages: names.len(),
    };
    let ends = cut(sums, names.len(), shortest).ok_or_else(too_few)?;
    let mut stages = Vec::new();
    let (mut weights, mut shares) = (Vec::new(), Vec::new());
    let mut first = 0;
    for (place, (name, &end)) in names.iter().zip(&ends).enumerate() {
        let range = first..end;
        let piece = piece(sums, first, end).ok_or_else(too_few)?;
        let held_out = merged(&sums.held_out[range.clone()]);
        let mean = |squares: f64| (squares / held_out.count() as f64).sqrt();
        let before = range.clone().map(|discs| {
            let before = weights_before(tunable, discs, squares);
            sums.held_out[discs].squared_error(before)
        });
        // Halfway between two disc counts, so that rounding has no effect.
        let until = if place + 1 == names.len() {
            1.0
        } else {
            (end as f64 - 0.5) / squares as f64
        };
        stages.push(StageFit {
            name: (*name).to_owned(),
            until,
            positions: count(&sums.training[range]),
            held_out: held_out.count(),
            error: mean(piece.error),
            error_before: mean(before.sum()),
            error_of_nothing: mean(held_out.squared_error([0.0; TERMS])),
        });
        weights.extend(piece.weights);
        shares.push(until);
        first = end;
    }
    shares.pop();
    weights.extend(shares);
    Ok(Fit {
        values: tunable.clamp(&weights),
        stages,
    })
}

/// Returns the starting weights for boards with `discs` discs.
fn weights_before(tunable: &Tunable, discs: usize, squares: usize) -> [f64; TERMS] {
    match tunable.start() {
        Parameters::Components(components) => components.weights(),
        Parameters::Phased(phased) => {
            let share = discs as f64 / squares as f64;
            let stage = phased.stages.iter().find(|stage| share <= stage.until);
            let stage = stage.or(phased.stages.last());
            stage.map_or([0.0; TERMS], StageParameters::weights)
        }
    }
}

/// Returns the end of each stage, as the first disc count of the next one, by dynamic
/// programming, or `None` if there are too few positions.
fn cut(sums: &NormalEquations, stages: usize, shortest: usize) -> Option<Vec<usize>> {
    let full = sums.training.len();
    let pieces: Vec<Vec<Option<Piece>>> = (0..full)
        .map(|first| {
            let ends = 0..=full;
            ends.map(|end| {
                let is_long = end >= first + shortest;
                is_long.then(|| piece(sums, first, end)).flatten()
            })
            .collect()
        })
        .collect();
    // `best[end]`: the smallest error of the stages up to `end`, and their ends.
    let mut best: Vec<Option<(f64, Vec<usize>)>> = vec![None; full + 1];
    best[0] = Some((0.0, Vec::new()));
    for _ in 0..stages {
        let mut next: Vec<Option<(f64, Vec<usize>)>> = vec![None; full + 1];
        for (first, before) in best.iter().enumerate().take(full) {
            let Some((error, ends)) = before else {
                continue;
            };
            for (end, piece) in pieces[first].iter().enumerate() {
                let Some(piece) = piece else {
                    continue;
                };
                let error = error + piece.error;
                if next[end].as_ref().is_none_or(|(least, _)| error < *least) {
                    let ends = ends.iter().copied().chain([end]).collect();
                    next[end] = Some((error, ends));
                }
            }
        }
        best = next;
    }
    best.pop()?.map(|(_, ends)| ends)
}

/// Fits a stage from `first` discs to before `end`.
fn piece(sums: &NormalEquations, first: usize, end: usize) -> Option<Piece> {
    let [training, held_out]: [LeastSquares<TERMS>; 2] =
        [&sums.training, &sums.held_out].map(|part| merged(&part[first..end]));
    if training.count() < MIN_POSITIONS || held_out.count() < MIN_POSITIONS {
        return None;
    }
    let weights = training.solve()?;
    Some(Piece {
        weights,
        error: held_out.squared_error(weights),
    })
}
