//! Random moves, positions and games.

use rand::{Rng, RngExt};

use crate::{Game, Position, Shape, Square};

/// Returns a random legal move, or `None` if the mover has none.
pub fn random_move(position: &Position, rng: &mut impl Rng) -> Option<Square> {
    let moves = position.legal_moves();
    let count = moves.len();
    (count > 0).then(|| moves.into_iter().nth(rng.random_range(0..count)))?
}

/// Plays a random game until at most `empties` squares are empty or the game is over, and returns
/// the position. The mover may have to pass.
///
/// ```
/// use outflank_othello::Shape;
/// use outflank_othello::random::random_position;
///
/// let position = random_position(Shape::STANDARD, 40, &mut rand::rng());
/// assert_eq!(position.empties().len(), 40);
/// ```
pub fn random_position(shape: Shape, empties: usize, rng: &mut impl Rng) -> Position {
    let mut position = Position::start(shape);
    while position.empties().len() > empties {
        let next = match random_move(&position, rng) {
            Some(square) => position.play(square),
            None => position.pass(),
        };
        match next {
            Ok(next) => position = next,
            Err(_) => break,
        }
    }
    position
}

/// Returns a random game, played to its end.
pub fn random_game(shape: Shape, rng: &mut impl Rng) -> Game {
    let mut game = Game::new(shape);
    while let Some(square) = random_move(game.position(), rng) {
        if game.play(square).is_err() {
            break;
        }
    }
    game
}
