//! Solves a position exactly.
//!
//! ```sh
//! cargo run --release -p outflank-engine --example solve -- \
//!     'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X'
//! ```

use std::error::Error;

use outflank_engine::solve;
use outflank_othello::Position;

/// FFO endgame test 40, with 20 empties.
const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

fn main() -> Result<(), Box<dyn Error>> {
    let argument = std::env::args().nth(1);
    let position: Position = argument.as_deref().unwrap_or(FFO_40).parse()?;
    let result = solve(&position);
    let line: Vec<String> = result.pv.iter().map(ToString::to_string).collect();
    println!("score {:+}: {}", result.lower, line.join(" "));
    println!("{} nodes in {:.2?}", result.nodes, result.elapsed);
    Ok(())
}
