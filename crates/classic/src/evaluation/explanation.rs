//! An evaluation taken apart.

use outflank_gametree::Value;

use super::EvaluationKind;
use crate::score::HEURISTIC_LIMIT;

/// One term of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// What is counted.
    pub name: &'static str,
    /// The count of the side to move.
    pub own: f64,
    /// The count of the other side.
    pub opponent: f64,
    /// The worth of one unit of the difference, or of the whole of a term that
    /// is scaled first, in discs (points).
    pub weight: f64,
    /// What the term adds to the total, in discs (points).
    pub contribution: f64,
}

/// An evaluation of a position taken apart, seen from its side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Which evaluation.
    pub kind: EvaluationKind,
    /// The stage of the game, for an evaluation that tells stages apart.
    pub stage: Option<&'static str>,
    /// The terms, each with its contribution.
    pub terms: Vec<Term>,
    /// The worth of the position in discs (points), just as a search uses it:
    /// the sum of the contributions, rounded to hundredths, and within
    /// ±5000, which only very uncommon weights exceed.
    pub total: f64,
}

impl Explanation {
    pub(super) fn new(
        kind: EvaluationKind,
        stage: Option<&'static str>,
        terms: Vec<Term>,
        hundredths: Value,
    ) -> Self {
        let within = hundredths.clamp(-HEURISTIC_LIMIT, HEURISTIC_LIMIT);
        Self {
            kind,
            stage,
            terms,
            total: f64::from(within) / 100.0,
        }
    }
}
