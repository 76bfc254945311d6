//! Multi-ProbCut (Buro 1997, "Experiments with Multi-ProbCut and a new high-quality
//! evaluation function for Othello").
//!
//! The score at a depth is normally distributed around the score at a smaller depth. If the static
//! value is far outside the window, or both it and the score of a shallow search are so far outside
//! that the deep score is outside too with the given confidence, the deep search is skipped.

use std::fmt;

use super::parameters::{PROBCUT_LAST_MARGIN, PROBCUT_VALUE_MARGIN};
use crate::evaluation::{Evaluation, shallow_depth};

/// ProbCut confidence: the probability that a skipped search would have agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(into = "u32", try_from = "u32"),
    schemars(with = "u32")
)]
pub struct Selectivity(u8);

#[cfg(feature = "serde")]
impl From<Selectivity> for u32 {
    fn from(selectivity: Selectivity) -> Self {
        selectivity.percent()
    }
}

#[cfg(feature = "serde")]
impl TryFrom<u32> for Selectivity {
    type Error = String;

    fn try_from(percent: u32) -> Result<Self, String> {
        let known = Self::from_percent(percent);
        known.ok_or_else(|| {
            format!(
                "{percent} is not a selectivity: expected {:?}",
                Self::ALL.map(Self::percent)
            )
        })
    }
}

impl Selectivity {
    /// The lowest confidence, 73 %.
    pub const MIN: Self = Self(0);

    /// Full-width search: no ProbCut.
    pub const NONE: Self = Self(5);

    /// All confidences, the lowest first.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// Returns the confidence in per cent: 73, 87, 95, 98, 99 or 100.
    #[must_use]
    pub const fn percent(self) -> u32 {
        [73, 87, 95, 98, 99, 100][self.0 as usize]
    }

    /// Returns the selectivity with a confidence in per cent.
    #[must_use]
    pub fn from_percent(percent: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.percent() == percent)
    }

    /// Returns the next higher confidence.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        if self.0 < 5 {
            Some(Self(self.0 + 1))
        } else {
            None
        }
    }

    /// Returns a number from 0 to 5.
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// Returns the two-sided margin in standard deviations; `None` without ProbCut.
    #[inline(always)]
    fn deviations(self) -> Option<f32> {
        [Some(1.1), Some(1.5), Some(2.0), Some(2.3), Some(2.6), None][self.0 as usize]
    }
}

impl Default for Selectivity {
    /// Returns full-width search.
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Display for Selectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", self.percent())
    }
}

/// How far values have to be outside the window, in 1/128 discs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Margins {
    /// The static value, for a cut-off without a search.
    pub(super) value: i32,
    /// The static value before a shallow search: if it is closer, the search would rarely cut off.
    pub(super) before: i32,
    /// The score of the shallow search.
    pub(super) search: i32,
}

/// Returns the margins of a node of `depth` plies, or `None` without ProbCut.
#[inline(always)]
pub(super) fn margins(
    evaluation: Option<&Evaluation>,
    selectivity: Selectivity,
    discs: u32,
    depth: u32,
) -> Option<Margins> {
    let deviations = selectivity.deviations()?;
    let Some(evaluation) = evaluation else {
        let search = (deviations * default_deviation(discs, depth)) as i32;
        // The error of its static values is unknown.
        return Some(Margins {
            value: i32::MAX,
            before: 0,
            search,
        });
    };
    let [value, search] = evaluation.deviations(discs, depth).map(f32::from);
    let of_value = match depth {
        1 => PROBCUT_LAST_MARGIN,
        _ => PROBCUT_VALUE_MARGIN,
    };
    let search = (deviations * search) as i32;
    Some(Margins {
        value: (deviations * of_value * value) as i32,
        before: search,
        search,
    })
}

/// Returns the standard deviation of searches for shapes without trained weights, in 1/128
/// discs: a constant plus terms for discs, the deep depth and the shallow depth.
#[inline(always)]
fn default_deviation(discs: u32, depth: u32) -> f32 {
    let shallow = shallow_depth(depth);
    let sum = 220.0 + 3.0 * discs as f32 + 14.0 * depth as f32 - 14.0 * shallow as f32;
    sum.max(64.0)
}
