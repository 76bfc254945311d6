//! Published counts and values.

use std::collections::HashMap;

use crate::common::children;
use outflank_gametree::games::kalah::Kalah;
use outflank_gametree::games::nim::{Nim, theory};
use outflank_gametree::games::random_tree::{RandomKind, RandomTree};
use outflank_gametree::games::tic_tac_toe::TicTacToe;
use outflank_gametree::{Algorithm, ByMinimax, Game, NoHeuristic, Search, Side, Value};

#[test]
fn tic_tac_toe_has_its_published_node_counts() {
    let start = TicTacToe::START;
    let minimax = Search::new(&TicTacToe).algorithm(Algorithm::Minimax);
    let all = minimax.run(&start);
    assert_eq!((all.value, all.counts.nodes()), (0, 549_946));
    // The number of possible games.
    assert_eq!(all.counts.leaves, 255_168);
    let cut = Search::new(&TicTacToe).run(&start);
    assert_eq!((cut.value, cut.counts.nodes()), (0, 18_297));
}

/// Returns the value of a state by minimax, evaluating each state once.
fn solve<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, Value>) -> Value {
    if let Some(value) = game.terminal_value(state) {
        return value;
    }
    if let Some(&value) = known.get(state) {
        return value;
    }
    let children = children(game, state).into_iter();
    let values = children.map(|child| solve(game, &child, known));
    let value = match game.mover(state) {
        Side::Max => values.max(),
        Side::Min => values.min(),
    };
    let value = value.expect("the game is not over");
    known.insert(state.clone(), value);
    value
}

/// Irving, Donkers and Uiterwijk 2000, "Solving Kalah", the table of outcomes for the side
/// that begins: a row for each number of pits, a column for each number of seeds.
#[test]
fn kalah_is_won_lost_and_drawn_as_published() {
    for (pits, outcomes) in (1..).zip(["DLWLWD", "WLLLWW", "DWWWWL", "WW"]) {
        for (seeds, outcome) in (1..).zip(outcomes.chars()) {
            let game = Kalah::new(pits, seeds).expect("a game");
            let value = solve(&game, &game.start(), &mut HashMap::new());
            let found = ['L', 'D', 'W'][(value.signum() + 1) as usize];
            assert_eq!(found, outcome, "kalah:{pits}x{seeds}");
        }
    }
}

/// Alpha-beta finds the same value as an exhaustive search.
#[test]
fn alpha_beta_solves_small_kalah_games() {
    for (pits, seeds) in [(1, 5), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2)] {
        let game = Kalah::new(pits, seeds).expect("a game");
        let value = solve(&game, &game.start(), &mut HashMap::new());
        let found = Search::new(&game).run(&game.start());
        assert_eq!(found.value, value, "kalah:{pits}x{seeds}");
    }
}

/// The theory is Bouton's of 1901; Sprague and Grundy's for a maximum number of matches per move.
#[test]
fn nim_matches_its_theory() {
    for most in [None, Some(1), Some(2), Some(3)] {
        for heaps in (0..343_u16)
            .map(|place| [place % 7, place / 7 % 7, place / 49].map(|left| left as u8 + 1))
        {
            let game = Nim::new(&heaps, most).expect("a game");
            let value = solve(&game, &game.start(), &mut HashMap::new());
            assert_eq!(value, theory(&game, &game.start()), "{heaps:?} {most:?}");
        }
    }
}

/// Knuth and Moore 1975, theorem 1 and its corollary: with the best child first
/// everywhere, alpha-beta visits b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves.
#[test]
fn a_perfect_order_visits_the_minimum_number_of_leaves() {
    for kind in [RandomKind::Leaves, RandomKind::Sums] {
        for (branching, depth) in [(1, 5), (2, 1), (2, 9), (3, 6), (4, 5), (7, 4), (30, 2)] {
            for seed in 0..5 {
                let tree = RandomTree::new(branching, depth, seed, kind).expect("a tree");
                let perfect = ByMinimax::best_first(&NoHeuristic);
                let found = Search::new(&tree).order(&perfect).run(&tree.start());
                let power = |depth: u32| u64::from(branching).pow(depth);
                let least = power(depth.div_ceil(2)) + power(depth / 2) - 1;
                assert_eq!(found.counts.leaves, least, "{tree:?}");
                let minimax = Search::new(&tree).algorithm(Algorithm::Minimax);
                let all = minimax.run(&tree.start());
                assert_eq!(found.value, all.value, "{tree:?}");
                assert_eq!(all.counts.leaves, power(depth));
            }
        }
    }
}
