//! Any game as its "k moves a turn" variant.

use crate::game::{Game, Player, Value};
use crate::shown::{Picture, Shown};

/// A game whose state can be told that the same side moves again.
pub trait MoveAgain: Game {
    /// `state` with `side` to move; none if that side then has no legal move,
    /// which ends its turn early.
    fn with_mover(&self, state: &Self::State, side: Player) -> Option<Self::State>;
}

/// The variant of a game in which each turn is `moves` moves of one side.
///
/// A turn ends early when its side has no further move or the game is over. If
/// the game itself passes the move back (the other side cannot move), that is
/// a turn of its own.
#[derive(Clone, Debug)]
pub struct KMoves<G> {
    game: G,
    moves: u32,
}

/// A position within a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnState<S> {
    /// The position of the game beneath.
    pub state: S,
    /// Moves that the side to move still has in this turn, this one included.
    pub left: u32,
}

impl<G: MoveAgain> KMoves<G> {
    /// The variant of `game` with `moves` moves a turn, at least one.
    #[must_use]
    pub fn new(game: G, moves: u32) -> Self {
        let moves = moves.max(1);
        Self { game, moves }
    }

    /// The game beneath.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// A turn that begins in `state` with `left` moves: fewer than usual for a
    /// first turn that shall be shorter.
    #[must_use]
    pub fn start(&self, state: G::State, left: u32) -> TurnState<G::State> {
        let left = left.clamp(1, self.moves);
        TurnState { state, left }
    }
}

impl<G: MoveAgain> Game for KMoves<G> {
    type State = TurnState<G::State>;
    type Move = G::Move;

    fn mover(&self, state: &Self::State) -> Player {
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
            return TurnState {
                state: again,
                left: state.left - 1,
            };
        }
        TurnState {
            state: next,
            left: self.moves,
        }
    }

    fn terminal_value(&self, state: &Self::State) -> Option<Value> {
        self.game.terminal_value(&state.state)
    }

    fn order_moves(&self, state: &Self::State, moves: &mut [G::Move]) {
        self.game.order_moves(&state.state, moves);
    }
}

impl<G: MoveAgain + Shown> Shown for KMoves<G> {
    fn move_name(&self, state: &Self::State, mv: G::Move) -> String {
        self.game.move_name(&state.state, mv)
    }

    fn picture(&self, state: &Self::State) -> Option<Picture> {
        self.game.picture(&state.state)
    }

    /// That of the game beneath, and how many moves the turn still has.
    fn caption(&self, state: &Self::State) -> Option<String> {
        let beneath = self.game.caption(&state.state);
        if self.game.terminal_value(&state.state).is_some() {
            return beneath;
        }
        let side = self.side_name(self.game.mover(&state.state));
        let left = match state.left {
            1 => format!("{side} has 1 move left"),
            left => format!("{side} has {left} moves left"),
        };
        Some(match beneath {
            Some(beneath) => format!("{beneath}; {left}"),
            None => left,
        })
    }

    fn side_name(&self, side: Player) -> &str {
        self.game.side_name(side)
    }

    fn value_name(&self, value: Value) -> String {
        self.game.value_name(value)
    }
}
