//! All searches on random trees, in which a side may move several times
//! running.

use outflank_gametree::{
    Game, KMoves, Limits, Player, Tree, alphabeta, alphabeta_window, conformance,
    iterative_deepening, minimax, negamax, negamax_window,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[allow(dead_code, reason = "the example has a main of its own")]
#[path = "../examples/connect_four.rs"]
mod connect_four;
#[allow(dead_code, reason = "the example has a main of its own")]
#[path = "../examples/dots_and_boxes.rs"]
mod dots_and_boxes;
#[allow(dead_code, reason = "the example has a main of its own")]
#[path = "../examples/tic_tac_toe.rs"]
mod tic_tac_toe;

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
fn the_example_games_conform() {
    let options = conformance::CheckOptions::default();
    let start = tic_tac_toe::TicTacToe::START;
    let report = conformance::check(&tic_tac_toe::TicTacToe, &start, &options);
    assert_eq!(report.map(|report| report.repeated_turns), Ok(0));
    let start = dots_and_boxes::DotsAndBoxes::START;
    let report = conformance::check(&dots_and_boxes::DotsAndBoxes, &start, &options);
    assert!(report.expect("the game is sound").repeated_turns > 20);
    let game = connect_four::ConnectFour { middle_first: true };
    assert!(conformance::check(&game, &connect_four::ConnectFour::START, &options).is_ok());
    let game = KMoves::new(tic_tac_toe::TicTacToe, 2);
    let start = game.start(tic_tac_toe::TicTacToe::START, 1);
    let report = conformance::check(&game, &start, &options).expect("the game is sound");
    assert!(report.repeated_turns > 40);
}

/// A game broken in one way, which counts what it is asked.
struct Broken(conformance::Fault, std::cell::Cell<u32>);

impl Broken {
    /// How many times it was asked before.
    fn asked(&self) -> u32 {
        self.1.replace(self.1.get() + 1)
    }
}

impl Game for Broken {
    type State = u32;
    type Move = u32;

    fn mover(&self, state: &u32) -> Player {
        let turn = match self.0 {
            conformance::Fault::UnsteadyState if *state == 2 => self.asked(),
            _ => *state,
        };
        if turn.is_multiple_of(2) {
            Player::Max
        } else {
            Player::Min
        }
    }

    fn moves(&self, state: &u32, moves: &mut Vec<u32>) {
        match self.0 {
            conformance::Fault::NoMoves if *state == 2 => {}
            conformance::Fault::RepeatedMove if *state == 3 => moves.extend([1, 1]),
            conformance::Fault::UnsteadyMoves if *state == 2 => moves.push(self.asked()),
            _ => moves.extend([1, 2]),
        }
    }

    fn play(&self, state: &u32, _: u32) -> u32 {
        if self.0 == conformance::Fault::SearchDiffers {
            self.asked();
        }
        state + 1
    }

    fn terminal_value(&self, state: &u32) -> Option<i32> {
        let value = match self.0 {
            conformance::Fault::ValueOutOfBounds(value) => value,
            // Steady from one call to the next, but not from search to search.
            conformance::Fault::SearchDiffers => self.1.get() as i32,
            _ => 1,
        };
        (*state == 4).then_some(value)
    }

    fn order_moves(&self, _: &u32, moves: &mut [u32]) {
        if self.0 == conformance::Fault::OrderChangesMoves {
            moves[0] = 3;
        }
    }
}

#[test]
fn the_kit_finds_what_is_broken() {
    use conformance::Fault;
    // At depth 1 a random game comes upon the fault, deeper a search would.
    for depth in [1, 3, 5] {
        let options = conformance::CheckOptions {
            depth,
            ..Default::default()
        };
        for fault in [
            Fault::NoMoves,
            Fault::RepeatedMove,
            Fault::UnsteadyMoves,
            Fault::OrderChangesMoves,
            Fault::ValueOutOfBounds(i32::MAX),
            Fault::ValueOutOfBounds(i32::MIN),
            Fault::UnsteadyState,
            Fault::SearchDiffers,
        ] {
            let game = Broken(fault, std::cell::Cell::new(0));
            let found = conformance::check(&game, &0, &options);
            let violation = found.expect_err("the game is broken");
            assert_eq!(violation.fault, fault, "depth {depth}");
            let ply = match fault {
                Fault::NoMoves | Fault::UnsteadyMoves | Fault::UnsteadyState => 2,
                Fault::RepeatedMove => 3,
                Fault::ValueOutOfBounds(_) => 4,
                _ => violation.moves.len(),
            };
            assert_eq!(violation.moves.len(), ply, "{fault:?}");
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
    let game = connect_four::ConnectFour { middle_first: true };
    let start = connect_four::ConnectFour::START;
    let guess = |_: &connect_four::ConnectFour, _: &connect_four::Board| 0;
    let limits = Limits::unlimited().with_nodes(10_000);
    let result = iterative_deepening(&game, &start, &guess, &limits, |_| ());
    assert!(!result.completed && result.best_move.is_some());
    assert!(result.counts.nodes() <= 10_000);
    let time = std::time::Duration::from_millis(20);
    let result = iterative_deepening(
        &game,
        &start,
        &guess,
        &Limits::unlimited().with_time(time),
        |_| (),
    );
    assert!(!result.completed && result.best_move.is_some());
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let limits = Limits::unlimited().with_stop(stop);
    assert!(!minimax(&game, &start, &guess, &limits).completed);
    assert!(!alphabeta(&game, &start, &guess, &limits).completed);
}
