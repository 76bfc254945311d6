//! Searches of Othello's positions.

use outflank_classic::{Evaluation, GameTask, Order, Othello, State, with_game};
use outflank_gametree::games::ExampleTask;
use outflank_gametree::{Game, Heuristic, Value};
use outflank_othello::{Bitboard, Position};

/// Does a task for any game on the tree of a position, the moves being tried in an order
/// and an evaluation being the heuristic.
pub fn run_on_position<T: ExampleTask>(
    position: &Position,
    evaluation: &Evaluation,
    order: Order,
    task: T,
) -> T::Output {
    with_game(position, evaluation, order, OnOthello(task))
}

/// A task for any game, done on Othello.
struct OnOthello<T>(T);

/// A heuristic of whatever kind as one type, so that all evaluations share the
/// searches compiled for a board.
struct Indirect<'a, G: Game>(&'a dyn Heuristic<G>);

impl<G: Game> Heuristic<G> for Indirect<'_, G> {
    fn value(&self, game: &G, state: &G::State) -> Value {
        self.0.value(game, state)
    }
}

impl<T: ExampleTask> GameTask for OnOthello<T> {
    type Output = T::Output;

    fn run<B: Bitboard, H: Heuristic<Othello<B>>>(
        self,
        game: &Othello<B>,
        root: &State<B>,
        heuristic: &H,
    ) -> T::Output {
        self.0.run(game, root, &Indirect(heuristic))
    }
}
