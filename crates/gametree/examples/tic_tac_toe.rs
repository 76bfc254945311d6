//! Tic-tac-toe to its end: the tree that everyone can check.
//!
//! ```sh
//! cargo run --release -p outflank-gametree --example tic_tac_toe
//! ```

use outflank_gametree::games::tic_tac_toe::{TicTacToe, open_lines};
use outflank_gametree::{Limits, Shown, alphabeta, minimax};

fn main() {
    let limits = Limits::unlimited();
    let start = TicTacToe::START;
    for (name, result) in [
        ("minimax", minimax(&TicTacToe, &start, &open_lines, &limits)),
        (
            "alpha-beta",
            alphabeta(&TicTacToe, &start, &open_lines, &limits),
        ),
    ] {
        let counts = result.counts;
        println!(
            "{name:<10} {}, {} nodes ({} expanded, {} leaves), {} alpha cuts, {} beta cuts",
            TicTacToe.value_name(result.value),
            counts.nodes(),
            counts.expanded,
            counts.leaves,
            counts.alpha_cuts,
            counts.beta_cuts
        );
    }
}
