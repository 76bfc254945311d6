//! The whole tree of tic-tac-toe.
//!
//! ```sh
//! cargo run --release -p outflank-gametree --example tic_tac_toe
//! ```

use outflank_gametree::games::TicTacToe;
use outflank_gametree::{Algorithm, GameDisplay, Search};

fn main() {
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
        let search = Search::new(&TicTacToe).algorithm(algorithm);
        let result = search.run(&TicTacToe::START);
        let counts = result.counts;
        println!(
            "{algorithm:<10} {}, {} nodes ({} expanded, {} leaves), {} alpha cuts, {} beta cuts",
            TicTacToe.value_name(result.value),
            counts.nodes(),
            counts.expanded,
            counts.leaves,
            counts.alpha_cuts,
            counts.beta_cuts
        );
    }
}
