//! Compares exact searches with plain alpha-beta and known results.

#![cfg(not(loom))]

pub(super) use outflank_othello::random::random_position;
use outflank_othello::{
    Bitboard, Board, BoardError, Color, Layout, Position, Shape, Square, with_board,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::*;
use crate::evaluation::{Evaluation, Features, PatternSet, UNITS_PER_DISC};
use crate::tier::Tier;

/// The score by plain alpha-beta, directly from the rules.
fn score(position: &Position) -> i32 {
    with_board!(position, |layout, board| alpha_beta(
        board, layout, -200, 200
    ))
}

/// Solves a position.
fn solved(searcher: &mut Searcher, position: &Position, window: Window) -> SearchResult {
    let request = SearchRequest::new(position, Limits::SOLVE).window(window);
    searcher.search(&request)
}

pub(super) fn searcher(options: SearchOptions) -> Searcher {
    Searcher::new(options).unwrap()
}

fn position_on(shape: &str, empties: usize, random: &mut Xoshiro256PlusPlus) -> Position {
    random_position(shape.parse().unwrap(), empties, random)
}

/// A searcher with a table of 1 MiB.
pub(super) fn small() -> Searcher {
    searcher(SearchOptions::default().with_hash(1))
}

pub(super) fn available_tiers() -> impl Iterator<Item = Tier> {
    Tier::ALL.into_iter().filter(|tier| tier.is_available())
}

/// The scores of the moves in 1/128 discs.
pub(super) fn units(result: &SearchResult) -> Vec<i32> {
    let moves = result.moves.iter();
    moves.map(|found| found.score.units()).collect()
}

fn alpha_beta<B: Bitboard>(board: Board<B>, layout: &Layout<B>, alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves(layout);
    if moves.is_empty() {
        return if board.is_over(layout) {
            board.final_score(layout)
        } else {
            -alpha_beta(board.pass(), layout, -beta, -alpha)
        };
    }
    let mut alpha = alpha;
    let mut goes_on = |next: Board<B>| {
        alpha = alpha.max(-alpha_beta(next, layout, -beta, -alpha));
        alpha < beta
    };
    let next = moves.indices().map(|index| board.play(index, layout));
    if board.empties(layout).count() > 4 {
        // Any order gives the same score; this order takes a fraction of the time.
        let mut next: Vec<Board<B>> = next.collect();
        next.sort_by_cached_key(|board| board.legal_moves(layout).count());
        next.into_iter().all(&mut goes_on);
    } else {
        { next }.all(&mut goes_on);
    }
    alpha
}

const SHAPES: [&str; 10] = [
    "8x8",
    "6x6",
    "5x5",
    "4x8",
    "8x8-a1h8b2",
    "9x7",
    "10x10",
    "7x8",
    "12x4",
    "6x8-c3",
];

/// Checks positions of random games with 1 to `most` empty squares, on many shapes: each with one
/// thread, and every eleventh also with two and four threads, which split no nodes with so few
/// empties.
fn assert_random_positions_match_alpha_beta(count: usize, most: usize, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    // One searcher for each number of threads: entries of one position must not affect the next,
    // whatever its shape.
    let options = |threads| SearchOptions::default().with_hash(1).with_threads(threads);
    let mut searchers = [1, 2, 4].map(|threads| searcher(options(threads)));
    for number in 0..count {
        // The shape changes only now and then, as in practice.
        let shape = SHAPES[number / 50 % SHAPES.len()];
        let position = position_on(shape, 1 + number % most, &mut random);
        let expected = score(&position);
        let kinds = if number % 11 == 0 { 3 } else { 1 };
        for searcher in &mut searchers[..kinds] {
            let solution = solved(searcher, &position, Window::EXACT);
            assert!(solution.complete);
            assert_eq!(solution.exact(), Some(expected), "{position:?}");
            assert_line(&position, &solution.pv, expected);
        }
    }
}

#[test]
fn positions_with_up_to_ten_empties_match_alpha_beta() {
    assert_random_positions_match_alpha_beta(4_000, 10, 2);
}

#[test]
#[ignore = "takes a minute"]
fn a_hundred_thousand_positions_match_alpha_beta() {
    std::thread::scope(|scope| {
        for seed in [5, 6] {
            scope.spawn(move || {
                assert_random_positions_match_alpha_beta(49_000, 9, seed);
                assert_random_positions_match_alpha_beta(1_000, 12, seed);
            });
        }
    });
}

#[test]
fn every_move_matches_alpha_beta() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut searcher = small();
    for number in 0..2000 {
        let shape = SHAPES[number % SHAPES.len()];
        let position = position_on(shape, 1 + number % 10, &mut random);
        let request = SearchRequest::new(&position, Limits::SOLVE).every_move();
        let moves = searcher.search(&request).moves;
        assert_eq!(moves.len(), position.legal_moves().into_iter().count());
        assert!(moves.is_sorted_by_key(ScoredMove::order));
        for solved in moves {
            let child = position.play(solved.square).unwrap();
            assert_eq!(solved.score, Score::exact(-score(&child)), "{position:?}");
            assert_line(&position, &solved.pv, solved.score.whole_discs());
        }
    }
}

/// The bounds enclose the score, the window is settled, and a move reported to reach the lower
/// bound does so.
#[test]
fn windows_and_win_draw_loss_agree_with_alpha_beta() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut searcher = small();
    let mut settled = [0; 3];
    for number in 0..3000 {
        let shape = SHAPES[number / 20 % SHAPES.len()];
        let position = position_on(shape, 1 + number % 11, &mut random);
        let expected = score(&position);
        let from = random.random_range(-20..20);
        let window = match number % 2 {
            0 => Window::WIN_DRAW_LOSS,
            _ => Window::new(from, from + random.random_range(1..8)).unwrap(),
        };
        let solution = solved(&mut searcher, &position, window);
        let (lower, upper) = (solution.lower.whole_discs(), solution.upper.whole_discs());
        assert!(lower <= expected && expected <= upper, "{position:?}");
        assert!(solution.complete && window.is_settled_by(lower, upper));
        if let Some(best) = solution.best()
            && expected > window.alpha()
        {
            let child = position.play(best.square).unwrap();
            assert!(-score(&child) >= lower.min(window.beta()));
        }
        settled[usize::from(lower >= upper) + 2 * usize::from(lower < upper && lower > 0)] += 1;
    }
    assert!(settled.iter().all(|&count| count > 100), "{settled:?}");
}

/// Asserts that a line is legal and ends in a finished game with the score.
fn assert_line(position: &Position, line: &[Square], score: i32) {
    let mut game = outflank_othello::Game::from_position(*position);
    for &square in line {
        game.play(square).unwrap();
    }
    assert!(game.is_over());
    assert_eq!(game.position().score(position.mover()), score);
}

/// Every tier solves one position with one, two and four threads.
#[test]
fn tiers_and_threads_agree() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for number in 0..120 {
        let shape = ["8x8", "6x6", "4x8", "8x8-a1h8b2", "9x7"][number % 5];
        let position = position_on(shape, 10 + number % 8, &mut random);
        let options = SearchOptions::default().with_hash(4);
        let solve = |options: SearchOptions| {
            let result = solved(&mut searcher(options), &position, Window::EXACT);
            SearchResult {
                elapsed: Duration::ZERO,
                ..result
            }
        };
        let expected = solve(options.clone().with_tier(Tier::Portable));
        for tier in available_tiers() {
            assert_eq!(solve(options.clone().with_tier(tier)), expected);
        }
        for threads in [2, 4] {
            let solution = solve(options.clone().with_threads(threads));
            assert_eq!(solution.exact(), expected.exact(), "{position:?}");
            assert_line(&position, &solution.pv, expected.lower.whole_discs());
        }
    }
}

/// Positions with enough empty squares for splits within splits, and more threads than cores.
#[test]
#[ignore = "takes a minute"]
fn many_threads_agree_with_one() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let options = |threads| SearchOptions::default().with_hash(16).with_threads(threads);
    let mut searchers = [1, 2, 4, 8, 65].map(|threads| (threads, searcher(options(threads))));
    for number in 0..80 {
        let position = random_position(Shape::STANDARD, 16 + number % 3, &mut random);
        let [(_, one), others @ ..] = &mut searchers;
        let expected = solved(one, &position, Window::EXACT);
        for (threads, searcher) in others {
            let solution = solved(searcher, &position, Window::EXACT);
            assert!(solution.complete);
            let (found, expected) = (solution.exact(), expected.exact());
            assert_eq!(found, expected, "{threads}: {position:?}");
            assert_line(&position, &solution.pv, expected.unwrap());
        }
    }
}

/// The published scores of the FFO endgame test, with one thread and with two.
#[test]
fn ffo_positions_have_their_published_scores() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/positions");
    for (file, count) in [("fforum-1-19.obf", 19), ("fforum-20-39.obf", 10)] {
        let text = std::fs::read_to_string(format!("{folder}/{file}")).unwrap();
        let records = outflank_othello::format::parse_obf_lines(&text, Shape::STANDARD);
        for record in records.take(count).map(Result::unwrap) {
            for threads in [1, 2] {
                let options = SearchOptions::default().with_threads(threads);
                let solution = solved(&mut searcher(options), &record.position, Window::EXACT);
                assert_eq!(solution.exact(), record.best_score());
                let best = outflank_othello::Move::Place(solution.moves[0].square);
                assert!(record.best_moves().any(|mv| mv == best));
            }
        }
    }
}

/// All 184 positions of hard-20, if `OUTFLANK_DATA` has them.
#[test]
#[ignore = "takes half a minute"]
fn the_hard_positions_with_twenty_empties_have_their_published_scores() {
    let Ok(data) = std::env::var("OUTFLANK_DATA") else {
        eprintln!("skipped: OUTFLANK_DATA is not set");
        return;
    };
    let text = std::fs::read_to_string(format!("{data}/positions/hard-20.obf")).unwrap();
    let mut searcher = searcher(SearchOptions::default().with_threads(2));
    let mut count = 0;
    for record in outflank_othello::format::parse_obf_lines(&text, Shape::STANDARD) {
        let record = record.unwrap();
        let solution = solved(&mut searcher, &record.position, Window::EXACT);
        assert_eq!(solution.exact(), record.best_score());
        count += 1;
    }
    assert_eq!(count, 184);
}

#[test]
fn small_boards_have_their_known_results() {
    let sixteen = ["4x5", "5x4", "4x6", "6x4"].map(|shape| (shape, 16));
    for (shape, score) in sixteen.into_iter().chain([("4x4", -10)]) {
        let start = Position::start(shape.parse().unwrap());
        assert_eq!(solve(&start).exact(), Some(score), "{shape}");
    }
}

#[test]
fn a_stopped_search_reports_that_it_is_incomplete() {
    let stop = Arc::new(AtomicBool::new(true));
    let start = Position::start(Shape::STANDARD);
    let mut searcher = searcher(SearchOptions::default().with_stop(stop));
    let solution = solved(&mut searcher, &start, Window::EXACT);
    assert!(!solution.complete);
    let bounds = (solution.lower, solution.upper);
    assert_eq!(bounds, (Score::exact(-64), Score::exact(64)));
    assert!(
        solution.best().is_some(),
        "an interrupted search still returns a move"
    );
    let request = SearchRequest::new(&start, Limits::SOLVE).every_move();
    let result = searcher.search(&request);
    assert!(!result.complete && result.moves.is_empty());
}

/// The 8×8 start cannot be solved, so its search runs until it is stopped.
#[test]
fn a_search_ends_on_timeout_stop_and_observer_break() {
    let start = Position::start(Shape::STANDARD);
    for threads in [1, 2] {
        let options = SearchOptions::default().with_hash(1).with_threads(threads);
        let limits = Limits::SOLVE.with_time(Duration::from_millis(50));
        let request = SearchRequest::new(&start, limits);
        let solution = searcher(options.clone()).search(&request);
        assert!(!solution.complete);

        let request = SearchRequest::new(&start, Limits::SOLVE);
        let mut stopped = searcher(options.clone());
        let solution = stopped.search_observed(&request, |_| ControlFlow::Break(()));
        assert!(!solution.complete);

        let stop = Arc::new(AtomicBool::new(false));
        std::thread::scope(|scope| {
            let mut searcher = searcher(options.with_stop(Arc::clone(&stop)));
            let search = scope.spawn(move || solved(&mut searcher, &start, Window::EXACT));
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
            assert!(!search.join().unwrap().complete);
        });
    }
}

/// The search recurses once for each empty square before it knows a score.
#[test]
fn a_search_needs_little_of_its_callers_stack() {
    for (shape, kib) in [("16x8", 256), ("8x8", 1024)] {
        let start = Position::start(shape.parse().unwrap());
        let search = move || {
            let options = SearchOptions::default().with_hash(1);
            let mut searcher = searcher(options.without(Feature::Presearch));
            let limits = Limits::SOLVE.with_nodes(300_000);
            let (caller, mut reports) = (std::thread::current().id(), 0);
            let result = searcher.search_observed(&SearchRequest::new(&start, limits), |_| {
                assert_eq!(std::thread::current().id(), caller);
                reports += 1;
                ControlFlow::Continue(())
            });
            assert!(!result.complete && result.nodes >= 300_000 && reports > 0);
        };
        let builder = std::thread::Builder::new().stack_size(kib << 10);
        builder.spawn(search).unwrap().join().unwrap();
    }
}

#[test]
fn a_panic_of_the_observer_ends_the_search_of_a_large_board() {
    let start = Position::start("16x8".parse().unwrap());
    let mut searcher = small();
    let search = std::panic::AssertUnwindSafe(|| {
        searcher.search_observed(&SearchRequest::new(&start, Limits::SOLVE), |_| {
            std::panic::resume_unwind(Box::new("the observer"))
        })
    });
    assert!(std::panic::catch_unwind(search).is_err());
}

/// Bounds read during a search are true, and save work in another searcher.
#[test]
fn saved_bounds_are_restored() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    for shape in ["8x8", "9x7", "8x8-a1h8b2"] {
        let position = position_on(shape, 16, &mut random);
        let options = SearchOptions::default().with_hash(8);
        let mut first = searcher(options.clone());
        let view = first.table_view(position.shape());
        let solution = solved(&mut first, &position, Window::EXACT);
        let known: Vec<SavedBounds> = view.read(10).collect();
        assert!(known.len() > 200, "{shape}: {}", known.len());
        assert!(known.iter().all(|bounds| bounds.empties >= 10));

        let mut other = searcher(options);
        let view = other.table_view(position.shape());
        for bounds in &known {
            view.restore(bounds, 16).unwrap();
        }
        assert!(view.read(10).count() * 10 >= known.len() * 9);
        let again = solved(&mut other, &position, Window::EXACT);
        assert_eq!((again.lower, again.upper), (solution.lower, solution.upper));
        let (nodes, before) = (again.nodes, solution.nodes);
        assert!(nodes * 2 < before, "{nodes} {before}");

        // Bounds that cannot be those of a position on the board are rejected.
        let changes: [fn(&mut SavedBounds); 3] = [
            |wrong| wrong.empties += 1,
            |wrong| wrong.opponent |= wrong.mover,
            |wrong| (wrong.lower, wrong.upper) = (6, 4),
        ];
        for change in changes {
            let mut wrong = known[0];
            change(&mut wrong);
            assert!(view.restore(&wrong, 16).is_err());
        }
    }
}

/// The bits of an 8×8 board may also be a board of a smaller shape, for which the bounds would be
/// wrong.
#[test]
fn a_view_of_another_shape_reads_and_writes_nothing() {
    let options = SearchOptions::default().with_hash(1);
    for (shape, other) in [("8x8", "6x6"), ("8x8", "9x7")] {
        let shape: Shape = shape.parse().unwrap();
        let mut searcher = searcher(options.clone());
        let view = searcher.table_view(shape);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(31);
        let position = random_position(shape, 14, &mut random);
        solved(&mut searcher, &position, Window::EXACT);
        let known: Vec<SavedBounds> = view.read(10).collect();
        view.restore(&known[0], 14).unwrap();
        let found: Shape = other.parse().unwrap();
        let current = searcher.table_view(found);
        let refused = Err(RestoreError::Shape {
            expected: shape,
            found,
        });
        assert_eq!(view.restore(&known[0], 14), refused);
        assert_eq!((current.read(0).count(), view.read(0).count()), (0, 0));
        let position = random_position(found, 12, &mut random);
        solved(&mut searcher, &position, Window::EXACT);
        assert!(current.read(0).count() > 0);
        assert_eq!(view.read(0).count(), 0);
        // The table holds boards of the first shape again.
        let _ = searcher.table_view(shape);
        assert_eq!(view.restore(&known[0], 14), Ok(()));
    }
}

#[test]
fn searching_some_moves_equals_searching_their_boards() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(23);
    let mut searcher = small();
    for (shape, empties) in [("8x8", 13), ("8x8", 8), ("6x6", 11), ("9x7", 7)] {
        let position = position_on(shape, empties, &mut random);
        let child = |square| -solve(&position.play(square).unwrap()).exact().unwrap();
        let legal: Vec<Square> = position.legal_moves().into_iter().collect();
        let scores: Vec<i32> = legal.iter().map(|&square| child(square)).collect();
        for from in 0..legal.len() {
            for to in from + 1..=legal.len() {
                let (moves, scores) = (&legal[from..to], &scores[from..to]);
                let best = *scores.iter().max().unwrap();
                let of = |limits| {
                    let request = SearchRequest::new(&position, limits);
                    request.root_moves(moves).unwrap()
                };
                for limits in [Limits::SOLVE, Limits::level(30)] {
                    searcher.clear();
                    let result = searcher.search(&of(limits));
                    assert!(result.complete);
                    assert_eq!(result.exact(), Some(best), "{position:?} {moves:?}");
                    let found = result.best().unwrap();
                    let place = moves.iter().position(|&square| square == found.square);
                    assert_eq!(scores[place.unwrap()], best);
                    assert_eq!(result.pv[0], found.square);
                }
                let window = Window::new(best - 3, best - 1).unwrap();
                let result = searcher.search(&of(Limits::SOLVE).window(window));
                assert!(result.complete && (best - 1..=best).contains(&result.lower.whole_discs()));
                let window = Window::new(best, best + 2).unwrap();
                let result = searcher.search(&of(Limits::SOLVE).window(window));
                assert!(result.complete && result.upper == Score::exact(best));
                let every = searcher.search(&of(Limits::SOLVE).every_move());
                let mut expected: Vec<_> = scores.iter().map(|s| UNITS_PER_DISC * s).collect();
                expected.sort_unstable_by_key(|score| -score);
                assert_eq!(units(&every), expected);
            }
        }
    }
}

#[test]
fn searches_can_be_restricted_to_legal_moves_only() {
    let request = SearchRequest::new(&Position::start(Shape::STANDARD), Limits::SOLVE);
    let moves = |names: &[&str]| {
        let moves: Vec<Square> = names.iter().map(|name| name.parse().unwrap()).collect();
        request.clone().root_moves(&moves)
    };
    assert_eq!(moves(&[]), Err(RootMoveError::Empty));
    let error = moves(&["d3", "a1"]).unwrap_err();
    assert_eq!(error.to_string(), "a1 is not a legal move of the position");
    let request = moves(&["f5", "d3"]).unwrap();
    let names: Vec<String> = request.moves().iter().map(Square::to_string).collect();
    assert_eq!(names, ["d3", "f5"]);
}

/// Boards with overlapping discs or discs off the shape do not reach a search or an evaluation.
#[test]
fn invalid_boards_are_rejected_at_every_entry_point() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut searcher = small();
    let small: Shape = "6x6".parse().unwrap();
    let refused = |shape: Shape, board: Board<u128>, view: &TableView| {
        assert!(Position::from_widened_board(shape, board, Color::Black).is_err());
        let bounds = SavedBounds {
            mover: board.mover(),
            opponent: board.opponent(),
            lower: -2,
            upper: 2,
            best: [255; 2],
            empties: 64 - board.occupied().count_ones() as u8,
        };
        assert!(view.restore(&bounds, 40).is_err());
        assert!(Features::new(PatternSet::of(shape).unwrap(), board).is_err());
    };
    for _ in 0..200 {
        let (mover, opponent) = (random.random::<u64>() | 1, random.random::<u64>() | 1);
        let overlapping = Board::new_unchecked(mover, opponent).widen();
        let view = searcher.table_view(Shape::STANDARD);
        refused(Shape::STANDARD, overlapping, &view);
        // Discs of both sides that are off the smaller board.
        let off = Board::new_unchecked(mover & !opponent, opponent & !mover | 1 << 63).widen();
        let view = searcher.table_view(small);
        refused(small, off, &view);
    }
    let patterns = PatternSet::standard();
    let beyond = Features::new(patterns, Board::new_unchecked(1 << 64, 0));
    assert_eq!(beyond, Err(BoardError::OffLayout(64, Shape::STANDARD)));
}

#[test]
fn positions_of_other_shapes_are_not_evaluated() {
    for evaluation in [Evaluation::linear(), Evaluation::shipped()] {
        for shape in ["6x6", "8x8-a1", "9x7"] {
            let start = Position::start(shape.parse().unwrap());
            let error = evaluation.value(&start).unwrap_err();
            let expected = format!("a position on {shape}: expected one on 8x8");
            assert_eq!(error.to_string(), expected);
            assert_eq!(evaluation.terms(&start).unwrap_err(), error);
            assert_eq!(evaluation.explain(&start).unwrap_err(), error);
        }
    }
}

/// The boards are small enough for Miri. Wide boards have kernels of their own, whatever the tier.
#[test]
fn every_tier_solves_a_small_board_with_two_threads() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(10);
    let narrow = available_tiers().map(|tier| (tier, "4x4"));
    for (tier, shape) in narrow.chain([(Tier::Portable, "9x3")]) {
        let position = position_on(shape, 8, &mut random);
        let options = SearchOptions::default().with_tier(tier);
        let mut searcher = searcher(options.with_hash(1).with_threads(2));
        let solution = solved(&mut searcher, &position, Window::EXACT);
        assert_eq!(solution.exact(), Some(score(&position)), "{tier} {shape}");
    }
}
