//! Consistency of the crate: searches use the values that `explain` returns, colours and move order
//! do not change results, and the game passes the conformance checks.

use outflank_gametree::conformance::{CheckOptions, check};
use outflank_gametree::{Search, SearchLimits};
use outflank_othello::{Bitboard, Board, Color, Layout, Position, Shape, with_board};
use outflank_textbook::{
    Algorithm, Evaluation, EvaluationKind, Order, Othello, State, score_moves, search, side,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::random_position;

/// Shapes for both bitboard widths, with holes, and too small for some tables.
const SHAPES: &str = "8x8 6x6 4x4 3x5 5x6-c1 8x8-a1h8 9x7 10x10-a1j1a10j10 16x8 9x3-f3";

/// Calls `test` with every evaluation and some positions of every shape.
fn on_random_positions(number: usize, test: impl Fn(&Position, &Evaluation)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(21);
    for shape in SHAPES.split(' ') {
        let shape = shape.parse().expect("a shape");
        for kind in EvaluationKind::ALL {
            let evaluation = Evaluation::new(kind);
            for _ in 0..number {
                test(&random_position(shape, &mut random), &evaluation);
            }
        }
    }
}

#[test]
fn a_leaf_has_the_total_of_its_explanation() {
    on_random_positions(20, |position, evaluation| {
        // At depth 1, the value of each move is the static value of the position after it, with
        // that move as the last one.
        for valued in score_moves(position, evaluation, &SearchLimits::plies(1)) {
            let after = position.play(valued.square).unwrap();
            if after.is_over() {
                assert_eq!(valued.score.discs(), f64::from(-after.score(after.mover())));
                continue;
            }
            let total = match after.pass() {
                Ok(passed) => evaluation.explain_after(position, &passed, None).total(),
                Err(_) => {
                    let last = Some(valued.square);
                    -evaluation.explain_after(position, &after, last).total()
                }
            };
            let (discs, square) = (valued.score.discs(), valued.square);
            assert_eq!(discs, total, "{position:?} {square}");
        }
        // At depth 0 the root itself is the leaf.
        if !position.is_over() && !position.must_pass() {
            let limits = SearchLimits::plies(0);
            let report = search(position, evaluation, Algorithm::AlphaBeta, &limits);
            assert_eq!(report.score.discs(), evaluation.explain(position).total());
        }
    });
}

#[test]
fn swapping_colours_keeps_values_and_moves() {
    on_random_positions(10, |position, evaluation| {
        let [black, white] = [Color::White, Color::Black].map(|color| position.discs(color));
        let (shape, mover) = (position.shape(), position.mover().opponent());
        let recoloured = Position::with_discs(shape, black, white, mover).unwrap();
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Negamax] {
            let limits = SearchLimits::plies(3);
            let report = search(position, evaluation, algorithm, &limits);
            let other = search(&recoloured, evaluation, algorithm, &limits);
            assert_eq!((report.score, report.best), (other.score, other.best));
        }
    });
}

#[test]
fn move_scores_match_minimax() {
    on_random_positions(10, |position, evaluation| {
        let valued = score_moves(position, evaluation, &SearchLimits::plies(3));
        for pair in valued.windows(2) {
            let [better, worse] = [&pair[0], &pair[1]];
            let in_order = better.score.value() > worse.score.value()
                || better.score.value() == worse.score.value() && better.square < worse.square;
            assert!(in_order, "{position:?} {better:?} {worse:?}");
        }
        for valued in valued {
            assert_eq!(valued.pv[0], valued.square);
            assert!(valued.completed);
            // The values of `positional` depend on the root.
            if evaluation.kind() != EvaluationKind::Positional {
                let after = position.play(valued.square).unwrap();
                let limits = SearchLimits::plies(2);
                let below = search(&after, evaluation, Algorithm::Minimax, &limits);
                assert_eq!(valued.score.value(), -below.score.value(), "{position:?}");
            }
        }
    });
}

#[test]
fn exact_and_decided_scores_are_correct() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let phased = Evaluation::new(EvaluationKind::Phased);
    let mut exact = 0;
    for number in 0..160 {
        let shape: &str = ["6x6", "5x6-c1", "9x3-f3", "4x5"][number % 4];
        let shape = shape.parse().unwrap();
        let position = loop {
            let position = random_position(shape, &mut random);
            if position.empties().len() <= 11 {
                break position;
            }
        };
        let limits = SearchLimits::unlimited();
        let full = search(&position, &phased, Algorithm::AlphaBeta, &limits);
        assert!(full.score.is_exact());
        for depth in 1..8 {
            let limits = SearchLimits::plies(depth);
            let report = search(&position, &phased, Algorithm::AlphaBeta, &limits);
            if report.score.is_exact() {
                assert_eq!(report.score, full.score, "@{depth} {position:?}");
                exact += 1;
            } else if report.score.is_decided() {
                let (seen, true_score) = (report.score.discs(), full.score.discs());
                assert!(seen * true_score > 0.0 && seen.abs() <= true_score.abs());
            }
        }
    }
    assert!(exact > 100, "{exact}");
}

/// Checks the game in both orders. Returns the numbers of repeated turns and finished games.
fn conform<B: Bitboard>(layout: &Layout<B>, board: Board<B>) -> (u64, u64) {
    let mut counts = (0, 0);
    for order in [Order::Reading, Order::Squares] {
        let game = Othello::new(layout, order);
        let start = game.state(board, Color::Black, None);
        let options = CheckOptions {
            games: 2,
            ..Default::default()
        };
        let report = check(&game, &start, &options).expect("Othello follows the rules");
        counts.0 += report.repeated_turns;
        counts.1 += report.finished_games;
    }
    counts
}

#[test]
fn othello_passes_the_conformance_checks_on_every_shape() {
    let mut passes = 0;
    for shape in SHAPES.split(' ') {
        let start = Position::start(shape.parse().unwrap());
        let (repeated_turns, finished_games) =
            with_board!(start, |layout, board| conform(layout, board));
        assert_eq!(finished_games, 4, "{shape}");
        passes += repeated_turns;
    }
    assert!(passes > 0);
}

/// Returns the value of a search by discs in both orders.
fn in_both_orders<B: Bitboard>(layout: &Layout<B>, board: Board<B>, mover: Color) -> [i32; 2] {
    [Order::Reading, Order::Squares].map(|order| {
        let game = Othello::new(layout, order);
        let state = game.state(board, mover, None);
        let discs = |_: &Othello<B>, state: &State<B>| {
            side(state.mover()).sign() * state.board().disc_difference()
        };
        let search = Search::new(&game).heuristic(&discs).depth(4);
        search.run(&state).value
    })
}

#[test]
fn move_order_does_not_change_the_value() {
    on_random_positions(3, |position, _| {
        let [reading, squares] = with_board!(position, |layout, board| {
            in_both_orders(layout, board, position.mover())
        });
        assert_eq!(reading, squares, "{position:?}");
    });
}

#[test]
fn evaluations_are_finite_on_every_rectangle() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(13);
    for (width, height) in (3..=16).flat_map(|width| (3..=16).map(move |height| (width, height))) {
        let Ok(shape) = Shape::new(width, height) else {
            continue;
        };
        let position = random_position(shape, &mut random);
        for kind in EvaluationKind::ALL {
            let explanation = Evaluation::new(kind).explain(&position);
            assert!(explanation.total().abs() <= 5000.0, "{explanation:?}");
            for term in explanation.terms {
                let values = [term.own, term.opponent, term.weight, term.contribution()];
                assert!(values.into_iter().all(f64::is_finite), "{term:?}");
            }
        }
    }
}
