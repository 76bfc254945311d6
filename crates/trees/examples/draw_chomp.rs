//! Draws the tree of Chomp, the game of `docs/tutorials/search-your-own-game.md`.

#[allow(dead_code, reason = "the game has a main of its own")]
#[path = "../../gametree/examples/chomp.rs"]
mod chomp;

use std::io;

use chomp::{Bar, Chomp};
use outflank_gametree::trace::Recorder;
use outflank_gametree::{Algorithm, Search};
use outflank_trees::{Boards, SearchTree, Title, page, svg};

/// Returns the recorded searches of a bar.
pub(crate) fn draw(columns: usize, rows: u32) -> Vec<SearchTree> {
    let start = Bar::whole(columns, rows);
    let search = |algorithm: Algorithm| {
        let mut recorder = Recorder::new(&Chomp, 10_000, 60);
        let search = Search::new(&Chomp).algorithm(algorithm);
        let result = search.observer(&mut recorder).run(&start);
        let title = Title {
            game: format!("Chomp, {columns} columns, {rows} rows"),
            algorithm: algorithm.to_string(),
        };
        SearchTree::new(&Chomp, &recorder.into_trace(), &result, title)
    };
    [Algorithm::Minimax, Algorithm::AlphaBeta]
        .map(search)
        .into()
}

fn main() -> io::Result<()> {
    let trees = draw(3, 2);
    std::fs::write("chomp.svg", svg(&trees, Boards::Auto))?;
    std::fs::write("chomp.html", page(&trees))
}
