//! What a fit needs of scored positions, added up.

use outflank_classic::TermDifferences;
use outflank_engine::evaluation::UNITS_PER_DISC;
use serde::{Deserialize, Serialize};

use crate::least_squares::LeastSquares;
use crate::training::Sample;

/// The terms of an evaluation.
pub(super) const TERMS: usize = 4;

/// Normal equations by the number of discs on the board.
pub(super) type ByDiscs = Vec<LeastSquares<TERMS>>;

/// Equations to learn from and, apart from them, to test by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Sums {
    /// To learn from.
    pub(super) training: ByDiscs,
    /// To test by.
    pub(super) held_out: ByDiscs,
}

impl Sums {
    /// None as yet, for boards with so many squares.
    pub(super) fn new(squares: u32) -> Self {
        let none = vec![LeastSquares::default(); squares as usize + 1];
        Self {
            training: none.clone(),
            held_out: none,
        }
    }

    /// Takes in a position.
    pub(super) fn add(&mut self, terms: &TermDifferences, sample: &Sample, is_held_out: bool) {
        let part = if is_held_out {
            &mut self.held_out
        } else {
            &mut self.training
        };
        let discs = sample.board.occupied().count_ones() as usize;
        if let Some(equations) = part.get_mut(discs) {
            let score = f64::from(sample.score) / f64::from(UNITS_PER_DISC);
            equations.add(terms.of(sample.board), score, 1.0);
        }
    }

    /// Takes in what others have added up.
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

/// Number of equations.
pub(super) fn count(equations: &[LeastSquares<TERMS>]) -> u64 {
    equations.iter().map(LeastSquares::count).sum()
}

/// All equations together.
pub(super) fn merged(equations: &[LeastSquares<TERMS>]) -> LeastSquares<TERMS> {
    let mut all = LeastSquares::default();
    equations.iter().for_each(|equations| all.merge(equations));
    all
}
