//! A value taken apart.

use super::EvaluationKind;

/// One term of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// What it counts.
    pub name: &'static str,
    /// The count of the side to move.
    pub own: f64,
    /// The count of the other side.
    pub opponent: f64,
    /// What one unit is worth.
    pub weight: f64,
    /// What the term adds to the value, in hundredths.
    pub hundredths: i32,
}

impl Term {
    /// What the term adds to the value: discs, or points of the evaluation's
    /// own scale.
    #[must_use]
    pub fn contribution(&self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }
}

/// A static value with its terms, seen from the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The evaluation.
    pub kind: EvaluationKind,
    /// The stage of the game, where the evaluation knows stages.
    pub stage: Option<String>,
    /// The terms, which add up to the value.
    pub terms: Vec<Term>,
}

impl Explanation {
    /// The value in hundredths: the sum of the terms.
    #[must_use]
    pub fn hundredths(&self) -> i32 {
        self.terms.iter().map(|term| term.hundredths).sum()
    }

    /// The value: discs, or points of the evaluation's own scale.
    #[must_use]
    pub fn total(&self) -> f64 {
        f64::from(self.hundredths()) / 100.0
    }
}
