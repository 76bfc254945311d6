//! Scores.

use std::fmt;
use std::ops::Neg;

use crate::evaluation::UNITS_PER_DISC;

/// The final disc difference for one side, empties going to the winner: exact, or an estimate in
/// 1/128 discs.
///
/// With the feature `serde`, a score is serialized as two fields of the object that contains it:
/// `score` in discs, and `exact`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(into = "ScoreFields", from = "ScoreFields"),
    schemars(with = "ScoreFields")
)]
pub struct Score {
    units: i32,
    is_exact: bool,
}

/// The fields of a score.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[schemars(inline)]
struct ScoreFields {
    /// Final disc difference for the side that plays the move, in discs, empties going to the
    /// winner.
    score: f64,
    /// Whether `score` is the exact score of best play.
    exact: bool,
}

#[cfg(feature = "serde")]
impl From<Score> for ScoreFields {
    fn from(score: Score) -> Self {
        Self {
            score: score.discs(),
            exact: score.is_exact,
        }
    }
}

#[cfg(feature = "serde")]
impl From<ScoreFields> for Score {
    fn from(fields: ScoreFields) -> Self {
        Self {
            is_exact: fields.exact,
            ..Self::estimate(fields.score)
        }
    }
}

impl Score {
    /// Returns the exact score of best play, in discs.
    #[must_use]
    pub const fn exact(discs: i32) -> Self {
        Self::from_units(discs * UNITS_PER_DISC, true)
    }

    /// Returns a score of whole discs.
    #[must_use]
    pub const fn whole(discs: i32, is_exact: bool) -> Self {
        Self::from_units(discs * UNITS_PER_DISC, is_exact)
    }

    /// Returns an estimate in discs, rounded to 1/128.
    #[must_use]
    pub fn estimate(discs: f64) -> Self {
        Self::from_units((discs * f64::from(UNITS_PER_DISC)).round() as i32, false)
    }

    /// Returns a score in 1/128 discs.
    #[must_use]
    pub const fn from_units(units: i32, is_exact: bool) -> Self {
        Self { units, is_exact }
    }

    /// Returns the score in 1/128 discs, for comparison.
    #[must_use]
    pub const fn units(self) -> i32 {
        self.units
    }

    /// Returns the score in discs.
    #[must_use]
    pub fn discs(self) -> f64 {
        f64::from(self.units) / f64::from(UNITS_PER_DISC)
    }

    /// Returns the score in whole discs, rounded to the nearest, halves away from zero.
    #[must_use]
    pub fn whole_discs(self) -> i32 {
        self.discs().round() as i32
    }

    /// Returns whether this is proven to be the score of best play.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        self.is_exact
    }
}

/// The score for the other side.
impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            units: -self.units,
            ..self
        }
    }
}

/// In discs with a sign: `+6` if exact, `+6.00` if not.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.is_exact {
            true => format!("{:+}", self.whole_discs()),
            false => format!("{:+.2}", self.discs()),
        };
        f.pad(&text)
    }
}
