//! Searches by values against plain negamax.

#![cfg(not(loom))]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_othello::{Bitboard, Board, BoardTask, Color, Layout, Position, Shape};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::exact_tests::random_position;
use super::*;
use crate::clock::Clock;
use crate::evaluation::network::tests::some_network;
use crate::evaluation::{Evaluation, KNOTS, PatternSet, UNITS_PER_DISC, Weights};
use crate::tier::Tier;

/// The value some plies on, straight from the rules and the evaluation.
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
        let most = 64 * UNITS_PER_DISC - UNITS_PER_DISC / 2;
        let more = evaluation
            .network()
            .map_or(0, |network| network.parity_bias(board.occupied().count()));
        return (evaluation.value(board.widen()) + more).clamp(-most, most);
    }
    let values = moves
        .indices()
        .map(|index| -negamax(layout, evaluation, board.play(index, layout), depth - 1));
    values.max().unwrap_or(i32::MIN)
}

/// The value of a position some plies on.
struct Plies<'a>(&'a Evaluation, u32);

impl BoardTask for Plies<'_> {
    type Output = i32;

    fn run<W: Bitboard>(self, layout: &Layout<W>, board: Board<W>, _mover: Color) -> i32 {
        negamax(layout, self.0, board, self.1)
    }
}

/// Weights made by chance.
fn some_evaluation(shape: Shape) -> Arc<Evaluation> {
    let patterns = PatternSet::of(shape).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(17);
    let mut weight = || random.random_range(-100..=100);
    let mut knot = || (0..patterns.kinds()).map(|_| weight()).collect();
    let knots = (0..KNOTS).map(|_| knot()).collect();
    Arc::new(Evaluation::new(Weights::new(patterns, "by chance", knots)))
}

fn reach(depth: u32) -> Reach {
    Reach {
        depth,
        selectivity: Selectivity::NONE,
        exact_to: 0,
        end_to: 0,
    }
}

#[test]
fn searches_that_leave_nothing_out_have_the_values_of_negamax() {
    searches_have_the_values_of_negamax(Shape::STANDARD, None, 120);
}

#[test]
fn weights_of_other_shapes_are_searched_by() {
    for shape in ["6x6", "7x8", "9x7", "10x10"] {
        let shape = shape.parse().unwrap();
        searches_have_the_values_of_negamax(shape, Some(&some_evaluation(shape)), 24);
    }
}

#[test]
fn networks_are_searched_by() {
    for width in [16, 64] {
        let network = some_network(width, 3, 20, false);
        let weights = Evaluation::shipped().weights().clone();
        let own = Arc::new(Evaluation::with_network(weights, network));
        searches_have_the_values_of_negamax(Shape::STANDARD, Some(&own), 60);
    }
}

fn searches_have_the_values_of_negamax(shape: Shape, own: Option<&Arc<Evaluation>>, count: u32) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let tiers = Tier::ALL.into_iter().filter(|tier| tier.is_available());
    let solver = |tier| {
        let mut options = SolveOptions::default().with_hash(1).with_tier(tier);
        if let Some(own) = own {
            options = options.with_evaluation(Arc::clone(own));
        }
        Solver::new(options).unwrap()
    };
    let evaluation = Evaluation::for_shape(own, shape).unwrap();
    let mut solvers: Vec<Solver> = tiers.map(solver).collect();
    let most = shape.squares() - 8;
    for number in 0..count {
        let position = random_position(shape, (most - number % (most - 6)) as usize, &mut random);
        let depth = 1 + number % 4;
        for solver in &mut solvers {
            // What is known of earlier, deeper searches would be taken for better.
            solver.forget();
            let thought = solver.think(&position, reach(depth), 1, |_| true);
            assert!(thought.complete);
            let Some(best) = thought.moves.first() else {
                assert!(position.legal_moves().is_empty());
                continue;
            };
            let depth = depth.min(position.empties().len() as u32);
            let expected = position.with_board(Plies(evaluation, depth));
            assert_eq!(best.value, expected, "{position:?}");
            let child = position.play(best.square).unwrap();
            let sign = if child.mover() == position.mover() {
                1
            } else {
                -1
            };
            let value = child.with_board(Plies(evaluation, depth - 1));
            assert_eq!(best.value, sign * value);
        }
    }
}

#[test]
fn what_several_depths_say_decides_and_no_other_search_changes() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(15);
    let options = SolveOptions::default().with_hash(1);
    let mut averaged = Solver::new(options.clone()).unwrap();
    let mut last_alone = Solver::new(options.without(Feature::DepthAveraging)).unwrap();
    let (mut others, mut less) = (0, 0);
    for number in 0..240 {
        let position = random_position(Shape::STANDARD, 50 - number % 36, &mut random);
        let mut search = |reach, wanted| {
            [&mut averaged, &mut last_alone].map(|solver| {
                solver.forget();
                solver.think(&position, reach, wanted, |_| true)
            })
        };
        let bold = Reach {
            selectivity: Selectivity::ALL[0],
            ..reach(7)
        };
        let [of_all, of_last] = search(bold, 1);
        let (Some(best), Some(of_last)) = (of_all.moves.first(), of_last.moves.first()) else {
            continue;
        };
        assert!(of_all.complete && best.depth == 7 && best.pv[0] == best.square);
        others += i32::from(best.square != of_last.square);
        less += i32::from(best.value < of_last.value);
        // With less depth, nothing left out, or several moves wanted.
        for (reach, wanted) in [(Reach { depth: 4, ..bold }, 1), (reach(5), 1), (bold, 2)] {
            let [one, other] = search(reach, wanted);
            assert_eq!(one, other);
        }
    }
    assert!(
        others > 5 && less > 1,
        "{others} other moves, {less} worth less"
    );
}

#[test]
fn all_moves_come_out_best_first() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut solver = Solver::new(SolveOptions::default().with_hash(1)).unwrap();
    for number in 0..40 {
        let position = random_position(Shape::STANDARD, 50 - number, &mut random);
        let exact_to = if number >= 38 { 12 } else { 0 };
        let reach = Reach {
            exact_to,
            ..reach(2)
        };
        let moves = solver.think(&position, reach, usize::MAX, |_| true).moves;
        assert_eq!(moves.len(), position.legal_moves().len());
        assert!(moves.is_sorted_by_key(|found| -found.value));
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
    let options = SolveOptions::default().with_hash(4);
    let mut solver = Solver::new(options.clone()).unwrap();
    for number in 0..30 {
        let position = random_position(Shape::STANDARD, 8 + number % 10, &mut random);
        let score = solve(&position, &options).exact().unwrap();
        let exact = Reach {
            exact_to: 60,
            ..reach(6)
        };
        for wanted in [1, 3] {
            let thought = solver.think(&position, exact, wanted, |_| true);
            if let Some(best) = thought.moves.first() {
                assert!(best.is_exact);
                assert_eq!(best.value, UNITS_PER_DISC * score, "{position:?}");
            }
        }
    }
}

#[test]
fn other_shapes_are_searched_too() {
    for shape in ["6x6", "9x7", "10x10", "8x8-a1h8"] {
        let position = Position::start(shape.parse().unwrap());
        let mut solver = Solver::new(SolveOptions::default().with_hash(1)).unwrap();
        let thought = solver.think(&position, Reach::level(5), 2, |_| true);
        assert!(thought.complete, "{shape}");
        assert_eq!(thought.moves.len(), 2, "{shape}");
    }
}

#[test]
fn interrupted_searches_give_legal_moves_and_sane_values() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(14);
    for threads in [1, 2, 4] {
        let stop = Arc::new(AtomicBool::new(false));
        let options = SolveOptions::default()
            .with_hash(1)
            .with_threads(threads)
            .with_stop(Arc::clone(&stop));
        let mut solver = Solver::new(options).unwrap();
        let mut cut_short = 0;
        for number in 0..333 {
            let position = random_position(Shape::STANDARD, 10 + number % 45, &mut random);
            stop.store(false, Ordering::Relaxed);
            let after = Duration::from_micros(random.random_range(0..6_000));
            let thought = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(after);
                    stop.store(true, Ordering::Relaxed);
                });
                solver.think(&position, Reach::UNLIMITED, 1, |_| true)
            });
            cut_short += usize::from(!thought.complete);
            for found in thought.moves {
                assert!(position.legal_moves().contains(found.square));
                assert!(found.value.abs() <= 64 * UNITS_PER_DISC, "{found:?}");
            }
        }
        assert!(cut_short > 100, "only {cut_short} searches were cut short");
    }
}

#[test]
fn a_limit_of_time_is_kept() {
    let mut solver = Solver::new(SolveOptions::default().with_hash(1)).unwrap();
    solver.limit_time(Some(Duration::from_millis(50)));
    let thought = solver.think(
        &Position::start(Shape::STANDARD),
        Reach::UNLIMITED,
        1,
        |_| true,
    );
    assert!(!thought.complete);
    assert_eq!(thought.moves.len(), 1);
}

#[test]
fn efforts_give_legal_moves_and_end() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut solver = Solver::new(SolveOptions::default().with_hash(1)).unwrap();
    let clock = |left| Clock {
        left: Duration::from_millis(left),
        increment: Duration::ZERO,
    };
    for number in 0..40 {
        let position = random_position(Shape::STANDARD, 8 + number % 50, &mut random);
        for effort in [
            Effort::Nodes(0),
            Effort::Nodes(3000),
            Effort::Time(Duration::ZERO),
            Effort::Time(Duration::from_millis(2)),
            Effort::Clock(clock(0)),
            Effort::Clock(clock(100)),
            Effort::Reach(Reach::level(3)),
        ] {
            let thought = solver.choose(&position, effort, 1, |_| true);
            let legal = position.legal_moves();
            match thought.moves.first() {
                Some(found) => assert!(legal.contains(found.square), "{effort:?}"),
                None => assert!(legal.is_empty(), "{effort:?}"),
            }
        }
    }
}

#[test]
fn a_limit_of_nodes_is_kept_and_gives_the_same_search_again() {
    let position = Position::start(Shape::STANDARD);
    let search = |nodes| {
        let mut solver = Solver::new(SolveOptions::default().with_hash(1)).unwrap();
        solver.choose(&position, Effort::Nodes(nodes), 1, |_| true)
    };
    let mut before = 0;
    for nodes in [10_000, 100_000, 1_000_000] {
        let thought = search(nodes);
        assert!(!thought.complete);
        assert!(thought.nodes >= nodes && thought.nodes < nodes + 50_000);
        assert!(thought.moves[0].depth >= before);
        before = thought.moves[0].depth;
        assert_eq!(search(nodes), thought);
    }
}

#[test]
fn a_forced_move_takes_no_time() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let position = (0..10_000)
        .map(|_| random_position(Shape::STANDARD, 30, &mut random))
        .find(|position| position.legal_moves().len() == 1)
        .unwrap();
    let mut solver = Solver::new(SolveOptions::default().with_hash(1)).unwrap();
    let hour = Effort::Time(Duration::from_secs(3600));
    let thought = solver.choose(&position, hour, 1, |_| true);
    assert!(thought.complete && thought.moves[0].depth == 1);
}

#[test]
fn without_any_feature_the_results_are_the_same() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(21);
    let positions: Vec<Position> = (0..12)
        .map(|number| random_position(Shape::STANDARD, 10 + number % 4, &mut random))
        .collect();
    let solve = |options: SolveOptions| -> Vec<(i32, i32)> {
        let mut solver = Solver::new(options.with_hash(1)).unwrap();
        let solutions = positions.iter().map(|p| {
            let score = solver.solve(p, Window::EXACT).exact().unwrap();
            let thought = solver.think(p, reach(3), 1, |_| true);
            (score, thought.moves.first().map_or(0, |found| found.value))
        });
        solutions.collect()
    };
    let whole = solve(SolveOptions::default());
    for feature in Feature::ALL {
        assert_eq!(
            solve(SolveOptions::default().without(feature)),
            whole,
            "{feature}"
        );
        assert_eq!(feature.name().parse(), Ok(feature));
    }
    assert!("tables".parse::<Feature>().is_err());
}

#[test]
fn a_solver_that_was_warmed_up_and_forgot_is_as_good_as_new() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(22);
    let fresh = || Solver::new(SolveOptions::default().with_hash(2)).unwrap();
    let mut used = fresh();
    used.warm_up();
    for empties in [40, 16, 24, 60] {
        let position = random_position(Shape::STANDARD, empties, &mut random);
        let thought = used.think(&position, Reach::level(6), 1, |_| true);
        let expected = fresh().think(&position, Reach::level(6), 1, |_| true);
        assert_eq!(thought, expected, "{empties}");
        used.forget();
    }
}

#[test]
fn a_search_broken_off_goes_on_where_it_was() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(31);
    for (empties, wanted) in [(50, 1), (40, 3), (14, 1), (13, 60)] {
        let position = random_position(Shape::STANDARD, empties, &mut random);
        let reach = Reach::level(8);
        let fresh = || Solver::new(SolveOptions::default().with_hash(2)).unwrap();
        let mut depths = Vec::new();
        let whole = fresh().think(&position, reach, wanted, |found| {
            depths.push((found[0].depth, found[0].selectivity));
            true
        });
        // The same again, broken off after every depth.
        let (mut solver, mut known, mut taken) = (fresh(), Vec::new(), Vec::new());
        let last = loop {
            let before = taken.len();
            let thought = solver.think_on(&position, reach, wanted, &known, |found| {
                taken.push((found[0].depth, found[0].selectivity));
                false
            });
            known.clone_from(&thought.moves);
            if thought.complete {
                break thought;
            }
            assert_eq!(taken.len(), before + 1);
        };
        assert_eq!(taken, depths, "{empties}");
        let moves = position.legal_moves().len();
        assert_eq!(last.moves.len(), wanted.min(moves));
        if empties < 20 {
            let values = |thought: &SearchResult| -> Vec<i32> {
                thought.moves.iter().map(|m| m.value).collect()
            };
            assert_eq!(values(&last), values(&whole));
        }
        // Nothing is left to be searched.
        let again = solver.think_on(&position, reach, wanted, &known, |_| {
            panic!("a depth was searched again")
        });
        assert!(again.complete && again.moves == last.moves);
        // What is known of too few moves does not count.
        let mut reported = 0;
        let _ = solver.think_on(&position, reach, 60, &known[..1], |_| {
            reported += 1;
            true
        });
        assert_eq!(reported, if moves > 1 { depths.len() } else { 0 });
    }
}

#[test]
fn some_moves_are_solved_as_if_all_were() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(32);
    let mut solver = Solver::new(SolveOptions::default().with_hash(1)).unwrap();
    for _ in 0..5 {
        let position = random_position(Shape::STANDARD, 12, &mut random);
        let mut all = solver.solve_moves(&position, |_| ());
        all.sort_by_key(|solved| solved.square);
        let squares: Vec<_> = position.legal_moves().into_iter().collect();
        let (some, others) = squares.split_at(squares.len() / 2);
        let occupied = position.discs(Color::Black).first();
        let some: Vec<_> = some.iter().copied().chain(occupied).collect();
        let mut together = solver.solve_these_moves(&position, &some, |_| ());
        assert_eq!(together.len(), squares.len() / 2);
        together.extend(solver.solve_these_moves(&position, others, |_| ()));
        together.sort_by_key(|solved| solved.square);
        let scores = |moves: &[SolvedMove]| -> Vec<_> {
            moves.iter().map(|m| (m.square, m.score)).collect()
        };
        assert_eq!(scores(&together), scores(&all));
    }
}
