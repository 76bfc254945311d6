//! Alpha-beta with errors from printed sources, each on a tree that exposes it.
//! `docs/explanation/errors-in-print.md` explains them.

use crate::common::{children, tree};
use outflank_gametree::{Algorithm, Game, Search, Side, Tree, Value};

const WORST: Value = -1000;

fn true_value(tree: &Tree) -> Value {
    let value = |algorithm| {
        let search = Search::new(tree).algorithm(algorithm);
        search.run(&tree.root()).value
    };
    let expected = value(Algorithm::Minimax);
    assert_eq!(value(Algorithm::AlphaBeta), expected);
    assert_eq!(value(Algorithm::Negamax), expected);
    expected
}

/// An error in a copied alpha-beta.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    /// No error: the textbook form.
    None,
    /// `beta = min(alpha, alphabeta(…))` at the Min node.
    AlphaInsteadOfBeta,
    /// Cuts off only if the value is strictly beyond the bound.
    StrictCut,
}

/// Alpha-beta as it is often copied. Counts the nodes entered.
fn copied(
    tree: &Tree,
    node: usize,
    (mut alpha, mut beta): (Value, Value),
    fault: Fault,
    nodes: &mut u64,
) -> Value {
    *nodes += 1;
    if let Some(value) = tree.terminal_value(&node) {
        return value;
    }
    let is_cut = |alpha: Value, beta: Value| match fault {
        Fault::StrictCut => alpha > beta,
        _ => alpha >= beta,
    };
    for child in children(tree, &node) {
        let value = copied(tree, child, (alpha, beta), fault, nodes);
        match (tree.mover(&node), fault) {
            (Side::Max, _) => alpha = alpha.max(value),
            (Side::Min, Fault::AlphaInsteadOfBeta) => beta = alpha.min(value),
            (Side::Min, _) => beta = beta.min(value),
        }
        if is_cut(alpha, beta) {
            break;
        }
    }
    match tree.mover(&node) {
        Side::Max => alpha,
        Side::Min => beta,
    }
}

fn value_and_nodes(tree: &Tree, fault: Fault) -> (Value, u64) {
    let mut nodes = 0;
    let value = copied(tree, tree.root(), (WORST, -WORST), fault, &mut nodes);
    (value, nodes)
}

#[test]
fn alpha_instead_of_beta_at_the_min_node() {
    let tree = tree("MAX(MIN(3, 5), MIN(2, 9))");
    assert_eq!(true_value(&tree), 3);
    assert_eq!(value_and_nodes(&tree, Fault::None).0, 3);
    // β becomes the initial α, and everything after it is cut off.
    assert_eq!(value_and_nodes(&tree, Fault::AlphaInsteadOfBeta).0, WORST);
}

#[test]
fn a_strict_cut_is_correct_but_enters_more_nodes() {
    let tree = tree("MAX(MIN(3, 5), MIN(3, 9, 9), MIN(3, 9))");
    let (value, nodes) = value_and_nodes(&tree, Fault::None);
    let (strict_value, strict_nodes) = value_and_nodes(&tree, Fault::StrictCut);
    assert_eq!((value, strict_value), (3, 3));
    assert_eq!((nodes, strict_nodes), (8, 11));
}

/// A search without a case for a side that cannot move returns the worst value instead of passing.
#[test]
fn no_case_for_a_side_that_cannot_move() {
    /// A heap from which Max may take 1 or 2 and Min only 2: with one left, Min must pass.
    /// Whoever takes the last one wins.
    struct Heap;

    impl Game for Heap {
        type State = (u32, Side);
        type Move = u32;

        fn mover(&self, &(left, side): &(u32, Side)) -> Side {
            // The mover is the side that can move, so no pass move is needed.
            if left == 1 { Side::Max } else { side }
        }

        fn moves(&self, state: &(u32, Side), moves: &mut Vec<u32>) {
            match self.mover(state) {
                Side::Max => moves.extend(1..=state.0.min(2)),
                Side::Min => moves.push(2),
            }
        }

        fn play(&self, state: &(u32, Side), taken: u32) -> (u32, Side) {
            (state.0 - taken, self.mover(state).other())
        }

        fn terminal_value(&self, &(left, side): &(u32, Side)) -> Option<Value> {
            (left == 0).then(|| side.other().sign())
        }
    }

    /// As printed: without moves, the loop keeps the initial best value.
    fn without_passes((left, side): (u32, Side)) -> Value {
        if left == 0 {
            return side.other().sign();
        }
        let below = |taken| without_passes((left - taken, side.other()));
        match side {
            Side::Max => (1..=left.min(2)).map(below).fold(WORST, Value::max),
            Side::Min => (2..=left.min(2)).map(below).fold(-WORST, Value::min),
        }
    }

    let start = (2, Side::Max);
    let right = Search::new(&Heap).run(&start);
    assert_eq!((right.value, right.best_move), (1, Some(1)));
    // An infinite value for an unfinished game.
    assert_eq!(without_passes(start), -WORST);
}

/// Later moves that only reach the bound have no exact value. Of two moves with the same returned
/// value, only the one that raised α is proven to have it.
#[test]
fn the_last_move_with_an_equal_bound_may_be_worse() {
    let tree = tree("MAX(MIN(3, 5), MIN(3, 1))");
    let mut alpha = WORST;
    let mut last_equal = 0;
    let mut first_raising = 0;
    for (place, child) in children(&tree, &tree.root()).into_iter().enumerate() {
        // Fail-hard: a fail low returns the bound itself.
        let value = copied(&tree, child, (alpha, -WORST), Fault::None, &mut 0).max(alpha);
        if value > alpha {
            first_raising = place;
        }
        if value >= alpha {
            last_equal = place;
        }
        alpha = alpha.max(value);
    }
    let right = Search::new(&tree).run(&tree.root());
    assert_eq!((true_value(&tree), right.best_move), (3, Some(0)));
    assert_eq!(first_raising, 0);
    assert_eq!(last_equal, 1, "the faulty rule plays a move worth 1");
}

/// A deep copy of the board is correct but slow. A small state leads to the same search.
#[test]
fn deep_copies_do_not_change_the_search() {
    /// The game of a tree with a large board in its state.
    struct Deep<'a>(&'a Tree);

    impl Game for Deep<'_> {
        type State = (usize, Vec<Vec<u8>>);
        type Move = usize;

        fn mover(&self, state: &Self::State) -> Side {
            self.0.mover(&state.0)
        }

        fn moves(&self, state: &Self::State, moves: &mut Vec<usize>) {
            self.0.moves(&state.0, moves);
        }

        fn play(&self, state: &Self::State, place: usize) -> Self::State {
            (self.0.play(&state.0, place), state.1.clone())
        }

        fn terminal_value(&self, state: &Self::State) -> Option<Value> {
            self.0.terminal_value(&state.0)
        }
    }

    let tree = tree("MAX(MIN(3, 5, 10), MIN(2, a), MIN(7, MAX(2, 8)))");
    let small = Search::new(&tree).run(&tree.root());
    let board = vec![vec![0; 8]; 8];
    let deep = Search::new(&Deep(&tree)).run(&(0, board));
    assert_eq!((small.value, small.counts), (deep.value, deep.counts));
}

/// Libraries that negate and swap the window at every ply are wrong if a side moves twice in a row.
#[test]
fn negating_at_every_ply() {
    fn every_ply(tree: &Tree, node: usize, sign: Value, alpha: Value, beta: Value) -> Value {
        if let Some(value) = tree.terminal_value(&node) {
            return sign * value;
        }
        let mut best = WORST;
        for child in children(tree, &node) {
            let value = -every_ply(tree, child, -sign, -beta, -alpha.max(best));
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        best
    }
    // With alternating sides, it is correct.
    let alternating = tree("MAX(MIN(3, 5), MIN(2, 9))");
    let value = every_ply(&alternating, 0, 1, WORST, -WORST);
    assert_eq!(value, true_value(&alternating));
    // Max moves twice and takes 9, not the value that Min would leave.
    let twice = tree("MAX(MAX(3, 5), MAX(2, 9))");
    assert_eq!(true_value(&twice), 9);
    assert_eq!(every_ply(&twice, 0, 1, WORST, -WORST), 3);
}
