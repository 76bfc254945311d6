//! Play in a given opening.

use std::collections::HashMap;

use outflank_othello::{Game, Position, Square};

/// The moves of an opening by position, in any symmetry and move order.
///
/// ```
/// use outflank_othello::{Game, Shape};
/// use outflank_study::sparring::OpeningLine;
///
/// let tiger = Game::from_transcript(Shape::STANDARD, "f5d6c3d3c4")?;
/// let line = OpeningLine::new(&tiger);
/// // The same opening in another symmetry.
/// let game = Game::from_transcript(Shape::STANDARD, "c4e3f6")?;
/// assert_eq!(line.next_move(game.position()), Some("e6".parse()?));
/// assert_eq!(line.next_move(tiger.position()), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpeningLine {
    /// The next move in each canonical position.
    moves: HashMap<Position, Square>,
}

impl OpeningLine {
    /// Creates an opening line from the moves of a game.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let plies = game.plies().filter_map(|(position, mv)| {
            let (canonical, symmetry) = position.canonical();
            let square = symmetry.square(mv.square()?, position.shape());
            Some((canonical, square))
        });
        Self {
            moves: plies.collect(),
        }
    }

    /// Returns the next move, or `None` outside the opening and at its end.
    #[must_use]
    pub fn next_move(&self, position: &Position) -> Option<Square> {
        let (canonical, symmetry) = position.canonical();
        let square = *self.moves.get(&canonical)?;
        Some(symmetry.inverse().square(square, position.shape()))
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Shape, Symmetry};

    use super::*;

    const LONG: &str = "f5d6c3d3c4f4c5b3c2e6";

    fn game(text: &str) -> Game {
        Game::from_transcript(Shape::STANDARD, text).unwrap()
    }

    #[test]
    fn the_line_is_followed_in_every_symmetry() {
        let played = game(LONG);
        let line = OpeningLine::new(&played);
        for symmetry in Symmetry::ALL {
            for (position, mv) in played.plies() {
                let turned = position.under(symmetry);
                let next = line.next_move(&turned).unwrap();
                // Another move may be equivalent by a symmetry of the position.
                let expected = symmetry.square(mv.square().unwrap(), Shape::STANDARD);
                let one = turned.play(next).unwrap().canonical().0;
                assert_eq!(one, turned.play(expected).unwrap().canonical().0);
            }
            assert_eq!(line.next_move(&played.position().under(symmetry)), None);
        }
    }

    #[test]
    fn move_order_does_not_matter() {
        // Two move orders lead to the same position.
        let (one, other) = ("f5f4c3c6g3", "f5f4g3c6c3");
        assert_eq!(game(one).position(), game(other).position());
        let line = OpeningLine::new(&game(&format!("{one}d3")));
        assert!(line.next_move(game(other).position()).is_some());
        // Outside the line there is no next move.
        assert_eq!(line.next_move(game("f5d6c5").position()), None);
    }

    #[test]
    fn a_line_applies_only_to_its_board() {
        let shape: Shape = "9x7".parse().unwrap();
        let start = Position::start(shape);
        let first = start.legal_moves().first().unwrap();
        let mut played = Game::new(shape);
        played.play(first).unwrap();
        let line = OpeningLine::new(&played);
        assert!(line.next_move(&start).is_some());
        assert_eq!(line.next_move(&Position::start(Shape::STANDARD)), None);
    }
}
