//! Searches end within their limits, and resume where they stopped.

#![cfg(not(loom))]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_othello::{Position, Shape};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::exact_tests::{random_position, searcher, small, units};
use super::midgame_tests::search;
use super::*;
use crate::clock::Clock;
use crate::evaluation::UNITS_PER_DISC;

#[test]
fn interrupt_at_has_no_effect_before_its_time() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let at = random_position(Shape::STANDARD, 30, &mut random);
    let request = SearchRequest::new(&at, Limits::level(8)).every_move();
    let searched = |request: &SearchRequest| {
        let result = searcher(SearchOptions::default().with_hash(1)).search(request);
        (result.moves, result.nodes, result.complete)
    };
    let now = web_time::Instant::now();
    let whole = searched(&request);
    assert!(whole.2);
    let later = now + Duration::from_secs(3600);
    assert_eq!(searched(&request.clone().interrupt_at(later)), whole);
    let (_, nodes, is_complete) = searched(&request.interrupt_at(now));
    assert!(!is_complete && nodes < whole.1);
}

#[test]
fn interrupted_searches_return_legal_moves_and_plausible_values() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(14);
    for threads in [1, 2, 4] {
        let stop = Arc::new(AtomicBool::new(false));
        let options = SearchOptions::default()
            .with_hash(1)
            .with_threads(threads)
            .with_stop(Arc::clone(&stop));
        let mut searcher = searcher(options);
        let mut cut_short = 0;
        for number in 0..333 {
            let position = random_position(Shape::STANDARD, 10 + number % 45, &mut random);
            stop.store(false, Ordering::Relaxed);
            let after = Duration::from_micros(random.random_range(0..6_000));
            let result = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(after);
                    stop.store(true, Ordering::Relaxed);
                });
                search(&mut searcher, &position, Limits::UNLIMITED)
            });
            cut_short += usize::from(!result.complete);
            for found in result.moves {
                assert!(position.legal_moves().contains(found.square));
                assert!(found.discs().abs() <= 64.0, "{found:?}");
            }
        }
        assert!(cut_short > 100, "only {cut_short} searches were cut short");
    }
}

#[test]
fn a_time_limit_ends_the_search() {
    let mut searcher = small();
    let limits = Limits::UNLIMITED.with_time(Duration::from_millis(50));
    let result = search(&mut searcher, &Position::start(Shape::STANDARD), limits);
    assert!(!result.complete);
    assert_eq!(result.moves.len(), 1);
}

#[test]
fn the_depth_ends_a_search_with_ample_time() {
    let hour = Duration::from_secs(3600);
    let clock = Clock {
        left: hour,
        increment: Duration::ZERO,
    };
    let start = Position::start(Shape::STANDARD);
    let level = Limits::level(4);
    for limits in [
        level.with_time(hour),
        level.with_clock(clock),
        level.with_time(hour).with_clock(clock).with_nodes(u64::MAX),
    ] {
        let mut searcher = small();
        let mut depths = Vec::new();
        let result = searcher.search_observed(&SearchRequest::new(&start, limits), |so_far| {
            depths.push(so_far.moves[0].depth);
            ControlFlow::Continue(())
        });
        assert!(result.complete);
        assert_eq!(depths, [1, 2, 3, 4]);
    }
}

#[test]
fn searches_end_with_legal_moves_under_all_limits() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut searcher = small();
    let clock = |left| Clock {
        left: Duration::from_millis(left),
        increment: Duration::ZERO,
    };
    for number in 0..40 {
        let position = random_position(Shape::STANDARD, 8 + number % 50, &mut random);
        for limits in [
            Limits::UNLIMITED.with_nodes(0),
            Limits::UNLIMITED.with_nodes(3000),
            Limits::UNLIMITED.with_time(Duration::ZERO),
            Limits::UNLIMITED.with_time(Duration::from_millis(2)),
            Limits::UNLIMITED.with_clock(clock(0)),
            Limits::UNLIMITED.with_clock(clock(100)),
            Limits::level(3),
        ] {
            let result = search(&mut searcher, &position, limits);
            let legal = position.legal_moves();
            match result.best() {
                Some(best) => assert!(legal.contains(best.square), "{limits:?}"),
                None => assert!(legal.is_empty(), "{limits:?}"),
            }
        }
    }
}

#[test]
fn a_node_limit_is_respected_and_reproducible() {
    let position = Position::start(Shape::STANDARD);
    let search = |nodes| {
        let limits = Limits::UNLIMITED.with_nodes(nodes);
        search(&mut small(), &position, limits)
    };
    let mut before = 0;
    for nodes in [10_000, 100_000, 1_000_000] {
        let result = search(nodes);
        assert!(!result.complete);
        assert!(result.nodes >= nodes && result.nodes < nodes + 50_000);
        assert!(result.moves[0].depth >= before);
        before = result.moves[0].depth;
        assert_eq!(search(nodes), result);
    }
}

#[test]
fn a_forced_move_is_searched_one_ply_deep() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let position = (0..10_000)
        .map(|_| random_position(Shape::STANDARD, 30, &mut random))
        .find(|position| position.legal_moves().len() == 1)
        .unwrap();
    let mut searcher = small();
    let hour = Limits::UNLIMITED.with_time(Duration::from_secs(3600));
    let result = search(&mut searcher, &position, hour);
    assert!(result.complete && result.moves[0].depth == 1);
}

#[test]
fn a_stopped_search_resumes_where_it_stopped() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(31);
    for (empties, count) in [(50, 1), (40, 3), (14, 1), (13, 60)] {
        let position = random_position(Shape::STANDARD, empties, &mut random);
        let request = SearchRequest::new(&position, Limits::level(8)).best_moves(count);
        let fresh = || searcher(SearchOptions::default().with_hash(2));
        let mut depths = Vec::new();
        let whole = fresh().search_observed(&request, |so_far| {
            depths.push((so_far.moves[0].depth, so_far.moves[0].selectivity));
            ControlFlow::Continue(())
        });
        // Search again, stopping after every iteration.
        let (mut searcher, mut known, mut taken) = (fresh(), Vec::new(), Vec::new());
        let last = loop {
            let before = taken.len();
            let result = searcher.search_observed(&request.clone().resume(&known), |so_far| {
                taken.push((so_far.moves[0].depth, so_far.moves[0].selectivity));
                ControlFlow::Break(())
            });
            known.clone_from(&result.moves);
            if result.complete {
                break result;
            }
            assert_eq!(taken.len(), before + 1);
        };
        assert_eq!(taken, depths, "{empties}");
        let moves = position.legal_moves().len();
        assert_eq!(last.moves.len(), count.min(moves));
        if empties < 20 {
            assert_eq!(units(&last), units(&whole));
        }
        // There is nothing left to search.
        let again = searcher.search_observed(&request.clone().resume(&known), |_| {
            panic!("an iteration was repeated")
        });
        assert!(again.complete);
        let squares = |moves: &[ScoredMove]| moves.iter().map(|m| m.square).collect::<Vec<_>>();
        assert_eq!(squares(&again.moves), squares(&last.moves));
        // Too few known moves are ignored.
        let mut reported = 0;
        let request = request.best_moves(60).resume(&known[..1]);
        let _ = searcher.search_observed(&request, |_| {
            reported += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(reported, if moves > 1 { depths.len() } else { 0 });
    }
}

#[test]
fn solving_each_move_resumes_where_it_stopped() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(32);
    let mut searcher = small();
    for _ in 0..5 {
        let position = random_position(Shape::STANDARD, 12, &mut random);
        let request = SearchRequest::new(&position, Limits::SOLVE).every_move();
        let whole = searcher.search(&request);
        assert!(whole.complete && whole.moves.iter().all(ScoredMove::is_exact));
        let best = whole.exact().map(|score| UNITS_PER_DISC * score);
        assert_eq!(best, Some(units(&whole)[0]));
        let mut known = Vec::new();
        for solved in 1..=whole.moves.len() {
            let request = request.clone().resume(&known);
            let result = searcher.search_observed(&request, |_| ControlFlow::Break(()));
            assert_eq!(result.moves.len(), solved);
            assert_eq!(result.complete, solved == whole.moves.len());
            known = result.moves;
        }
        let scores = |moves: &[ScoredMove]| -> Vec<_> {
            moves.iter().map(|m| (m.square, m.score)).collect()
        };
        assert_eq!(scores(&known), scores(&whole.moves));
    }
}
