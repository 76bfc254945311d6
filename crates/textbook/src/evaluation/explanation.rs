//! Values term by term.

use super::EvaluationKind;

/// One term of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The name of the term.
    pub name: &'static str,
    /// The count of the side to move.
    pub own: f64,
    /// The count of the other side.
    pub opponent: f64,
    /// The weight of one unit.
    pub weight: f64,
    /// The contribution to the value, in hundredths.
    pub hundredths: i32,
}

impl Term {
    /// Returns the contribution to the value, in discs or points of the evaluation's own scale.
    #[must_use]
    pub fn contribution(&self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }
}

/// A static value and its terms, from the mover's point of view.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The evaluation.
    pub kind: EvaluationKind,
    /// The stage of the game, if the evaluation has stages.
    pub stage: Option<String>,
    /// The terms, whose contributions add up to the value.
    pub terms: Vec<Term>,
}

impl Explanation {
    /// Returns the value in hundredths.
    #[must_use]
    pub fn hundredths(&self) -> i32 {
        self.terms.iter().map(|term| term.hundredths).sum()
    }

    /// Returns the value, in discs or points of the evaluation's own scale.
    #[must_use]
    pub fn total(&self) -> f64 {
        f64::from(self.hundredths()) / 100.0
    }
}
