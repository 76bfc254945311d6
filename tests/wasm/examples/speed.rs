//! Measures the search on one thread, natively or in WebAssembly: solves the FFO positions 40 to
//! 44, or searches 20 positions of a game at level 14. Prints the node count, which must not depend
//! on the processor, and the time.
//!
//! ```sh
//! cargo run --release --package outflank-wasm-test --example speed -- solve
//! RUSTFLAGS="-C target-feature=+simd128" cargo build --profile web --target wasm32-wasip1 \
//!     --package outflank-wasm-test --example speed
//! node tests/wasm/wasi.mjs target/wasm32-wasip1/web/examples/speed.wasm hint
//! ```

use std::time::Instant;

use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::{Game, Position, Shape};

const ENDGAMES: &str = include_str!("../../../testdata/positions/fforum-40-59.obf");
const MOVES: &str = "f5d6c3d3c4f4c5f6e3b5e6d7e7f8c7c6a6a4b6c8f7f3g4b4";

fn main() {
    let mode = std::env::args().nth(1);
    let (positions, limits): (Vec<Position>, _) = match mode.as_deref() {
        Some("solve") => {
            let position = |line| Position::parse_obf(line, Shape::STANDARD);
            let first = ENDGAMES.lines().take(5).map(position);
            (
                first.collect::<Result<_, _>>().expect("positions"),
                Limits::SOLVE,
            )
        }
        Some("hint") => {
            let game = Game::from_transcript(Shape::STANDARD, MOVES).expect("a game");
            (game.positions()[5..].to_vec(), Limits::level(14))
        }
        _ => panic!("expected solve or hint"),
    };
    let options = SearchOptions::default().with_threads(1).with_hash(64);
    let mut searcher = Searcher::new(options).expect("memory");
    let (mut nodes, start) = (0, Instant::now());
    for position in &positions {
        nodes += searcher.search(&SearchRequest::new(position, limits)).nodes;
    }
    println!("{nodes} nodes, {:.3} s", start.elapsed().as_secs_f64());
}
