//! Results of searches.

use outflank_engine::{ScoredMove as EngineMove, SearchResult as EngineResult};
use pyo3::prelude::*;

use crate::shape::names;

/// A move and its score. ``str`` gives the move.
#[pyclass(frozen, eq, get_all, module = "outflank")]
#[derive(Clone, PartialEq)]
pub(crate) struct ScoredMove {
    /// The move.
    r#move: String,
    /// The score in discs, for the side that plays the move.
    score: f64,
    /// Whether the score is that of best play, proven.
    exact: bool,
    /// The depth of the search in plies, this move included.
    depth: u32,
    /// The ProbCut confidence in per cent; 100 if nothing was pruned by ProbCut.
    selectivity: u32,
    /// The principal variation, this move first, without passes.
    pv: Vec<String>,
    /// The nodes searched.
    nodes: u64,
}

impl From<&EngineMove> for ScoredMove {
    fn from(found: &EngineMove) -> Self {
        Self {
            r#move: found.square.to_string(),
            score: found.discs(),
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
    fn __str__(&self) -> &str {
        &self.r#move
    }

    fn __repr__(&self) -> String {
        let Self {
            r#move,
            score,
            depth,
            selectivity,
            ..
        } = self;
        match self.exact {
            true => format!("<ScoredMove {move} {score:+} exact>"),
            false => format!("<ScoredMove {move} {score:+.2} at depth {depth}, {selectivity} %>"),
        }
    }
}

/// What a search found.
#[pyclass(frozen, get_all, module = "outflank")]
#[derive(Clone)]
pub(crate) struct SearchResult {
    /// The moves asked for, best first; none if the mover has to pass or the game is over.
    moves: Vec<ScoredMove>,
    /// The proven lower bound of the score for the mover, in discs.
    lower: i32,
    /// The proven upper bound.
    upper: i32,
    /// The principal variation, without passes.
    pv: Vec<String>,
    /// The nodes searched.
    nodes: u64,
    /// The time since the search began.
    seconds: f64,
    /// Whether the search ended before its budget did, and was not stopped.
    complete: bool,
}

impl From<&EngineResult> for SearchResult {
    fn from(found: &EngineResult) -> Self {
        Self {
            moves: found.moves.iter().map(ScoredMove::from).collect(),
            lower: found.lower,
            upper: found.upper,
            pv: names(found.pv.iter().copied()),
            nodes: found.nodes,
            seconds: found.elapsed.as_secs_f64(),
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

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(ScoredMove::__repr__).collect();
        let (moves, nodes) = (moves.join(", "), self.nodes);
        format!("<SearchResult [{moves}], {nodes} nodes>")
    }
}
