//! Connect four: a heuristic at the depth limit, and move orders.
//!
//! ```sh
//! cargo run --release -p outflank-gametree --example connect_four
//! ```

use outflank_gametree::games::connect_four::{ConnectFour, lines};
use outflank_gametree::{Algorithm, ByHeuristic, GameDisplay, Search};

fn main() {
    println!("depth 7 from the empty board");
    let game = ConnectFour::standard();
    let middle_first = game.clone().middle_first();
    let start = game.start();
    let by_heuristic = ByHeuristic::best_first(&lines);
    let search = || Search::new(&game).heuristic(&lines).depth(7);
    let middle = Search::new(&middle_first).heuristic(&lines).depth(7);
    for (name, search) in [
        ("minimax", search().algorithm(Algorithm::Minimax)),
        ("alpha-beta, left to right", search()),
        ("alpha-beta, middle first", middle),
        ("alpha-beta, by heuristic", search().order(&by_heuristic)),
    ] {
        let result = search.run(&start);
        let best = result.best_move.map(|mv| game.move_name(&start, mv));
        println!(
            "{name:<26} value {:>3}, column {}, {:>7} nodes",
            game.value_name(result.value),
            best.unwrap_or_default(),
            result.counts.nodes()
        );
    }
}
