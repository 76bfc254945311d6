//! Searches left out because a shallower one makes their outcome probable.
//!
//! Multi-ProbCut (Buro 1997, "Experiments with Multi-ProbCut and a new
//! high-quality evaluation function for Othello"): the value at a depth is
//! normally distributed around the value at a smaller one. If the shallow value
//! is so far outside the window that the deep one lies outside too with the
//! wanted probability, the deep search is left out.

use std::fmt;

use crate::evaluation::{Evaluation, shallow_depth};

/// How probable it must be that a search left out would have said the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selectivity(u8);

impl Selectivity {
    /// The lowest confidence, 73 %.
    pub const MIN: Self = Self(0);

    /// Full-width search: no ProbCut.
    pub const NONE: Self = Self(5);

    /// All of them, the boldest first.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The probability in per cent: 73, 87, 95, 98, 99 or 100.
    #[must_use]
    pub const fn percent(self) -> u32 {
        [73, 87, 95, 98, 99, 100][self.0 as usize]
    }

    /// The selectivity with a probability in per cent.
    #[must_use]
    pub fn from_percent(percent: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.percent() == percent)
    }

    /// The next one that leaves out less.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        if self.0 < 5 {
            Some(Self(self.0 + 1))
        } else {
            None
        }
    }

    /// From 0 to 5.
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// Standard deviations that a value must be outside, two-sided; none: never
    /// left out.
    #[inline(always)]
    fn deviations(self) -> Option<f32> {
        [Some(1.1), Some(1.5), Some(2.0), Some(2.3), Some(2.6), None][self.0 as usize]
    }
}

impl fmt::Display for Selectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", self.percent())
    }
}

/// How far outside the window a shallow value must be, in 1/128 discs; none:
/// nothing is left out.
#[inline(always)]
pub(super) fn margin(
    evaluation: Option<&Evaluation>,
    selectivity: Selectivity,
    discs: u32,
    depth: u32,
) -> Option<i32> {
    let deviations = selectivity.deviations()?;
    let deviation = match evaluation {
        Some(evaluation) => f32::from(evaluation.deviation(discs, depth)),
        None => hand_crafted(discs, depth, shallow_depth(depth)),
    };
    Some((deviations * deviation) as i32)
}

/// The standard deviation where no weights are trained for the shape, in 1/128
/// discs: a constant, and what each disc on the board, each ply of the deep search
/// and each ply of the shallow one add.
#[inline(always)]
fn hand_crafted(discs: u32, depth: u32, shallow: u32) -> f32 {
    let sum = 220.0 + 3.0 * discs as f32 + 14.0 * depth as f32 - 14.0 * shallow as f32;
    sum.max(64.0)
}
