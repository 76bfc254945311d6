//! The solver against plain minimax and known results.

use outflank_othello::{Bitboard, Board, BoardTask, Color, Layout, Position, Shape, Square};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::tier::Tier;

/// The score by plain minimax, straight from the rules.
struct Minimax;

impl BoardTask for Minimax {
    type Output = i32;

    fn run<B: Bitboard>(self, layout: &Layout<B>, board: Board<B>, _mover: Color) -> i32 {
        minimax(board, layout)
    }
}

fn minimax<B: Bitboard>(board: Board<B>, layout: &Layout<B>) -> i32 {
    let moves = board.legal_moves(layout);
    if !moves.is_empty() {
        let scores = moves
            .indices()
            .map(|index| -minimax(board.play(index, layout), layout));
        scores.max().unwrap()
    } else if board.is_over(layout) {
        board.final_score(layout)
    } else {
        -minimax(board.pass(), layout)
    }
}

/// A position of a random game with at most `empties` empty squares.
fn random_position(shape: Shape, empties: usize, random: &mut Xoshiro256PlusPlus) -> Position {
    let mut position = Position::start(shape);
    while position.empties().len() > empties {
        let moves: Vec<Square> = position.legal_moves().into_iter().collect();
        position = match moves.len() {
            0 => match position.pass() {
                Ok(next) => next,
                Err(_) => return position,
            },
            count => position.play(moves[random.random_range(0..count)]).unwrap(),
        };
    }
    position
}

#[test]
fn scores_moves_and_lines_equal_minimax_on_random_positions() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let options = SolveOptions::default().with_hash(1);
    for number in 0..4000 {
        let shapes = ["8x8", "6x6", "5x5", "4x8", "8x8-a1h8b2", "9x7", "10x10"];
        let shape: Shape = shapes[number % shapes.len()].parse().unwrap();
        let position = random_position(shape, number % 9, &mut random);
        let expected = position.with_board(Minimax);

        let solution = solve(&position, &options);
        assert!(solution.complete);
        assert_eq!(solution.exact(), Some(expected), "{position:?}");
        assert_line(&position, &solution.pv, expected);

        for solved in solve_all_moves(&position, &options) {
            let child = position.play(solved.square).unwrap();
            assert_eq!(solved.score, -child.with_board(Minimax), "{position:?}");
            assert_line(&position, &solved.pv, solved.score);
        }
    }
}

/// The line is legal and ends in a finished game with the score.
fn assert_line(position: &Position, line: &[Square], score: i32) {
    let mut game = outflank_othello::Game::from_position(*position);
    for &square in line {
        game.play(square).unwrap();
    }
    assert!(game.is_over());
    assert_eq!(game.position().score(position.mover()), score);
}

/// One position solved by every tier and by one, two and four threads.
#[test]
fn tiers_and_threads_agree() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for number in 0..120 {
        let shapes = ["8x8", "6x6", "4x8", "8x8-a1h8b2", "9x7"];
        let shape: Shape = shapes[number % shapes.len()].parse().unwrap();
        let position = random_position(shape, 10 + number % 8, &mut random);
        let options = SolveOptions::default().with_hash(4);
        let expected = solve(&position, &options.clone().with_tier(Tier::Portable));
        for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
            assert_eq!(solve(&position, &options.clone().with_tier(tier)), expected);
        }
        for threads in [2, 4] {
            let solution = solve(&position, &options.clone().with_threads(threads));
            assert_eq!(solution.exact(), expected.exact(), "{position:?}");
            assert_line(&position, &solution.pv, expected.lower);
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
                let options = SolveOptions::default().with_threads(threads);
                let solution = solve(&record.position, &options);
                assert_eq!(solution.exact(), record.best_score());
                let best = outflank_othello::Move::Place(solution.best.unwrap());
                assert!(record.best_moves().any(|mv| mv == best));
            }
        }
    }
}

#[test]
fn small_boards_have_their_known_results() {
    for (shape, score) in [
        ("4x4", -10),
        ("4x5", 16),
        ("5x4", 16),
        ("4x6", 16),
        ("6x4", 16),
    ] {
        let start = Position::start(shape.parse().unwrap());
        assert_eq!(
            solve(&start, &SolveOptions::default()).exact(),
            Some(score),
            "{shape}"
        );
    }
}

#[test]
fn a_stopped_search_says_that_it_is_incomplete() {
    let stop = Arc::new(AtomicBool::new(true));
    let start = Position::start(Shape::STANDARD);
    let options = SolveOptions::default().with_stop(stop);
    let solution = solve(&start, &options);
    assert!(!solution.complete);
    assert!(solve_all_moves(&start, &options).is_empty());
}
