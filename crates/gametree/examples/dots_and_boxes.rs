//! Dots and boxes, 2×2: completing a box gives another move.
//!
//! ```sh
//! cargo run --release -p outflank-gametree --example dots_and_boxes
//! ```

use outflank_gametree::games::SizeError;
use outflank_gametree::games::dots_and_boxes::{DotsAndBoxes, lead};
use outflank_gametree::{Algorithm, Depth, GameDisplay, Search};

fn main() -> Result<(), SizeError> {
    let game = DotsAndBoxes::new(2, 2)?;
    let start = game.start();
    println!("depth  minimax nodes  alpha-beta nodes  value");
    for depth in 1..=7 {
        let search = || Search::new(&game).heuristic(&lead).depth(depth);
        let all = search().algorithm(Algorithm::Minimax).run(&start);
        let cut = search().run(&start);
        assert_eq!((all.value, all.best_move), (cut.value, cut.best_move));
        let (all, nodes) = (all.counts.nodes(), cut.counts.nodes());
        println!("{depth:>5}  {all:>13}  {nodes:>16}  {:>5}", cut.value);
    }
    let search = Search::new(&game).heuristic(&lead).depth(Depth::Turns(4));
    let turns = search.run(&start);
    let name = |&line| game.move_name(&start, line);
    let line: Vec<String> = turns.pv.iter().map(name).collect();
    println!("4 turns: value {}, line {}", turns.value, line.join(" "));
    Ok(())
}
