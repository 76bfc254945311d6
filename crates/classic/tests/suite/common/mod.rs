//! Random positions of many shapes.

use outflank_othello::{Position, Square};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

pub(crate) const SHAPES: [&str; 8] = [
    "8x8",
    "6x6",
    "4x4",
    "4x8",
    "5x5",
    "9x7",
    "10x10",
    "8x8-a1h1a8h8",
];

/// A position of a random game, perhaps its end, perhaps with a pass to come.
pub(crate) fn random_position(shape: &str, random: &mut Xoshiro256PlusPlus) -> Position {
    let mut position = Position::start(shape.parse().expect("a shape"));
    let plies = random.random_range(0..position.empties().len() + 4);
    for _ in 0..plies {
        let moves: Vec<Square> = position.legal_moves().into_iter().collect();
        let next = match moves.len() {
            0 => position.pass(),
            count => position.play(moves[random.random_range(0..count)]),
        };
        match next {
            Ok(next) => position = next,
            Err(_) => break,
        }
    }
    position
}
