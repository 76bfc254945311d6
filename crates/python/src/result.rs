//! Results of searches.

use std::time::Duration;

use outflank_engine::{ScoredMove as EngineMove, SearchResult as EngineResult};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use crate::pickle::{Reduced, reduce};
use crate::shape::names;

/// A move and its score. ``str`` gives the move.
#[pyclass(frozen, eq, hash, module = "outflank")]
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct ScoredMove(pub(crate) EngineMove);

#[pymethods]
impl ScoredMove {
    /// The move.
    #[getter]
    fn r#move(&self) -> String {
        self.0.square.to_string()
    }

    /// The score in discs, for the side that plays the move.
    #[getter]
    fn score(&self) -> f64 {
        self.0.discs()
    }

    /// Whether the score is proven.
    #[getter]
    const fn exact(&self) -> bool {
        self.0.is_exact()
    }

    /// The depth of the search in plies, including this move.
    #[getter]
    const fn depth(&self) -> u32 {
        self.0.depth
    }

    /// The ProbCut confidence in per cent; 100 if ProbCut pruned nothing.
    #[getter]
    const fn selectivity(&self) -> u32 {
        self.0.selectivity.percent()
    }

    /// The principal variation, with this move first, without passes.
    #[getter]
    fn pv(&self) -> Vec<String> {
        names(self.0.pv.iter().copied())
    }

    /// The number of nodes searched.
    #[getter]
    const fn nodes(&self) -> u64 {
        self.0.nodes
    }

    fn __str__(&self) -> String {
        self.r#move()
    }

    fn __repr__(&self) -> String {
        let (square, score) = (self.0.square, self.0.score);
        match score.is_exact() {
            true => format!("<ScoredMove {square} {score} exact>"),
            false => format!(
                "<ScoredMove {square} {score} at depth {}, {} %>",
                self.depth(),
                self.selectivity()
            ),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduce(slf.py(), "ScoredMove", slf.get())
    }
}

/// The result of a search.
#[pyclass(frozen, eq, hash, module = "outflank")]
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct SearchResult {
    /// The requested moves, best first. Empty if the mover has to pass, the game is over, or
    /// :meth:`Engine.solve` ended before it found the score; ``lower`` and ``upper`` then bound the
    /// score.
    #[pyo3(get)]
    moves: Vec<ScoredMove>,
    /// The proven lower bound on the score for the mover, in discs.
    #[pyo3(get)]
    lower: i32,
    /// The proven upper bound.
    #[pyo3(get)]
    upper: i32,
    /// The principal variation, without passes. If no move has a score, it starts with the most
    /// promising one.
    #[pyo3(get)]
    pv: Vec<String>,
    /// The number of nodes searched.
    #[pyo3(get)]
    nodes: u64,
    elapsed: Duration,
    /// Whether the search finished within its budget and was not stopped.
    #[pyo3(get)]
    complete: bool,
}

impl SearchResult {
    /// Returns the result without the moves whose scores are not exact.
    pub(crate) fn proven(found: &EngineResult) -> Self {
        let mut result = Self::from(found);
        result.moves.retain(ScoredMove::exact);
        result
    }
}

impl From<&EngineResult> for SearchResult {
    fn from(found: &EngineResult) -> Self {
        Self {
            moves: found.moves.iter().cloned().map(ScoredMove).collect(),
            lower: found.lower.whole_discs(),
            upper: found.upper.whole_discs(),
            pv: names(found.pv.iter().copied()),
            nodes: found.nodes,
            elapsed: found.elapsed,
            complete: found.complete,
        }
    }
}

#[pymethods]
impl SearchResult {
    /// The best move.
    #[getter]
    fn best(&self) -> Option<ScoredMove> {
        self.moves.first().cloned()
    }

    /// The proven score for the mover in discs, if it is known.
    #[getter]
    fn exact(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The time since the search began.
    #[getter]
    const fn seconds(&self) -> f64 {
        self.elapsed.as_secs_f64()
    }

    fn __repr__(&self) -> String {
        let Self {
            lower,
            upper,
            nodes,
            ..
        } = self;
        let moves: Vec<String> = self.moves.iter().map(ScoredMove::__repr__).collect();
        let found = match self.exact() {
            _ if !moves.is_empty() => format!("[{}]", moves.join(", ")),
            Some(score) => format!("{score:+} exact"),
            None => format!("{lower:+} to {upper:+}"),
        };
        format!("<SearchResult {found}, {nodes} nodes>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduce(slf.py(), "SearchResult", slf.get())
    }
}
