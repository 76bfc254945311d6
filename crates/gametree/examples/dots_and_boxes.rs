//! Dots and boxes, 2×2: who completes a box moves again, so a turn is several
//! moves and the side to move is the state's business.
//!
//! ```sh
//! cargo run --release -p outflank-gametree --example dots_and_boxes
//! ```

use outflank_gametree::games::SizeError;
use outflank_gametree::games::dots_and_boxes::{DotsAndBoxes, lead};
use outflank_gametree::{Limits, Shown, alphabeta, minimax};

fn main() -> Result<(), SizeError> {
    let game = DotsAndBoxes::new(2, 2)?;
    let start = game.start();
    println!("depth  minimax nodes  alpha-beta nodes  value");
    for depth in 1..=7 {
        let limits = Limits::plies(depth);
        let all = minimax(&game, &start, &lead, &limits);
        let cut = alphabeta(&game, &start, &lead, &limits);
        assert_eq!((all.value, all.best_move), (cut.value, cut.best_move));
        let (all, nodes) = (all.counts.nodes(), cut.counts.nodes());
        println!("{depth:>5}  {all:>13}  {nodes:>16}  {:>5}", cut.value);
    }
    let turns = alphabeta(&game, &start, &lead, &Limits::turns(4));
    let name = |&line| game.move_name(&start, line);
    let line: Vec<String> = turns.pv.iter().map(name).collect();
    println!("4 turns: value {}, line {}", turns.value, line.join(" "));
    Ok(())
}
