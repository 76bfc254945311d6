//! Results as table rows and JSON objects.

use std::fmt;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use outflank_archive::checkpoint::{Done, Spent};
use outflank_engine::{Score, ScoredMove, SearchResult, Window};
use outflank_othello::format::ObfRecord;
use outflank_othello::{Move, Position, Square};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::Arguments;
use super::proof::WrittenProof;
use crate::output::{bounds_text, counted, grouped, pv_text, speed};
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(crate) const LINES: &[(&str, Lines)] = lines! {
    "solve": SolvedPosition, SolveTotal;
};

pub(super) const HEADINGS: &str =
    "  # empties score move            nodes    seconds      speed  principal variation";

/// Writes a score in discs, as a whole number if it is exact.
fn number<S: Serializer>(score: &Option<Score>, serializer: S) -> Result<S::Ok, S::Error> {
    match score {
        Some(score) if score.is_exact() => serializer.serialize_i32(score.whole_discs()),
        score => score.map(Score::discs).serialize(serializer),
    }
}

/// Highest score on any board, in discs.
const MAX_SCORE: i32 = 128;

/// Restores a result from an earlier run.
pub(super) fn restored(done: &Done, window: Window) -> Result<SearchResult> {
    let (lower, upper) = (done.lower, done.upper);
    let is_score = |bound: i32| (-MAX_SCORE..=MAX_SCORE).contains(&bound);
    ensure!(
        is_score(lower) && is_score(upper),
        "bounds {lower} to {upper} in the checkpoint: expected -{MAX_SCORE} to {MAX_SCORE}"
    );
    let pv: Result<Vec<Square>, _> = done.pv.iter().map(|name| name.parse()).collect();
    let pv = pv.context("a square in the checkpoint")?;
    let best = pv.first().filter(|_| done.moves).map(|&square| ScoredMove {
        pv: pv.clone(),
        nodes: done.spent.nodes,
        ..ScoredMove::new(square, Score::whole(lower, lower == upper), 0)
    });
    Ok(SearchResult {
        moves: best.into_iter().collect(),
        lower: Score::exact(lower),
        upper: Score::exact(upper),
        pv,
        nodes: done.spent.nodes,
        elapsed: Duration::from_secs_f64(done.spent.seconds),
        complete: window.is_settled_by(lower, upper),
    })
}

/// The result for one position.
#[derive(JsonSchema, Serialize)]
pub(super) struct SolvedPosition {
    /// Number of the position, starting at 1.
    index: usize,
    /// In OBF.
    position: Position,
    empties: usize,
    /// The exact or estimated score; null if only bounds are known.
    #[serde(serialize_with = "number")]
    #[schemars(with = "Option<f64>")]
    score: Option<Score>,
    /// Proven lower bound.
    lower: i32,
    /// Proven upper bound.
    upper: i32,
    /// Whether the search finished.
    pub(super) complete: bool,
    /// `win`, `draw` or `loss`, with `--wld`.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    /// The best move; null if the side to move has none.
    #[serde(rename = "move")]
    best: Option<Square>,
    pv: Vec<Square>,
    /// In plies.
    depth: u32,
    /// ProbCut confidence of an estimate, in per cent.
    #[serde(skip_serializing_if = "Option::is_none")]
    selectivity: Option<u32>,
    nodes: u64,
    seconds: f64,
    /// The score given in the file.
    expected: Option<i32>,
    /// Whether the score agrees with the expected one, if there is one.
    ok: Option<bool>,
    /// Every move, best first, with `--all-moves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<ScoredMove>>,
    /// The certificate, with `--proof`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) proof: Option<WrittenProof>,
    /// Whether the move is among the best moves given in the file.
    #[serde(skip)]
    is_best: bool,
}

impl SolvedPosition {
    pub(super) fn new(
        place: usize,
        record: &ObfRecord,
        result: &SearchResult,
        arguments: &Arguments,
    ) -> Self {
        let (lower, upper) = (result.lower.whole_discs(), result.upper.whole_discs());
        let best = result.best();
        let estimate = best.filter(|_| arguments.depth.is_some());
        let expected = record.best_score();
        let is_possible = |expected: i32| (lower..=upper).contains(&expected);
        let ok = match expected.map(is_possible) {
            Some(true) if !result.complete || estimate.is_some() => None,
            known => known,
        };
        let outcome = match (lower, upper) {
            (1.., _) => Some("win"),
            (_, ..=-1) => Some("loss"),
            (0, 0) => Some("draw"),
            _ => None,
        };
        let is_best = |best: Square| record.best_moves().any(|mv| mv == Move::Place(best));
        Self {
            index: place + 1,
            position: record.position,
            empties: record.position.empties().len(),
            score: match estimate {
                Some(estimate) => Some(Score::from_units(estimate.score.units(), false)),
                None => result.exact().map(Score::exact),
            },
            lower,
            upper,
            complete: result.complete,
            outcome: outcome.filter(|_| arguments.wld),
            is_best: best.is_some_and(|best| is_best(best.square)),
            best: best.map(|best| best.square),
            pv: result.pv.clone(),
            depth: match estimate {
                Some(estimate) => estimate.depth,
                None => record.position.empties().len() as u32,
            },
            selectivity: estimate.map(|estimate| estimate.selectivity.percent()),
            nodes: result.nodes,
            seconds: result.elapsed.as_secs_f64(),
            expected,
            ok,
            moves: arguments.all_moves.then(|| result.moves.clone()),
            proof: None,
        }
    }

    /// Formats the score or its bounds.
    fn score(&self) -> String {
        match (self.outcome, self.score) {
            (Some(outcome), _) => outcome.to_owned(),
            (None, Some(score)) => score.to_string(),
            (None, None) => bounds_text(self.lower, self.upper, self.position.shape()),
        }
    }

    /// Returns the checkpoint record.
    pub(super) fn done(&self) -> Done {
        Done {
            lower: self.lower,
            upper: self.upper,
            pv: self.pv.iter().map(Square::to_string).collect(),
            moves: self.best.is_some(),
            spent: Spent {
                nodes: self.nodes,
                seconds: self.seconds,
            },
        }
    }
}

impl fmt::Display for SolvedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:>3} {:>7} {:>5} {:<4} {:>16} {:>10.3} {:>10}  {}",
            self.index,
            self.empties,
            self.score(),
            self.best.map_or("--".to_owned(), |best| best.to_string()),
            grouped(self.nodes),
            self.seconds,
            speed(self.nodes, self.seconds),
            pv_text(&self.pv, 8),
        )?;
        if !self.complete {
            write!(f, "  incomplete")?;
        }
        if let (Some(false), Some(expected)) = (self.ok, self.expected) {
            write!(f, "  WRONG: {expected:+} expected")?;
        }
        if let Some(proof) = &self.proof {
            write!(f, "\n{proof}")?;
        }
        for solved in self.moves.iter().flatten() {
            write!(
                f,
                "\n            {:>+5} {:<4} {:>16} {:>22}  {}",
                solved.score.discs(),
                solved.square.to_string(),
                grouped(solved.nodes),
                "",
                pv_text(&solved.pv, 8)
            )?;
        }
        Ok(())
    }
}

/// Totals over all positions.
#[derive(Default, JsonSchema, Serialize)]
pub(super) struct SolveTotal {
    total: bool,
    pub(super) positions: usize,
    /// Positions whose score differs from the expected one.
    pub(super) errors: usize,
    /// Positions whose search did not finish.
    pub(super) unfinished: usize,
    /// Positions whose move is among the best moves given in the file.
    best_moves: usize,
    /// In discs; an expected score within the proven bounds counts as correct.
    mean_absolute_error: f64,
    nodes: u64,
    pub(super) seconds: f64,
    #[serde(skip)]
    error_discs: f64,
}

impl SolveTotal {
    pub(super) fn new() -> Self {
        Self {
            total: true,
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, line: &SolvedPosition) {
        self.positions += 1;
        self.errors += usize::from(line.ok == Some(false));
        self.unfinished += usize::from(!line.complete);
        self.best_moves += usize::from(line.is_best);
        self.error_discs += line.expected.map_or(0.0, |expected| match line.score {
            Some(score) if !score.is_exact() => (score.discs() - f64::from(expected)).abs(),
            _ => f64::from((line.lower - expected).max(expected - line.upper).max(0)),
        });
        self.mean_absolute_error = self.error_discs / self.positions as f64;
        self.nodes += line.nodes;
        self.seconds += line.seconds;
    }

    pub(super) fn summary(&self, check: bool, is_estimate: bool) -> String {
        let mut notes = String::new();
        if check && is_estimate {
            notes = format!(
                ", mean absolute error {:.2} discs, best move in {} ({:.1} %)",
                self.mean_absolute_error,
                grouped(self.best_moves as u64),
                100.0 * self.best_moves as f64 / self.positions.max(1) as f64
            );
        } else if check {
            notes = format!(", {} wrong", grouped(self.errors as u64));
        }
        if self.unfinished > 0 {
            notes += &format!(", {} incomplete", grouped(self.unfinished as u64));
        }
        format!(
            "{}{notes}, {} nodes, {:.3} seconds, {}",
            counted(self.positions, "position"),
            grouped(self.nodes),
            self.seconds,
            speed(self.nodes, self.seconds)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_bounds_in_a_checkpoint_are_rejected() {
        let restored = |lower, upper| {
            let done = Done {
                lower,
                upper,
                pv: Vec::new(),
                moves: false,
                spent: Spent::default(),
            };
            super::restored(&done, Window::EXACT)
        };
        assert!(restored(-128, 128).is_ok());
        for (lower, upper) in [(i32::MIN, 0), (0, i32::MAX), (-129, 0), (0, 129)] {
            let error = restored(lower, upper).unwrap_err().to_string();
            assert!(error.contains("expected -128 to 128"), "{error}");
        }
    }
}
