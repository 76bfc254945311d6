//! Tic-tac-toe with two marks a turn, by the adapter for any game; the first
//! turn has one.
//!
//! ```sh
//! cargo run --release -p outflank-gametree --example k_moves
//! ```

use outflank_gametree::games::tic_tac_toe::{TicTacToe, open_lines};
use outflank_gametree::{Beneath, KMoves, Limits, Shown, alphabeta};

fn main() {
    let game = KMoves::new(TicTacToe, 2);
    for first_turn in [1, 2] {
        let start = game.start(TicTacToe::START, first_turn);
        let result = alphabeta(&game, &start, &Beneath(&open_lines), &Limits::unlimited());
        let name = |&square| game.move_name(&start, square);
        let line: Vec<String> = result.pv.iter().map(name).collect();
        println!(
            "first turn of {first_turn}: {}, line {}, {} nodes",
            game.value_name(result.value),
            line.join(" "),
            result.counts.nodes()
        );
    }
}
