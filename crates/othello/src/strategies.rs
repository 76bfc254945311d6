//! Strategies for property tests with the crate `proptest`.
//!
//! ```
//! use outflank_othello::strategies::{any_game, any_position};
//! use outflank_othello::Shape;
//! use proptest::prelude::*;
//!
//! proptest!(|(game in any_game(Shape::STANDARD), position in any_position())| {
//!     prop_assert_eq!(game.positions().len(), game.moves().len() + 1);
//!     prop_assert_eq!(position.is_over(), position.legal_moves().is_empty() && !position.must_pass());
//! });
//! ```

use proptest::collection::vec;
use proptest::prelude::*;

use crate::{Game, Position, Shape, Square};

/// Returns any rectangle without holes.
pub fn any_shape() -> impl Strategy<Value = Shape> {
    let side = crate::MIN_SIDE..=crate::MAX_SIDE;
    let shape = |(width, height)| Shape::new(width, height).ok();
    (side.clone(), side).prop_filter_map("more than 128 squares", shape)
}

/// Returns any square of a shape.
pub fn any_square(shape: Shape) -> impl Strategy<Value = Square> {
    let squares: Vec<Square> = shape.squares_in_order().collect();
    prop::sample::select(squares)
}

/// Returns a game of random length on a shape, possibly complete. It shrinks to shorter games.
pub fn any_game(shape: Shape) -> impl Strategy<Value = Game> {
    vec(any::<u16>(), 0..=shape.squares() as usize).prop_map(move |choices| {
        let mut game = Game::new(shape);
        for choice in choices {
            let moves: Vec<Square> = game.position().legal_moves().into_iter().collect();
            let Some(&square) = moves.get(usize::from(choice) % moves.len().max(1)) else {
                break;
            };
            if game.play(square).is_err() {
                break;
            }
        }
        game
    })
}

/// Returns a position that occurs in a game on the standard board.
pub fn any_position() -> impl Strategy<Value = Position> {
    any_position_on(Shape::STANDARD)
}

/// Returns a position that occurs in a game on a shape.
pub fn any_position_on(shape: Shape) -> impl Strategy<Value = Position> {
    any_game(shape).prop_map(|game| *game.position())
}
