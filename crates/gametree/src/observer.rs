//! Observers of a running search.

use crate::{Depth, Game, INFINITY, Value};

/// A search window (α, β) from Max's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// The value that Max has already secured elsewhere.
    pub alpha: Value,
    /// The value that Min has already secured elsewhere.
    pub beta: Value,
}

impl Window {
    /// Returns whether neither bound is set.
    #[must_use]
    pub const fn is_open(self) -> bool {
        self.alpha == -INFINITY && self.beta == INFINITY
    }

    /// Returns whether this is a null window: no integer lies between the bounds.
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.alpha as i64 + 1 == self.beta as i64
    }
}

impl From<(Value, Value)> for Window {
    fn from((alpha, beta): (Value, Value)) -> Self {
        Self { alpha, beta }
    }
}

/// Why a search enters a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// To find its value within the window.
    Value,
    /// To test with a null window whether it beats the best move so far.
    Test,
    /// To search it again after a test that failed high.
    ReSearch,
    /// To search it to a shallow depth for ProbCut.
    Shallow,
}

/// The cause of a cut-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CutoffCause {
    /// A move of a Min node is worth at most α.
    Alpha,
    /// A move of a Max node is worth at least β.
    Beta,
    /// The transposition table.
    Table,
    /// Proven bounds outside the window; in Othello, from stable discs.
    Stability,
    /// ProbCut.
    ProbCut,
}

/// How the search of a state ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeEnd {
    /// The game is over.
    Outcome,
    /// The search reached the depth limit; the heuristic gave the value.
    Heuristic,
    /// All moves were searched.
    AllMoves,
    /// A cut-off ended the search.
    Cutoff {
        /// Its cause.
        cause: CutoffCause,
        /// The 0-based rank, in move order, of the move that caused it. `None` if
        /// no move was searched.
        rank: Option<usize>,
    },
}

/// A state being entered.
#[derive(Debug)]
pub struct Entry<'a, G: Game> {
    /// The state.
    pub state: &'a G::State,
    /// The move that led to it. `None` at the root, and for a shallow search of the same state.
    pub mv: Option<G::Move>,
    /// The window. `None` in a search without one.
    pub window: Option<Window>,
    /// Remaining depth.
    pub remaining: Depth,
    /// Why the search enters it.
    pub purpose: Purpose,
}

/// The role of one pass over the tree from its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// The only pass.
    Single,
    /// One iteration of iterative deepening.
    Depth(Depth),
    /// One null-window test of MTD(f).
    Test(Window),
}

/// An observer of a search, which is notified of each state. A search enters and leaves states like
/// nested parentheses. After an interruption, it never leaves the states still open. All values are
/// from Max's point of view.
///
/// The methods do nothing by default, and [`Unobserved`] costs nothing.
pub trait Observer<G: Game> {
    /// Called when a pass from the root begins.
    fn begin_pass(&mut self, pass: Pass) {
        let _ = pass;
    }

    /// Called when a state is entered.
    fn enter(&mut self, entry: Entry<'_, G>) {
        let _ = entry;
    }

    /// Called with the moves of the innermost open state, in search order.
    fn expand(&mut self, moves: &[G::Move]) {
        let _ = moves;
    }

    /// Called when the innermost open state is left.
    fn leave(&mut self, value: Value, end: NodeEnd) {
        let _ = (value, end);
    }
}

/// An observer that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl<G: Game> Observer<G> for Unobserved {}

impl<G: Game, O: Observer<G> + ?Sized> Observer<G> for &mut O {
    fn begin_pass(&mut self, pass: Pass) {
        (**self).begin_pass(pass);
    }

    fn enter(&mut self, entry: Entry<'_, G>) {
        (**self).enter(entry);
    }

    fn expand(&mut self, moves: &[G::Move]) {
        (**self).expand(moves);
    }

    fn leave(&mut self, value: Value, end: NodeEnd) {
        (**self).leave(value, end);
    }
}

/// Two observers of one search.
impl<G: Game, A: Observer<G>, B: Observer<G>> Observer<G> for (A, B) {
    fn begin_pass(&mut self, pass: Pass) {
        self.0.begin_pass(pass);
        self.1.begin_pass(pass);
    }

    fn enter(&mut self, entry: Entry<'_, G>) {
        self.0.enter(Entry { ..entry });
        self.1.enter(entry);
    }

    fn expand(&mut self, moves: &[G::Move]) {
        self.0.expand(moves);
        self.1.expand(moves);
    }

    fn leave(&mut self, value: Value, end: NodeEnd) {
        self.0.leave(value, end);
        self.1.leave(value, end);
    }
}
