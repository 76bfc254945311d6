//! Nodes and time of minimax and alpha-beta with `phased` to depth 6, from the
//! start and from three positions of tournament games.
//!
//! ```sh
//! cargo run --release -p outflank-classic --example savings
//! ```

use std::error::Error;
use std::time::Instant;

use outflank_classic::{Algorithm, Evaluation, EvaluationKind, search};
use outflank_gametree::Limits;
use outflank_othello::Shape;
use outflank_othello::notation::parse_position;

/// The start and positions after 16, 24 and 32 moves of games of the world
/// championships of 1977 and 1980 (WTHOR).
const POSITIONS: [&str; 4] = [
    "start",
    "f5d6c5f4e3d3e6g5c6f3g4f6c4c3d2c2",
    "f5f6e6f4e3d3f3c5c6e7g4d6c7e2d7f7b5g5h5g6g3c4d8e8",
    "f5d6c5f4e3c6e6f3d3f6g4c4b4a3b5e2d2h4c7b3c3a6d7d1c1c2e7b6e1f1g1f2",
];

fn main() -> Result<(), Box<dyn Error>> {
    let evaluation = Evaluation::new(EvaluationKind::Phased);
    println!("moves  algorithm       nodes   seconds  M nodes/s  value  best");
    for text in POSITIONS {
        let position = parse_position(text, Shape::STANDARD)?;
        for (name, algorithm) in [
            ("minimax", Algorithm::Minimax),
            ("alpha-beta", Algorithm::AlphaBeta),
        ] {
            let started = Instant::now();
            let report = search(&position, &evaluation, algorithm, &Limits::plies(6));
            let seconds = started.elapsed().as_secs_f64();
            let nodes = report.counts.nodes();
            println!(
                "{:>5}  {name:<10} {nodes:>10} {seconds:>9.3} {:>10.2} {:>6} {}",
                60 - position.empties().len(),
                nodes as f64 / seconds / 1e6,
                report.score,
                report
                    .best
                    .map_or("--".to_owned(), |square| square.to_string()),
            );
        }
    }
    Ok(())
}
