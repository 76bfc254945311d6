//! A typed tree, searched by minimax and alpha-beta.
//!
//! ```sh
//! cargo run --release -p outflank-gametree --example typed_tree -- 'MIN(3, MAX(5, a))'
//! ```

use std::process::ExitCode;

use outflank_gametree::{Algorithm, GameDisplay as _, Search, Tree};

fn main() -> ExitCode {
    let text = std::env::args().nth(1);
    let text = text.unwrap_or_else(|| "MIN(3, MAX(5, a))".to_owned());
    let tree: Tree = match text.parse() {
        Ok(tree) => tree,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    println!("{tree}");
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
        let result = Search::new(&tree).algorithm(algorithm).run(&tree.root());
        println!(
            "{algorithm:<10} value {}, leaves {}, alpha cuts {}, beta cuts {}, never entered {}",
            tree.value_name(result.value),
            result.counts.leaves,
            result.counts.alpha_cuts,
            result.counts.beta_cuts,
            result.counts.pruned_children
        );
    }
    ExitCode::SUCCESS
}
