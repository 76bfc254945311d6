//! Analyzes each position of a game and prints the best move at each depth as it is found.
//!
//! ```sh
//! cargo run --release -p outflank-engine --example analyze -- f5d6c3d3c4f4
//! ```

use std::error::Error;
use std::ops::ControlFlow;

use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::{Game, Shape};

fn main() -> Result<(), Box<dyn Error>> {
    let transcript = std::env::args().nth(1);
    let transcript = transcript.as_deref().unwrap_or("f5d6c3d3c4f4");
    let game = Game::from_transcript(Shape::STANDARD, transcript)?;
    let mut searcher = Searcher::new(SearchOptions::default())?;
    for (ply, position) in game.positions().iter().enumerate() {
        println!("after {ply} plies");
        let request = SearchRequest::new(position, Limits::level(10));
        searcher.search_observed(&request, |found| {
            if let Some(best) = found.best() {
                println!(
                    "  depth {:2}: {} {:+.2}",
                    best.depth,
                    best.square,
                    best.discs()
                );
            }
            ControlFlow::Continue(())
        });
    }
    Ok(())
}
