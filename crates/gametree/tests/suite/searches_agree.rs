//! All searches agree on random trees in which a side may move several times in a row.

use crate::common::tree;
use outflank_gametree::games::connect_four::{ConnectFour, lines};
use outflank_gametree::{Algorithm, Game, Search, SearchLimits, Side, Tree};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns a random tree as text. Sides, numbers of children and depths are random. There are few
/// distinct values, so ties are common.
fn random_tree(depth: u32, random: &mut Xoshiro256PlusPlus) -> String {
    if depth == 0 || random.random_bool(0.1) {
        return random.random_range(-4..=4).to_string();
    }
    let side = ["MIN", "MAX"][usize::from(random.random_bool(0.5))];
    let count = random.random_range(1..=4);
    let children: Vec<String> = (0..count).map(|_| random_tree(depth - 1, random)).collect();
    format!("{side}({})", children.join(", "))
}

#[test]
fn every_search_has_the_value_and_the_move_of_minimax() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..5_000 {
        let text = random_tree(random.random_range(1..=6), &mut random);
        let tree = tree(&text);
        let heuristic = |_: &Tree, node: &usize| (*node as i32 * 7) % 9 - 4;
        for limits in [
            SearchLimits::unlimited(),
            SearchLimits::plies(random.random_range(0..=6)),
            SearchLimits::turns(random.random_range(0..=4)),
        ] {
            let search = |algorithm| {
                let search = Search::new(&tree).heuristic(&heuristic).limits(&limits);
                search.algorithm(algorithm).run(&tree.root())
            };
            let expected = search(Algorithm::Minimax);
            for algorithm in [
                Algorithm::AlphaBeta,
                Algorithm::Negamax,
                Algorithm::Deepening,
            ] {
                let found = search(algorithm);
                assert_eq!(found.value, expected.value, "{text} {limits:?}");
                assert_eq!(found.best_move, expected.best_move, "{text} {limits:?}");
                assert!(found.completed);
            }
        }
    }
}

#[test]
fn windows_give_bounds_on_the_right_side() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..3_000 {
        let text = random_tree(5, &mut random);
        let tree = tree(&text);
        let search = |algorithm| Search::new(&tree).algorithm(algorithm);
        let value = search(Algorithm::Minimax).run(&tree.root()).value;
        let alpha = random.random_range(-5..5);
        let window = (alpha, random.random_range(alpha + 1..=6));
        for algorithm in [
            Algorithm::AlphaBeta,
            Algorithm::Negamax,
            Algorithm::PrincipalVariation,
            Algorithm::WithTable,
        ] {
            let search = search(algorithm).window(window.0, window.1);
            let found = search.run(&tree.root());
            let falls_short = match tree.mover(&tree.root()) {
                Side::Max => found.value <= window.0,
                Side::Min => found.value >= window.1,
            };
            let is_leaf = tree.terminal_value(&tree.root()).is_some();
            assert_eq!(found.best_move.is_none(), falls_short || is_leaf, "{text}");
            assert_eq!(found.pv.is_empty(), falls_short || is_leaf, "{text}");
            if found.value <= window.0 {
                assert!(value <= found.value, "{text} {window:?}");
            } else if found.value >= window.1 {
                assert!(value >= found.value, "{text} {window:?}");
            } else {
                assert_eq!(value, found.value, "{text} {window:?}");
            }
        }
    }
}

#[test]
fn empty_windows_and_windows_beyond_infinity_panic() {
    let tree = tree("MAX(1, 2)");
    for (alpha, beta) in [(1, 1), (2, 1), (i32::MIN, 0)] {
        let run = || Search::new(&tree).window(alpha, beta).run(&0);
        assert!(std::panic::catch_unwind(run).is_err(), "{alpha} {beta}");
    }
}

/// A single path of a thousand plies, deeper than any internal limit of the search.
struct LongLine;

impl Game for LongLine {
    type State = u32;
    type Move = ();

    fn mover(&self, _: &u32) -> Side {
        Side::Max
    }

    fn moves(&self, _: &u32, moves: &mut Vec<()>) {
        moves.push(());
    }

    fn play(&self, state: &u32, (): ()) -> u32 {
        state + 1
    }

    fn terminal_value(&self, state: &u32) -> Option<i32> {
        (*state == 1000).then_some(7)
    }
}

#[test]
fn deepening_without_a_limit_ends_where_the_game_ends() {
    let search = Search::new(&LongLine).algorithm(Algorithm::Deepening);
    let found = search.run(&0);
    assert!(found.completed);
    assert_eq!((found.value, found.pv.len()), (7, 1000));
}

#[test]
fn a_time_beyond_the_range_of_the_clock_is_no_limit() {
    let tree = tree("MAX(1, 2)");
    let minimax = Search::new(&tree).algorithm(Algorithm::Minimax);
    let found = minimax.time(std::time::Duration::MAX).run(&tree.root());
    assert!(found.completed && found.value == 2);
}

#[test]
fn limited_searches_return_partial_results() {
    let game = ConnectFour::standard().middle_first();
    let start = game.start();
    let search = || {
        let search = Search::new(&game).heuristic(&lines);
        search.algorithm(Algorithm::Deepening)
    };
    let result = search().nodes(10_000).run(&start);
    assert!(!result.completed && result.best_move.is_some());
    assert!(result.counts.nodes() <= 10_000);
    let time = std::time::Duration::from_millis(20);
    let result = search().time(time).run(&start);
    assert!(!result.completed && result.best_move.is_some());
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
        let search = search().algorithm(algorithm).stop(stop.clone());
        assert!(!search.run(&start).completed);
    }
}
