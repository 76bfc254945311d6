//! A heuristic of a game, used on a game that is built on it.

use crate::game::{Game, Heuristic, Value};
use crate::ordered::{Order, Ordered};
use crate::turns::{KMoves, MoveAgain};

/// A heuristic of the game beneath a [`KMoves`] or an [`Ordered`].
///
/// ```
/// use outflank_gametree::games::tic_tac_toe::{TicTacToe, open_lines};
/// use outflank_gametree::{Beneath, KMoves, Limits, alphabeta};
///
/// let game = KMoves::new(TicTacToe, 2);
/// let start = game.start(TicTacToe::START, 1);
/// let result = alphabeta(&game, &start, &Beneath(&open_lines), &Limits::plies(2));
/// assert!(result.best_move.is_some());
/// ```
#[derive(Debug)]
pub struct Beneath<'a, H>(
    /// The heuristic.
    pub &'a H,
);

impl<G: MoveAgain, H: Heuristic<G>> Heuristic<KMoves<G>> for Beneath<'_, H> {
    fn value(&self, game: &KMoves<G>, state: &<KMoves<G> as Game>::State) -> Value {
        self.0.value(game.game(), &state.state)
    }
}

impl<G: Game, K: Order<G>, H: Heuristic<G>> Heuristic<Ordered<'_, G, K>> for Beneath<'_, H> {
    fn value(&self, game: &Ordered<'_, G, K>, state: &<Ordered<'_, G, K> as Game>::State) -> Value {
        self.0.value(game.game(), &state.state)
    }
}
