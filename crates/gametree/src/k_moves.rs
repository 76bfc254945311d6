//! Variants of games with several moves per turn.

use crate::{Game, GameDisplay, Heuristic, Picture, Side, Value};

/// A game in which a side can be given another move.
pub trait MoveAgain: Game {
    /// Returns `state` with `side` to move, or `None` if that side has no legal move, in which case
    /// its turn ends early.
    fn with_mover(&self, state: &Self::State, side: Side) -> Option<Self::State>;
}

/// The variant of a game in which a turn is `k` moves of one side.
///
/// A turn ends early when its side has no further move or the game is over. If the other side
/// cannot move, the same side begins a new turn.
#[derive(Clone, Debug)]
pub struct KMoves<G> {
    game: G,
    moves: u32,
}

/// A position within a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnState<S> {
    /// The position of the underlying game.
    pub state: S,
    /// The number of moves left in this turn, including the next one.
    pub left: u32,
}

impl<G: MoveAgain> KMoves<G> {
    /// Returns the variant of `game` with `moves` moves per turn, at least one.
    #[must_use]
    pub fn new(game: G, moves: u32) -> Self {
        let moves = moves.max(1);
        Self { game, moves }
    }

    /// Returns the underlying game.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns the position at the start of a turn of `left` moves. The first turn can thus be
    /// shorter than the others.
    #[must_use]
    pub fn start(&self, state: G::State, left: u32) -> TurnState<G::State> {
        let left = left.clamp(1, self.moves);
        TurnState { state, left }
    }
}

impl<G: MoveAgain> Game for KMoves<G> {
    type State = TurnState<G::State>;
    type Move = G::Move;

    fn mover(&self, state: &Self::State) -> Side {
        self.game.mover(&state.state)
    }

    fn moves(&self, state: &Self::State, moves: &mut Vec<G::Move>) {
        self.game.moves(&state.state, moves);
    }

    fn play(&self, state: &Self::State, mv: G::Move) -> Self::State {
        let side = self.game.mover(&state.state);
        let next = self.game.play(&state.state, mv);
        if state.left > 1
            && self.game.terminal_value(&next).is_none()
            && let Some(again) = self.game.with_mover(&next, side)
        {
            let (state, left) = (again, state.left - 1);
            return TurnState { state, left };
        }
        let (state, left) = (next, self.moves);
        TurnState { state, left }
    }

    fn terminal_value(&self, state: &Self::State) -> Option<Value> {
        self.game.terminal_value(&state.state)
    }

    fn order_moves(&self, state: &Self::State, moves: &mut [G::Move]) {
        self.game.order_moves(&state.state, moves);
    }
}

impl<G: MoveAgain + GameDisplay> GameDisplay for KMoves<G> {
    fn move_name(&self, state: &Self::State, mv: G::Move) -> String {
        self.game.move_name(&state.state, mv)
    }

    fn picture(&self, state: &Self::State) -> Option<Picture> {
        self.game.picture(&state.state)
    }

    /// Returns the caption of the underlying game and the moves left in the turn.
    fn caption(&self, state: &Self::State) -> Option<String> {
        let caption = self.game.caption(&state.state);
        if self.game.terminal_value(&state.state).is_some() {
            return caption;
        }
        let side = self.side_name(self.game.mover(&state.state));
        let moves = if state.left == 1 { "move" } else { "moves" };
        let before = caption.map_or(String::new(), |caption| format!("{caption}; "));
        Some(format!("{before}{side} has {} {moves} left", state.left))
    }

    fn side_name(&self, side: Side) -> &str {
        self.game.side_name(side)
    }

    fn value_name(&self, value: Value) -> String {
        self.game.value_name(value)
    }
}

/// A heuristic of a game, adapted to its [`KMoves`] variant.
///
/// ```
/// use outflank_gametree::games::tic_tac_toe::{TicTacToe, open_lines};
/// use outflank_gametree::{KMoves, LiftedHeuristic, Search};
///
/// let game = KMoves::new(TicTacToe, 2);
/// let start = game.start(TicTacToe::START, 1);
/// let heuristic = LiftedHeuristic(&open_lines);
/// let result = Search::new(&game).heuristic(&heuristic).depth(2).run(&start);
/// assert!(result.best_move.is_some());
/// ```
#[derive(Debug)]
pub struct LiftedHeuristic<'a, H>(
    /// The heuristic of the underlying game.
    pub &'a H,
);

impl<G: MoveAgain, H: Heuristic<G>> Heuristic<KMoves<G>> for LiftedHeuristic<'_, H> {
    fn value(&self, game: &KMoves<G>, state: &TurnState<G::State>) -> Value {
        self.0.value(game.game(), &state.state)
    }
}
