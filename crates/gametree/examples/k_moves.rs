//! Tic-tac-toe with two marks a turn, and one or two in the first turn.
//!
//! ```sh
//! cargo run --release -p outflank-gametree --example k_moves
//! ```

use outflank_gametree::games::TicTacToe;
use outflank_gametree::{GameDisplay, KMoves, Search};

fn main() {
    let game = KMoves::new(TicTacToe, 2);
    for first_turn in [1, 2] {
        let start = game.start(TicTacToe::START, first_turn);
        let result = Search::new(&game).run(&start);
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
