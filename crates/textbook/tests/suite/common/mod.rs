//! Random positions of many shapes.

use outflank_othello::{Position, Shape};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The number of shapes that [`shape`] returns.
pub(crate) const SHAPES: usize = 8;

/// Returns a shape by its number, modulo [`SHAPES`].
pub(crate) fn shape(number: usize) -> Shape {
    let mut shapes = "8x8 6x6 4x4 4x8 5x5 9x7 10x10 8x8-a1h1a8h8".split(' ');
    let shape = shapes.nth(number % SHAPES).expect("eight shapes");
    shape.parse().expect("a shape")
}

/// Returns a position from a random game. The game may be over, or the mover may have to pass.
pub(crate) fn random_position(shape: Shape, random: &mut Xoshiro256PlusPlus) -> Position {
    let most = Position::start(shape).empties().len();
    let empties = random.random_range(0..=most);
    outflank_othello::random::random_position(shape, empties, random)
}
