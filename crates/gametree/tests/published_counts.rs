//! Trees and counts that anyone can check.

use outflank_gametree::{Limits, Tree, alphabeta, minimax, negamax};

#[allow(dead_code, reason = "the example has a main of its own")]
#[path = "../examples/tic_tac_toe.rs"]
mod tic_tac_toe;

use tic_tac_toe::{Board, TicTacToe};

#[test]
fn tic_tac_toe_has_its_published_node_counts() {
    let guess = |_: &TicTacToe, _: &Board| 0;
    let limits = Limits::unlimited();
    let all = minimax(&TicTacToe, &TicTacToe::START, &guess, &limits);
    assert_eq!((all.value, all.counts.nodes()), (0, 549_946));
    let cut = alphabeta(&TicTacToe, &TicTacToe::START, &guess, &limits);
    assert_eq!((cut.value, cut.counts.nodes()), (0, 18_297));
}

/// The leaves that alpha-beta entered, told by giving each leaf that is not
/// entered any value without changing the result.
fn entered(text: &str) -> (i32, u64, u64) {
    let tree: Tree = text.parse().expect("a tree");
    let guess = |_: &Tree, _: &usize| 0;
    let limits = Limits::unlimited();
    let all = minimax(&tree, &tree.root(), &guess, &limits);
    for result in [
        alphabeta(&tree, &tree.root(), &guess, &limits),
        negamax(&tree, &tree.root(), &guess, &limits),
    ] {
        assert_eq!(
            (result.value, result.best_move),
            (all.value, all.best_move),
            "{text}"
        );
    }
    let result = alphabeta(&tree, &tree.root(), &guess, &limits);
    (
        result.value,
        result.counts.leaves,
        result.counts.pruned_children,
    )
}

#[test]
fn the_unknown_leaf_is_never_entered() {
    for value in [-100, 0, 4, 5, 6, 100] {
        assert_eq!(entered(&format!("MIN(3, MAX(5, a={value}))")), (3, 2, 1));
    }
}

#[test]
fn figures_of_textbooks() {
    // Russell and Norvig, "Artificial Intelligence", figure of alpha-beta: two
    // leaves of the middle branch are never looked at.
    for (x, y) in [(4, 6), (-9, 99)] {
        let text = format!("MAX(MIN(3, 12, 8), MIN(2, x={x}, y={y}), MIN(14, 5, 2))");
        assert_eq!(entered(&text), (3, 7, 2));
    }
    // The four-level tree of the article "Alpha-beta pruning" in Wikipedia.
    let text = "MAX(MIN(MAX(MIN(5, 6), MIN(7, 4, 5)), MAX(MIN(3))), \
                MIN(MAX(MIN(6), MIN(6, 9)), MAX(MIN(7))), MIN(MAX(MIN(5)), MAX(MIN(9, 8), MIN(6))))";
    assert_eq!(entered(text).0, 6);
    // The best case of Knuth and Moore 1975: 2·2^2 − 1 of 8 leaves.
    assert_eq!(
        entered("MAX(MIN(MAX(8, 7), MAX(9, 9)), MIN(MAX(6, 5), MAX(9, 9)))").0,
        8
    );
}
