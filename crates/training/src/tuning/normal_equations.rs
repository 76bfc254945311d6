//! Normal equations of scored positions, by number of discs.

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_textbook::TermDifferences;
use serde::{Deserialize, Serialize};

use crate::least_squares::LeastSquares;
use crate::samples::{Sample, Split};

/// Number of terms of an evaluation.
pub(super) const TERMS: usize = 4;

/// Normal equations by number of discs.
pub(super) type ByDiscs = Vec<LeastSquares<TERMS>>;

/// The equations of both splits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct NormalEquations {
    pub(super) training: ByDiscs,
    pub(super) held_out: ByDiscs,
}

impl NormalEquations {
    /// Creates empty equations for boards with `squares` squares.
    pub(super) fn new(squares: u32) -> Self {
        let none = vec![LeastSquares::default(); squares as usize + 1];
        Self {
            training: none.clone(),
            held_out: none,
        }
    }

    /// Adds a sample.
    pub(super) fn add(&mut self, terms: &TermDifferences, sample: &Sample, split: Split) {
        let part = match split {
            Split::Training => &mut self.training,
            Split::HeldOut => &mut self.held_out,
        };
        let discs = sample.board.occupied().count_ones() as usize;
        if let Some(equations) = part.get_mut(discs) {
            let score = f64::from(sample.score) / f64::from(UNITS_PER_DISC);
            equations.add(terms.of(sample.board), score, 1.0);
        }
    }

    /// Adds other equations.
    pub(super) fn merge(&mut self, other: &Self) {
        for (mine, others) in [
            (&mut self.training, &other.training),
            (&mut self.held_out, &other.held_out),
        ] {
            for (mine, other) in mine.iter_mut().zip(others) {
                mine.merge(other);
            }
        }
    }
}

/// Returns the number of samples.
pub(super) fn count(equations: &[LeastSquares<TERMS>]) -> u64 {
    equations.iter().map(LeastSquares::count).sum()
}

/// Returns the sum of all equations.
pub(super) fn merged(equations: &[LeastSquares<TERMS>]) -> LeastSquares<TERMS> {
    let mut all = LeastSquares::default();
    equations.iter().for_each(|equations| all.merge(equations));
    all
}
