//! What a search tells while it runs.

use crate::game::{Game, Value};
use crate::limits::Depth;

/// A window (α, β), seen from Max: what is not between the bounds cannot
/// matter to the value of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// What Max has for certain elsewhere.
    pub alpha: Value,
    /// What Min has for certain elsewhere.
    pub beta: Value,
}

impl Window {
    /// Whether neither bound says anything.
    #[must_use]
    pub const fn is_open(self) -> bool {
        self.alpha == -crate::INFINITY && self.beta == crate::INFINITY
    }

    /// Whether no whole number lies between the bounds: the search only asks
    /// whether the value is at least β.
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

/// Why a state is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// To find its value, as far as it lies in the window.
    Value,
    /// To learn whether it beats the best move so far: a null window.
    Test,
    /// To find its value after a test said that it beats the best so far.
    Again,
    /// To guess by a shallow search whether a deep one would cut.
    Shallow,
}

/// What put an end to the search of a state before its moves were all tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// At a Min node a move is worth no more than α.
    Alpha,
    /// At a Max node a move is worth no less than β.
    Beta,
    /// The transposition table knows enough of the state.
    Table,
    /// What the game already proves of the outcome is outside the window: in
    /// Othello the stable discs.
    Stability,
    /// A shallow search says that a deep one would most probably cut.
    ProbCut,
}

/// How the search of a state ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The game is over.
    Outcome,
    /// The depth is used up; the heuristic gave the value.
    Heuristic,
    /// All moves were tried.
    AllMoves,
    /// Nothing more was needed.
    Cut {
        /// Why not.
        cause: Cause,
        /// The place in the order, from 0, of the move that cut; none where no
        /// move was tried.
        place: Option<usize>,
    },
}

/// A state as it is entered.
#[derive(Debug)]
pub struct Entry<'a, G: Game> {
    /// The state.
    pub state: &'a G::State,
    /// The move that led to it; none at the root and in a shallow search of
    /// the state itself.
    pub mv: Option<G::Move>,
    /// The window; none in a search that has none.
    pub window: Option<Window>,
    /// The depth still to be searched below the state.
    pub remaining: Depth,
    /// Why it is entered.
    pub purpose: Purpose,
}

/// What a pass over the tree from its root is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// The only one.
    Whole,
    /// One iteration of deepening.
    Depth(Depth),
    /// A test of MTD(f), with its null window.
    Test(Window),
}

/// Follows a search from state to state. States are entered and left like
/// parentheses; after an interruption those that were open are never left.
/// All values are seen from Max.
///
/// The methods do nothing unless written, so that a search that nobody follows
/// costs nothing.
pub trait Observer<G: Game> {
    /// A pass from the root begins.
    fn begin_pass(&mut self, pass: Pass) {
        let _ = pass;
    }

    /// A state is entered.
    fn enter(&mut self, entry: Entry<'_, G>) {
        let _ = entry;
    }

    /// The moves of the state entered last and not left, in the order in which
    /// they will be tried.
    fn expand(&mut self, moves: &[G::Move]) {
        let _ = moves;
    }

    /// The state entered last and not left is left with a value.
    fn leave(&mut self, value: Value, ending: Ending) {
        let _ = (value, ending);
    }
}

/// Follows nothing.
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

    fn leave(&mut self, value: Value, ending: Ending) {
        (**self).leave(value, ending);
    }
}

/// Two at once.
impl<G: Game, A: Observer<G>, B: Observer<G>> Observer<G> for (A, B) {
    fn begin_pass(&mut self, pass: Pass) {
        self.0.begin_pass(pass);
        self.1.begin_pass(pass);
    }

    fn enter(&mut self, entry: Entry<'_, G>) {
        let again = Entry { ..entry };
        self.0.enter(entry);
        self.1.enter(again);
    }

    fn expand(&mut self, moves: &[G::Move]) {
        self.0.expand(moves);
        self.1.expand(moves);
    }

    fn leave(&mut self, value: Value, ending: Ending) {
        self.0.leave(value, ending);
        self.1.leave(value, ending);
    }
}
