//! All searches on random trees, in which a side may move several times
//! running.

use outflank_gametree::games::connect_four::{ConnectFour, lines};
use outflank_gametree::{
    Game, Limits, Player, Tree, alphabeta, alphabeta_window, iterative_deepening, minimax, negamax,
    negamax_window,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A random tree as text: sides, numbers of children and depths are random,
/// values few, so that ties are common.
fn random_tree(depth: u32, random: &mut Xoshiro256PlusPlus) -> String {
    if depth == 0 || random.random_bool(0.1) {
        return random.random_range(-4..=4).to_string();
    }
    let side = if random.random_bool(0.5) {
        "MAX"
    } else {
        "MIN"
    };
    let count = random.random_range(1..=4);
    let children: Vec<String> = (0..count).map(|_| random_tree(depth - 1, random)).collect();
    format!("{side}({})", children.join(", "))
}

#[test]
fn every_search_has_the_value_and_the_move_of_minimax() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..5_000 {
        let text = random_tree(random.random_range(1..=6), &mut random);
        let tree: Tree = text.parse().expect("a tree");
        // A guess that depends on the node alone.
        let guess = |_: &Tree, node: &usize| (*node as i32 * 7) % 9 - 4;
        for limits in [
            Limits::unlimited(),
            Limits::plies(random.random_range(0..=6)),
            Limits::turns(random.random_range(0..=4)),
        ] {
            let expected = minimax(&tree, &tree.root(), &guess, &limits);
            for found in [
                alphabeta(&tree, &tree.root(), &guess, &limits),
                negamax(&tree, &tree.root(), &guess, &limits),
                iterative_deepening(&tree, &tree.root(), &guess, &limits, |_| ()),
            ] {
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
        let tree: Tree = text.parse().expect("a tree");
        let guess = |_: &Tree, _: &usize| 0;
        let limits = Limits::unlimited();
        let value = minimax(&tree, &tree.root(), &guess, &limits).value;
        let alpha = random.random_range(-5..5);
        let window = (alpha, random.random_range(alpha + 1..=6));
        for found in [
            alphabeta_window(&tree, &tree.root(), &guess, &limits, window),
            negamax_window(&tree, &tree.root(), &guess, &limits, window),
        ] {
            let falls_short = match tree.mover(&tree.root()) {
                Player::Max => found.value <= window.0,
                Player::Min => found.value >= window.1,
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
fn windows_without_room_and_beyond_infinity_are_refused() {
    let tree: Tree = "MAX(1, 2)".parse().expect("a tree");
    let guess = |_: &Tree, _: &usize| 0;
    for window in [(1, 1), (2, 1), (i32::MIN, 0)] {
        let limits = Limits::unlimited();
        let by_alphabeta =
            std::panic::catch_unwind(|| alphabeta_window(&tree, &0, &guess, &limits, window));
        let by_negamax =
            std::panic::catch_unwind(|| negamax_window(&tree, &0, &guess, &limits, window));
        assert!(by_alphabeta.is_err() && by_negamax.is_err(), "{window:?}");
    }
}

/// A single line of a thousand plies: deeper than any limit of the search's own.
struct LongLine;

impl Game for LongLine {
    type State = u32;
    type Move = ();

    fn mover(&self, _: &u32) -> Player {
        Player::Max
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
    let guess = |_: &LongLine, _: &u32| 0;
    let found = iterative_deepening(&LongLine, &0, &guess, &Limits::unlimited(), |_| ());
    assert!(found.completed);
    assert_eq!((found.value, found.pv.len()), (7, 1000));
}

#[test]
fn a_time_beyond_all_clocks_is_no_limit() {
    let tree: Tree = "MAX(1, 2)".parse().expect("a tree");
    let guess = |_: &Tree, _: &usize| 0;
    let limits = Limits::unlimited().with_time(std::time::Duration::MAX);
    let found = minimax(&tree, &tree.root(), &guess, &limits);
    assert!(found.completed && found.value == 2);
}

#[test]
fn limits_end_a_search_with_what_it_has() {
    let game = ConnectFour::standard().middle_first();
    let start = game.start();
    let limits = Limits::unlimited().with_nodes(10_000);
    let result = iterative_deepening(&game, &start, &lines, &limits, |_| ());
    assert!(!result.completed && result.best_move.is_some());
    assert!(result.counts.nodes() <= 10_000);
    let time = std::time::Duration::from_millis(20);
    let result = iterative_deepening(
        &game,
        &start,
        &lines,
        &Limits::unlimited().with_time(time),
        |_| (),
    );
    assert!(!result.completed && result.best_move.is_some());
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let limits = Limits::unlimited().with_stop(stop);
    assert!(!minimax(&game, &start, &lines, &limits).completed);
    assert!(!alphabeta(&game, &start, &lines, &limits).completed);
}
