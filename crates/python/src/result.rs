//! Results of searches.

use std::time::Duration;

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_engine::{ScoredMove as EngineMove, SearchResult as EngineResult};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use crate::pickle::{Reduced, reduce};
use crate::shape::names;

/// A move and its score. ``str`` gives the move.
#[pyclass(frozen, eq, hash, module = "outflank")]
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct ScoredMove {
    /// The move.
    #[pyo3(get)]
    r#move: String,
    /// The score in units of the evaluation.
    units: i32,
    /// Whether the score is proven.
    #[pyo3(get)]
    exact: bool,
    /// The depth of the search in plies, this move included.
    #[pyo3(get)]
    depth: u32,
    /// The ProbCut confidence in per cent; 100 if nothing was pruned by ProbCut.
    #[pyo3(get)]
    selectivity: u32,
    /// The principal variation, this move first, without passes.
    #[pyo3(get)]
    pv: Vec<String>,
    /// The nodes searched.
    #[pyo3(get)]
    nodes: u64,
}

impl From<&EngineMove> for ScoredMove {
    fn from(found: &EngineMove) -> Self {
        Self {
            r#move: found.square.to_string(),
            units: found.score,
            exact: found.is_exact,
            depth: found.depth,
            selectivity: found.selectivity.percent(),
            pv: names(found.pv.iter().copied()),
            nodes: found.nodes,
        }
    }
}

#[pymethods]
impl ScoredMove {
    /// The score in discs, for the side that plays the move.
    #[getter]
    fn score(&self) -> f64 {
        f64::from(self.units) / f64::from(UNITS_PER_DISC)
    }

    fn __str__(&self) -> &str {
        &self.r#move
    }

    fn __repr__(&self) -> String {
        let Self {
            r#move,
            depth,
            selectivity,
            ..
        } = self;
        let score = self.score();
        match self.exact {
            true => format!("<ScoredMove {move} {score:+} exact>"),
            false => format!("<ScoredMove {move} {score:+.2} at depth {depth}, {selectivity} %>"),
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
    /// The proven lower bound of the score for the mover, in discs.
    #[pyo3(get)]
    lower: i32,
    /// The proven upper bound.
    #[pyo3(get)]
    upper: i32,
    /// The principal variation, without passes. If no move has a score, it starts with the most
    /// promising one.
    #[pyo3(get)]
    pv: Vec<String>,
    /// The nodes searched.
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
        result.moves.retain(|found| found.exact);
        result
    }
}

impl From<&EngineResult> for SearchResult {
    fn from(found: &EngineResult) -> Self {
        Self {
            moves: found.moves.iter().map(ScoredMove::from).collect(),
            lower: found.lower,
            upper: found.upper,
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
