//! Connect four: a heuristic at a depth limit, and an order of moves.
//!
//! ```sh
//! cargo run --release -p outflank-gametree --example connect_four
//! ```

use outflank_gametree::games::connect_four::{ConnectFour, lines};
use outflank_gametree::{Beneath, Depth, Limits, Ordered, Shown, alphabeta, minimax};

fn main() {
    let limits = Limits::plies(7);
    println!("depth 7 from the empty board");
    let game = ConnectFour::standard();
    let middle_first = game.clone().middle_first();
    let start = game.start();
    let by_guess = Ordered::best_first(&game, &lines);
    let placed = by_guess.start(start, Depth::Plies(7));
    for (name, result) in [
        ("minimax", minimax(&game, &start, &lines, &limits)),
        (
            "alpha-beta, left to right",
            alphabeta(&game, &start, &lines, &limits),
        ),
        (
            "alpha-beta, middle first",
            alphabeta(&middle_first, &start, &lines, &limits),
        ),
        (
            "alpha-beta, by heuristic",
            alphabeta(&by_guess, &placed, &Beneath(&lines), &limits),
        ),
    ] {
        let best = result.best_move.map(|mv| game.move_name(&start, mv));
        println!(
            "{name:<26} value {:>3}, column {}, {:>7} nodes",
            game.value_name(result.value),
            best.unwrap_or_default(),
            result.counts.nodes()
        );
    }
}
