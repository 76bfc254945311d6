//! Compares midgame searches with plain negamax.

#![cfg(not(loom))]

use std::sync::Arc;
use std::time::Duration;

use outflank_othello::{Bitboard, Board, Game, Layout, Position, Shape, with_board};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::exact_tests::{available_tiers, random_position, searcher, small, units};
use super::*;
use crate::evaluation::network::tests::some_network;
use crate::evaluation::{Evaluation, Features, KNOTS, PatternSet, UNITS_PER_DISC, Weights};
use crate::tier::Tier;

/// The value of a full-width search, directly from the rules and the evaluation.
fn negamax<W: Bitboard>(
    layout: &Layout<W>,
    evaluation: &Evaluation,
    board: Board<W>,
    depth: u32,
) -> i32 {
    let moves = board.legal_moves(layout);
    if moves.is_empty() {
        return if board.is_over(layout) {
            UNITS_PER_DISC * board.final_score(layout)
        } else {
            -negamax(layout, evaluation, board.pass(), depth)
        };
    }
    if depth == 0 {
        let squares = layout.mask().count().max(64) as i32;
        let most = squares * UNITS_PER_DISC - UNITS_PER_DISC / 2;
        let more = evaluation
            .network()
            .map_or(0, |network| network.parity_bias(board.occupied().count()));
        let features = Features::new(evaluation.weights().patterns(), board.widen()).unwrap();
        return (evaluation.value_of(&features) + more).clamp(-most, most);
    }
    let values = moves
        .indices()
        .map(|index| -negamax(layout, evaluation, board.play(index, layout), depth - 1));
    values.max().unwrap_or(i32::MIN)
}

/// The value of a position by a full-width search.
fn value_after(position: &Position, evaluation: &Evaluation, depth: u32) -> i32 {
    with_board!(position, |layout, board| negamax(
        layout, evaluation, board, depth
    ))
}

pub(super) fn search(searcher: &mut Searcher, position: &Position, limits: Limits) -> SearchResult {
    best(searcher, position, limits, 1)
}

/// The best moves, without the elapsed time.
fn best(searcher: &mut Searcher, at: &Position, limits: Limits, count: usize) -> SearchResult {
    SearchResult {
        elapsed: Duration::ZERO,
        ..searcher.search(&SearchRequest::new(at, limits).best_moves(count))
    }
}

/// Random weights.
fn some_evaluation(shape: Shape) -> Arc<Evaluation> {
    let patterns = PatternSet::of(shape).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(17);
    let mut weight = || random.random_range(-100..=100);
    let mut knot = || (0..patterns.kinds()).map(|_| weight()).collect();
    let knots = (0..KNOTS).map(|_| knot()).collect();
    Arc::new(Evaluation::new(Weights::new(patterns, "random", knots)))
}

fn full_width(depth: u32) -> Limits {
    Limits::depth(depth).with_selectivity(Selectivity::NONE)
}

#[test]
fn full_width_searches_match_negamax() {
    assert_searches_match_negamax(Shape::STANDARD, None, 120);
}

#[test]
fn a_midgame_search_of_one_move_equals_a_search_of_its_board() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(24);
    let mut searcher = small();
    for depth in 1..=4 {
        let position = random_position(Shape::STANDARD, 30, &mut random);
        for square in position.legal_moves() {
            searcher.clear();
            let request = SearchRequest::new(&position, full_width(depth));
            let result = searcher.search(&request.root_moves(&[square]).unwrap());
            let child = position.play(square).unwrap();
            let expected = -value_after(&child, Evaluation::shipped(), depth - 1);
            assert_eq!(
                (units(&result), result.moves[0].square),
                (vec![expected], square)
            );
        }
    }
}

#[test]
fn searches_use_weights_of_other_shapes() {
    for shape in ["6x6", "7x8", "9x7", "10x10"] {
        let shape = shape.parse().unwrap();
        assert_searches_match_negamax(shape, Some(&some_evaluation(shape)), 24);
    }
}

/// Every board is worth more to its mover than its number of squares.
#[test]
fn estimates_reach_the_number_of_squares() {
    for (shape, squares) in [("8x8", 64), ("9x7", 64), ("10x10", 100), ("16x8", 128)] {
        let start = Position::start(shape.parse().unwrap());
        let patterns = PatternSet::of(start.shape()).unwrap();
        let zeros = Weights::new(patterns, "", vec![vec![0; patterns.kinds()]; KNOTS]);
        let weights = zeros.with_added_parity_bias(|_| i16::MAX.into());
        let options = SearchOptions::default().with_evaluation(Arc::new(Evaluation::new(weights)));
        let mut searcher = searcher(options.with_hash(1));
        let most = squares * UNITS_PER_DISC - UNITS_PER_DISC / 2;
        for (depth, score) in [(1, -most), (2, most)] {
            let result = search(&mut searcher, &start, full_width(depth));
            assert_eq!(result.moves[0].score.units(), score, "{shape} {depth}");
        }
    }
}

#[test]
fn searches_use_networks() {
    for width in [16, 64] {
        let network = some_network(width, 3, 20, false);
        let weights = Evaluation::shipped().weights().clone();
        let own = Arc::new(Evaluation::with_network(weights, network));
        assert_searches_match_negamax(Shape::STANDARD, Some(&own), 60);
    }
}

fn assert_searches_match_negamax(shape: Shape, own: Option<&Arc<Evaluation>>, count: u32) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let solver = |tier| {
        let mut options = SearchOptions::default().with_hash(1).with_tier(tier);
        if let Some(own) = own {
            options = options.with_evaluation(Arc::clone(own));
        }
        searcher(options)
    };
    let evaluation = Evaluation::for_shape(own, shape).unwrap();
    let mut solvers: Vec<Searcher> = available_tiers().map(solver).collect();
    let most = shape.squares() - 8;
    for number in 0..count {
        let position = random_position(shape, (most - number % (most - 6)) as usize, &mut random);
        let depth = 1 + number % 4;
        for solver in &mut solvers {
            // Otherwise, bounds of deeper searches would be used.
            solver.clear();
            let thought = search(solver, &position, full_width(depth));
            assert!(thought.complete);
            let Some(best) = thought.moves.first() else {
                assert!(position.legal_moves().is_empty());
                continue;
            };
            let depth = depth.min(position.empties().len() as u32);
            let expected = value_after(&position, evaluation, depth);
            assert_eq!(best.score.units(), expected, "{position:?}");
            let child = position.play(best.square).unwrap();
            let is_own = child.mover() == position.mover();
            let value = value_after(&child, evaluation, depth - 1);
            assert_eq!(best.score.units(), if is_own { value } else { -value });
        }
    }
}

#[test]
fn averaging_affects_only_deep_selective_searches() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(15);
    let options = SearchOptions::default().with_hash(1);
    let mut averaged = searcher(options.clone());
    let mut last_alone = searcher(options.without(Feature::DepthAveraging));
    let (mut others, mut less, mut scores) = (0, 0, 0);
    for number in 0..240 {
        let position = random_position(Shape::STANDARD, 50 - number % 36, &mut random);
        let mut search = |limits, count| {
            [&mut averaged, &mut last_alone].map(|searcher| {
                searcher.clear();
                best(searcher, &position, limits, count)
            })
        };
        let selective = Limits::depth(7);
        let [of_all, of_last] = search(selective, 1);
        let (Some(best), Some(of_last)) = (of_all.moves.first(), of_last.moves.first()) else {
            continue;
        };
        assert!(of_all.complete && best.depth == 7 && best.pv[0] == best.square);
        others += i32::from(best.square != of_last.square);
        less += i32::from(best.score.units() < of_last.score.units());
        // Also with less depth, or without ProbCut.
        let full = full_width(5);
        for (limits, count) in [(Limits::depth(4), 1), (full, 1), (full, 2)] {
            let [one, other] = search(limits, count);
            assert_eq!(one, other);
        }
        // With several best moves, scores are averaged too, and the moves are in the order of the
        // reported scores.
        let [several, of_last] = search(selective, 2);
        assert!(several.moves.is_sorted_by_key(ScoredMove::order));
        scores += i32::from(several.moves[0].score != of_last.moves[0].score);
    }
    assert!(
        others > 5 && less > 1 && scores > 100,
        "{others} other moves, {less} worth less, {scores} other scores of several moves"
    );
}

#[test]
fn late_moves_are_reduced_only_at_the_lowest_confidence() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(19);
    let options = SearchOptions::default().with_hash(1);
    let mut reducing = searcher(options.clone());
    let mut full = searcher(options.without(Feature::LateMoveReductions));
    for number in 0..40 {
        let position = random_position(Shape::STANDARD, 50 - number % 20, &mut random);
        let search = |searcher: &mut Searcher, limits| {
            searcher.clear();
            best(searcher, &position, limits, 1)
        };
        // Moves of the root are never reduced, and the nodes below a root of five plies are too shallow.
        let higher = Selectivity::ALL.into_iter().skip(1);
        let deep = higher.map(|selectivity| Limits::depth(7).with_selectivity(selectivity));
        for limits in deep.chain([Limits::depth(5)]) {
            assert_eq!(search(&mut reducing, limits), search(&mut full, limits));
        }
    }
}

#[test]
fn late_move_reductions_save_nodes() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(19);
    let options = SearchOptions::default().with_hash(1);
    let mut reducing = searcher(options.clone());
    let mut parallel = searcher(options.clone().with_threads(2));
    let mut full = searcher(options.without(Feature::LateMoveReductions));
    let mut nodes = [0; 3];
    for number in 0..8 {
        let position = random_position(Shape::STANDARD, 50 - number, &mut random);
        for (sum, searcher) in nodes
            .iter_mut()
            .zip([&mut reducing, &mut parallel, &mut full])
        {
            searcher.clear();
            *sum += best(searcher, &position, Limits::depth(13), 1).nodes;
        }
    }
    let [one, two, without] = nodes;
    assert!(one < without * 9 / 10, "{nodes:?}");
    // A search with two threads splits most nodes, helped or not, and reduces their moves too.
    assert!(two < one.midpoint(without), "{nodes:?}");
}

#[test]
fn probcut_saves_most_nodes_and_barely_changes_values() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(16);
    let options = SearchOptions::default().with_hash(1);
    let mut searcher = searcher(options.without(Feature::DepthAveraging));
    let (mut nodes, mut error, mut count) = ([0, 0], 0, 0);
    for number in 0..60 {
        let position = random_position(Shape::STANDARD, 50 - number % 30, &mut random);
        let mut search = |limits| {
            searcher.clear();
            best(&mut searcher, &position, limits, 1)
        };
        let (selective, full) = (search(Limits::depth(8)), search(full_width(8)));
        let (Some(found), Some(true_one)) = (selective.moves.first(), full.moves.first()) else {
            continue;
        };
        nodes = [nodes[0] + selective.nodes, nodes[1] + full.nodes];
        error += (found.score.units() - true_one.score.units()).abs();
        count += 1;
    }
    let error = error / count;
    assert!(count > 50 && 8 * nodes[0] < nodes[1], "{nodes:?} nodes");
    assert!(error < UNITS_PER_DISC, "{error} of {UNITS_PER_DISC}");
}

#[test]
fn all_moves_are_sorted_best_first() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut solver = small();
    for number in 0..40 {
        let position = random_position(Shape::STANDARD, 50 - number, &mut random);
        let exact_from = if number >= 38 { 12 } else { 0 };
        let limits = full_width(2).with_exact_from(exact_from);
        let moves = best(&mut solver, &position, limits, usize::MAX).moves;
        assert_eq!(moves.len(), position.legal_moves().len());
        assert!(moves.is_sorted_by_key(ScoredMove::order));
        for found in &moves {
            assert_eq!(found.pv[0], found.square);
            let mut line = position;
            for &square in &found.pv {
                line = line.play(square).unwrap();
                line = line.pass().unwrap_or(line);
            }
        }
    }
}

#[test]
fn exact_searches_have_the_exact_score() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(13);
    let options = SearchOptions::default().with_hash(4);
    let mut solver = searcher(options);
    for number in 0..30 {
        let position = random_position(Shape::STANDARD, 8 + number % 10, &mut random);
        let score = solve(&position).exact().unwrap();
        let exact = full_width(6).with_exact_from(60);
        for count in [1, 3] {
            let thought = best(&mut solver, &position, exact, count);
            if let Some(best) = thought.moves.first() {
                assert!(best.is_exact());
                assert_eq!(best.score, Score::exact(score), "{position:?}");
            }
        }
    }
}

#[test]
fn a_wipe_out_is_exact_at_any_depth() {
    let game = Game::from_transcript(Shape::STANDARD, "d3c3f5f4f3d2d1e3").unwrap();
    for depth in [1, 6] {
        for count in [1, 60] {
            let limits = full_width(depth);
            let result = best(&mut small(), game.position(), limits, count);
            assert_eq!(result.moves[0].score, Score::exact(64));
            assert_eq!(result.exact(), Some(64));
            assert!(!result.moves[1..].iter().any(ScoredMove::is_exact));
        }
    }
}

#[test]
fn other_shapes_are_searched_too() {
    for shape in ["6x6", "9x7", "10x10", "8x8-a1h8"] {
        let position = Position::start(shape.parse().unwrap());
        let mut solver = small();
        let thought = best(&mut solver, &position, Limits::level(5), 2);
        assert!(thought.complete, "{shape}");
        assert_eq!(thought.moves.len(), 2, "{shape}");
    }
}

#[test]
fn results_are_the_same_without_any_feature() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(21);
    let positions: Vec<Position> = (0..12)
        .map(|number| random_position(Shape::STANDARD, 10 + number % 4, &mut random))
        .collect();
    let solve = |options: SearchOptions| -> Vec<(i32, Vec<i32>)> {
        let mut solver = searcher(options.with_hash(1));
        let solutions = positions.iter().map(|p| {
            let score = search(&mut solver, p, Limits::SOLVE).exact().unwrap();
            (score, units(&search(&mut solver, p, full_width(3))))
        });
        solutions.collect()
    };
    let whole = solve(SearchOptions::default());
    for feature in Feature::ALL {
        let without = solve(SearchOptions::default().without(feature));
        assert_eq!(without, whole, "{feature}");
        assert_eq!(feature.name().parse(), Ok(feature));
    }
    assert!("tables".parse::<Feature>().is_err());
}

#[test]
fn a_warmed_up_and_cleared_searcher_behaves_like_a_new_one() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(22);
    let fresh = || searcher(SearchOptions::default().with_hash(2));
    let mut used = fresh();
    used.warm_up();
    for empties in [40, 16, 24, 60] {
        let position = random_position(Shape::STANDARD, empties, &mut random);
        let thought = search(&mut used, &position, Limits::level(6));
        let expected = search(&mut fresh(), &position, Limits::level(6));
        assert_eq!(thought, expected, "{empties}");
        used.clear();
    }
}

/// 4×4 has random weights, 9×3 has none.
#[test]
fn every_tier_searches_a_midgame_position() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(33);
    let shape = "4x4".parse().unwrap();
    let evaluation = some_evaluation(shape);
    let narrow = available_tiers().map(|tier| (tier, shape));
    for (tier, shape) in narrow.chain([(Tier::Portable, "9x3".parse().unwrap())]) {
        let options = SearchOptions::default().with_tier(tier);
        let mut searcher = searcher(
            options
                .with_evaluation(Arc::clone(&evaluation))
                .with_hash(1),
        );
        let position = random_position(shape, 10, &mut random);
        let result = search(&mut searcher, &position, Limits::depth(3));
        assert!(result.complete && result.moves.len() <= 1);
    }
}
