//! The traits that a game and its evaluation implement.

use std::fmt::Debug;
use std::hash::Hash;

/// The value of a position, always from [`Side::Max`]'s point of view, in whole
/// units that the game chooses (points, discs, hundredths of a disc).
///
/// Integers compare exactly, so a cut-off at equality is the same on every
/// machine. Values lie strictly between `-`[`INFINITY`] and [`INFINITY`].
pub type Value = i32;

/// Greater than every value that a game or a heuristic may return.
pub const INFINITY: Value = i32::MAX;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Chooses the child with the greatest value.
    Max,
    /// Chooses the child with the least value.
    Min,
}

impl Side {
    /// Returns the other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// Returns `1` for Max and `-1` for Min: the factor between a value from Max's
    /// point of view and one from this side's.
    #[must_use]
    pub const fn sign(self) -> Value {
        match self {
            Self::Max => 1,
            Self::Min => -1,
        }
    }

    /// Returns whether `value` is better than `other` for this side.
    pub(crate) const fn prefers(self, value: Value, other: Value) -> bool {
        match self {
            Self::Max => value > other,
            Self::Min => value < other,
        }
    }

    /// Returns the better of two values for this side.
    pub(crate) const fn better(self, value: Value, other: Value) -> Value {
        if self.prefers(value, other) {
            value
        } else {
            other
        }
    }
}

/// A two-player zero-sum game with perfect information.
///
/// The state determines who moves. Sides need not alternate: a side may move several times in a
/// row, because the other side must pass or because a turn consists of several moves.
pub trait Game {
    /// A position with everything that the rules need, including the side to move.
    ///
    /// Equal states must have equal continuations: transposition tables rely on it.
    type State: Clone + Eq + Hash;
    /// A move: an edge of the game tree, one ply.
    type Move: Copy + Eq + Debug;

    /// Returns the side to move. Not called on finished games.
    fn mover(&self, state: &Self::State) -> Side;

    /// Appends the legal moves of `state` to `moves`, which is empty on entry. The order must
    /// always be the same. An unfinished game has at least one legal move.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Returns the state after a legal move.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// Returns the outcome from Max's point of view, or `None` if the game is not over.
    fn terminal_value(&self, state: &Self::State) -> Option<Value>;

    /// Returns proven bounds on the outcome of an unfinished game from Max's point
    /// of view, lower bound first. `None` by default.
    fn proven_bounds(&self, state: &Self::State) -> Option<(Value, Value)> {
        let _ = state;
        None
    }

    /// Sorts the moves into the order in which a search tries them. It may only permute them. By
    /// default, keeps the order of [`Game::moves`].
    fn order_moves(&self, state: &Self::State, moves: &mut [Self::Move]) {
        let _ = (state, moves);
    }
}

/// An estimate of the outcome of an unfinished game, from Max's point of view.
///
/// Implemented by every closure `Fn(&G, &G::State) -> Value`.
pub trait Heuristic<G: Game> {
    /// Returns the value of `state` from Max's point of view, strictly between
    /// `-`[`INFINITY`] and [`INFINITY`].
    fn value(&self, game: &G, state: &G::State) -> Value;
}

impl<G: Game, F: Fn(&G, &G::State) -> Value> Heuristic<G> for F {
    fn value(&self, game: &G, state: &G::State) -> Value {
        self(game, state)
    }
}

/// The heuristic of a search to the end of the game: 0 for every unfinished state.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHeuristic;

impl<G: Game> Heuristic<G> for NoHeuristic {
    fn value(&self, _game: &G, _state: &G::State) -> Value {
        0
    }
}
