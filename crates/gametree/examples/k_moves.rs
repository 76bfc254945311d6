//! Tic-tac-toe with two marks a turn, by the adapter for any game; the first
//! turn has one.
//!
//! ```sh
//! cargo run --release -p outflank-gametree --example k_moves
//! ```

#[allow(dead_code, reason = "the example has a main of its own")]
#[path = "tic_tac_toe.rs"]
mod tic_tac_toe;

use outflank_gametree::{KMoves, Limits, TurnState, alphabeta};
use tic_tac_toe::{Board, TicTacToe};

fn main() {
    let game = KMoves::new(TicTacToe, 2);
    let guess = |_: &KMoves<TicTacToe>, _: &TurnState<Board>| 0;
    for first_turn in [1, 2] {
        let start = game.start(TicTacToe::START, first_turn);
        let result = alphabeta(&game, &start, &guess, &Limits::unlimited());
        println!(
            "first turn of {first_turn}: value {}, line {:?}, {} nodes",
            result.value,
            result.pv,
            result.counts.nodes()
        );
    }
}
