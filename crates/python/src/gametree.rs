//! Searches of games that are written in Python.

use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_gametree::{
    Algorithm, Depth, Game, Heuristic, INFINITY, MinimaxResult, Search, SearchLimits, Side, Value,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::duration;
use crate::errors::value_error;

/// A state and its hash, which is 0 if the search needs none.
#[derive(Clone)]
struct State<'py>(Bound<'py, PyAny>, isize);

impl PartialEq for State<'_> {
    fn eq(&self, other: &Self) -> bool {
        // States that cannot be compared count as different, which only costs table hits.
        self.0.is(&other.0) || self.0.eq(&other.0).unwrap_or(false)
    }
}

impl Eq for State<'_> {}

impl Hash for State<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.1.hash(hasher);
    }
}

/// A move: its number in [`PythonGame::moves`].
type Number = usize;

/// A game that is a Python object. The first exception ends the search.
struct PythonGame<'py> {
    game: Bound<'py, PyAny>,
    needs_hash: bool,
    /// All moves seen, and their numbers.
    moves: RefCell<Vec<Bound<'py, PyAny>>>,
    numbers: Bound<'py, PyDict>,
    error: Cell<Option<PyErr>>,
    has_failed: Cell<bool>,
    stop: Arc<AtomicBool>,
}

impl<'py> PythonGame<'py> {
    /// Returns the value, or stores the first exception.
    fn or_fail<T>(&self, result: PyResult<T>) -> Option<T> {
        result.map_err(|error| self.fail(error)).ok()
    }

    fn fail(&self, error: PyErr) {
        if !self.has_failed.replace(true) {
            self.error.set(Some(error));
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn state(&self, state: Bound<'py, PyAny>) -> PyResult<State<'py>> {
        let hash = if self.needs_hash { state.hash()? } else { 0 };
        Ok(State(state, hash))
    }

    fn number(&self, mv: Bound<'py, PyAny>) -> PyResult<Number> {
        if let Some(number) = self.numbers.get_item(&mv)? {
            return number.extract();
        }
        let mut moves = self.moves.borrow_mut();
        self.numbers.set_item(&mv, moves.len())?;
        moves.push(mv);
        Ok(moves.len() - 1)
    }

    fn legal(&self, state: &State<'py>) -> PyResult<Vec<Number>> {
        self.game.py().check_signals()?;
        let moves = self.game.call_method1("moves", (&state.0,))?;
        let moves = moves.try_iter()?.map(|mv| self.number(mv?));
        let moves: Vec<Number> = moves.collect::<PyResult<_>>()?;
        if moves.is_empty() {
            let state = state.0.repr()?;
            return Err(PyValueError::new_err(format!(
                "no move in {state}: expected an outcome from terminal_value, or a move"
            )));
        }
        Ok(moves)
    }

    fn value_of(value: &Bound<'py, PyAny>) -> PyResult<Value> {
        let number: Value = value.extract()?;
        if number.unsigned_abs() < INFINITY.unsigned_abs() {
            return Ok(number);
        }
        Err(PyValueError::new_err(format!(
            "a value of {number}: expected one between -{INFINITY} and {INFINITY}"
        )))
    }

    fn outcome(&self, state: &State<'py>) -> PyResult<Option<Value>> {
        let value = self.game.call_method1("terminal_value", (&state.0,))?;
        match value.is_none() {
            true => Ok(None),
            false => Self::value_of(&value).map(Some),
        }
    }
}

impl<'py> Game for PythonGame<'py> {
    type State = State<'py>;
    type Move = Number;

    fn mover(&self, state: &State<'py>) -> Side {
        let sign = self.game.call_method1("mover", (&state.0,));
        let sign = sign.and_then(|sign| sign.extract::<i32>());
        match self.or_fail(sign) {
            Some(1) | None => Side::Max,
            Some(-1) => Side::Min,
            Some(other) => {
                let words = format!("mover returned {other}: expected MAX (1) or MIN (-1)");
                self.fail(PyValueError::new_err(words));
                Side::Max
            }
        }
    }

    fn moves(&self, state: &State<'py>, moves: &mut Vec<Number>) {
        // After an exception any move will do, because every state then counts as over.
        let legal = self.or_fail(self.legal(state));
        moves.extend(legal.unwrap_or_else(|| vec![Number::MAX]));
    }

    fn play(&self, state: &State<'py>, mv: Number) -> State<'py> {
        if self.has_failed.get() {
            return state.clone();
        }
        let mv = self.moves.borrow()[mv].clone();
        let child = self.game.call_method1("play", (&state.0, mv));
        let child = child.and_then(|child| self.state(child));
        self.or_fail(child).unwrap_or_else(|| state.clone())
    }

    fn terminal_value(&self, state: &State<'py>) -> Option<Value> {
        if self.has_failed.get() {
            return Some(0);
        }
        self.or_fail(self.outcome(state)).unwrap_or(Some(0))
    }
}

/// The game's method `heuristic`, if it has one.
struct PythonHeuristic(bool);

impl<'py> Heuristic<PythonGame<'py>> for PythonHeuristic {
    fn value(&self, game: &PythonGame<'py>, state: &State<'py>) -> Value {
        if !self.0 || game.has_failed.get() {
            return 0;
        }
        let value = game.game.call_method1("heuristic", (&state.0,));
        let value = value.and_then(|value| PythonGame::value_of(&value));
        game.or_fail(value).unwrap_or(0)
    }
}

/// The result of a game-tree search.
#[pyclass(frozen, get_all, module = "outflank.gametree")]
pub(crate) struct TreeResult {
    /// The value of the state for MAX.
    value: Value,
    /// The best move; None if the game is over.
    best_move: Option<Py<PyAny>>,
    /// The principal variation.
    pv: Vec<Py<PyAny>>,
    /// The number of states entered.
    nodes: u64,
    /// The number of states evaluated.
    leaves: u64,
    /// The number of alpha and beta cut-offs.
    cutoffs: u64,
    /// Whether the search finished within its limits.
    completed: bool,
    /// Whether every leaf was a finished game.
    exact: bool,
}

/// The fields of a result, in order.
type Fields = (
    Value,
    Option<Py<PyAny>>,
    Vec<Py<PyAny>>,
    u64,
    u64,
    u64,
    bool,
    bool,
);

/// Rebuilds a result. For `outflank._pickle`.
#[pyfunction]
#[pyo3(name = "_tree_result")]
pub(crate) fn tree_result(fields: Fields) -> TreeResult {
    let (value, best_move, pv, nodes, leaves, cutoffs, completed, exact) = fields;
    TreeResult {
        value,
        best_move,
        pv,
        nodes,
        leaves,
        cutoffs,
        completed,
        exact,
    }
}

impl TreeResult {
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let best = self.best_move.as_ref().map(|best| best.clone_ref(py));
        let pv: Vec<_> = self.pv.iter().map(|mv| mv.clone_ref(py)).collect();
        let Self {
            value,
            nodes,
            leaves,
            cutoffs,
            completed,
            exact,
            ..
        } = *self;
        (value, best, pv, nodes, leaves, cutoffs, completed, exact).into_pyobject(py)
    }
}

#[pymethods]
impl TreeResult {
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        match other.cast::<Self>() {
            Ok(other) => self.fields(py)?.eq(other.get().fields(py)?),
            Err(_) => Ok(false),
        }
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("outflank._pickle")?.getattr("tree_result")?;
        Ok((restore, self.fields(py)?))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let best = match &self.best_move {
            Some(best) => best.bind(py).repr()?.to_string(),
            None => "no move".to_owned(),
        };
        Ok(format!(
            "<TreeResult {} by {best}, {} nodes>",
            self.value, self.nodes
        ))
    }
}

/// Searches the tree below a state, to the end of the game by default.
///
/// ``depth`` is in plies and needs a method ``heuristic``; ``time`` is in seconds; ``nodes`` limits
/// the number of states entered; ``algorithm`` is one of ``gametree.ALGORITHMS``. Raises
/// ``ValueError`` for an unknown algorithm or a state without moves.
#[pyfunction]
#[pyo3(signature = (game, state, *, depth = None, algorithm = "alpha-beta", time = None,
    nodes = None))]
pub(crate) fn search_game<'py>(
    game: Bound<'py, PyAny>,
    state: Bound<'py, PyAny>,
    depth: Option<u32>,
    algorithm: &str,
    time: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<TreeResult> {
    let algorithm: Algorithm = algorithm.parse().map_err(value_error)?;
    let has_heuristic = game.hasattr("heuristic")?;
    if depth.is_some() && !has_heuristic {
        return Err(PyTypeError::new_err(
            "a search to a depth scores unfinished games: expected a method `heuristic`",
        ));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let limits = SearchLimits {
        depth: depth.map_or(Depth::Unlimited, Depth::Plies),
        nodes,
        time: time.map(duration).transpose()?,
        stop: Some(Arc::clone(&stop)),
    };
    let game = PythonGame {
        needs_hash: algorithm.has_table(),
        moves: RefCell::default(),
        numbers: PyDict::new(game.py()),
        error: Cell::new(None),
        has_failed: Cell::new(false),
        stop,
        game,
    };
    let root = game.state(state)?;
    let heuristic = PythonHeuristic(has_heuristic);
    let search = Search::new(&game).heuristic(&heuristic);
    let result = search.algorithm(algorithm).limits(&limits).run(&root);
    match game.error.take() {
        Some(error) => Err(error),
        None => Ok(result_of(&game, &result)),
    }
}

fn result_of(game: &PythonGame<'_>, result: &MinimaxResult<Number>) -> TreeResult {
    let moves = game.moves.borrow();
    let object = |&number: &Number| moves[number].clone().unbind();
    TreeResult {
        value: result.value,
        best_move: result.best_move.as_ref().map(object),
        pv: result.pv.iter().map(object).collect(),
        nodes: result.counts.nodes(),
        leaves: result.counts.leaves,
        cutoffs: result.counts.alpha_cuts + result.counts.beta_cuts,
        completed: result.completed,
        exact: result.exact,
    }
}
