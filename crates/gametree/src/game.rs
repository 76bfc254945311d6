//! What a game must tell a search about itself.

use std::fmt::Debug;

/// The worth of a position, always seen from [`Player::Max`], in whole units
/// of the game's own choosing (points, discs, hundredths of a disc).
///
/// Whole numbers keep equality exact, so that a cut-off at equality is the
/// same on every machine. Values must lie strictly between
/// `-`[`INFINITY`] and [`INFINITY`].
pub type Value = i32;

/// Above every value that a game or a heuristic may return.
pub const INFINITY: Value = i32::MAX;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Picks the child of the greatest value.
    Max,
    /// Picks the child of the least value.
    Min,
}

impl Player {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// `1` for Max and `-1` for Min: turns a value seen from Max into one seen
    /// from this side, and back.
    #[must_use]
    pub const fn sign(self) -> Value {
        match self {
            Self::Max => 1,
            Self::Min => -1,
        }
    }
}

/// A two-player zero-sum game with perfect information.
///
/// The state says who moves. Nothing assumes that the sides alternate: a side
/// may move several times running, because the other has to pass or because a
/// turn of the game consists of several moves.
pub trait Game {
    /// A position with everything that the rules need, the mover included.
    type State: Clone;
    /// One move: one edge of the game tree, one ply.
    type Move: Copy + Eq + Debug;

    /// The side that moves in `state`. Not asked of finished games.
    fn mover(&self, state: &Self::State) -> Player;

    /// Appends the legal moves of `state` to `moves`, which is empty on entry,
    /// always in the same order. At least one move is appended unless the game
    /// is over.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// The state after a legal move.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// The outcome seen from Max if the game is over in `state`, else `None`.
    fn terminal_value(&self, state: &Self::State) -> Option<Value>;

    /// What is certain of the outcome before the game is over, seen from Max:
    /// it is at least the first value and at most the second. Nothing by
    /// default.
    fn proven_bounds(&self, state: &Self::State) -> Option<(Value, Value)> {
        let _ = state;
        None
    }

    /// Puts the moves into the order in which a search shall try them. It may
    /// only permute. By default the order of [`Game::moves`] stays.
    fn order_moves(&self, state: &Self::State, moves: &mut [Self::Move]) {
        let _ = (state, moves);
    }
}

/// A guess at the outcome of a game that is not over, seen from Max.
///
/// Any closure `Fn(&G, &G::State) -> Value` is one.
pub trait Heuristic<G: Game> {
    /// The worth of `state` seen from [`Player::Max`], strictly between
    /// `-`[`INFINITY`] and [`INFINITY`].
    fn value(&self, game: &G, state: &G::State) -> Value;
}

impl<G: Game, F: Fn(&G, &G::State) -> Value> Heuristic<G> for F {
    fn value(&self, game: &G, state: &G::State) -> Value {
        self(game, state)
    }
}
