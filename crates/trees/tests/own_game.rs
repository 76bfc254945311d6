//! Compares the drawings of `docs/tutorials/search-your-own-game.md` with the example.

#[allow(dead_code, reason = "the example has a main of its own")]
#[path = "../examples/draw_chomp.rs"]
mod draw_chomp;

use outflank_trees::{Boards, page, svg};

#[test]
fn the_code_of_the_tutorial_draws_the_example() {
    let text = include_str!("../../../docs/tutorials/search-your-own-game.md");
    let block = text
        .split("```rs\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    assert_eq!(block, Some(include_str!("../examples/draw_chomp.rs")));
}

#[test]
fn the_tutorial_game_is_drawn_with_both_searches() {
    let trees = draw_chomp::draw(3, 2);
    let [minimax, alphabeta] = trees.as_slice() else {
        panic!("two trees");
    };
    let values = [&minimax.value, &alphabeta.value];
    assert_eq!(values, ["Max wins", "Max wins"]);
    assert_eq!(minimax.best, alphabeta.best);
    assert!(alphabeta.entered < minimax.entered);
    let cut = alphabeta.nodes.iter().filter(|node| node.cut.is_some());
    assert!(cut.count() > 0);
    let picture = svg(&trees, Boards::Auto);
    let is_whole = picture.starts_with("<svg") && picture.contains("never entered");
    assert!(is_whole, "{picture}");
    assert!(page(&trees).contains("Chomp, 3 columns, 2 rows"));
}
