//! The game that a client sends move by move.

use outflank_othello::{Color, Move, Position, Square};

/// A game as a client sends it. Some clients send passes and others omit them, so a forced pass is
/// played only when the other side moves.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// The start, and the position after each move.
    positions: Vec<Position>,
}

impl History {
    /// Creates a game from `start`.
    pub(super) fn new(start: Position) -> Self {
        Self {
            positions: vec![start],
        }
    }

    /// Creates a game from its start and the position after each move.
    pub(super) fn from_positions(start: Position, later: &[Position]) -> Self {
        let mut history = Self::new(start);
        history.positions.extend(later);
        history
    }

    /// Returns the current position. Its mover may have to pass.
    pub(super) fn position(&self) -> &Position {
        // The list always contains the start.
        &self.positions[self.positions.len() - 1]
    }

    /// Returns the start and the position after each move.
    pub(super) fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the square of the last move if the opponent of `color` made it.
    pub(super) fn last_against(&self, color: Color) -> Option<Square> {
        let [.., before, now] = &self.positions[..] else {
            return None;
        };
        let empties = now.empties();
        let filled = before.empties().into_iter();
        let mut filled = filled.filter(|&square| !empties.contains(square));
        filled
            .next()
            .filter(|&square| now.disc(square) == Some(color.opponent()))
    }

    /// Returns the position with `color` to move, after a forced pass of the other side. Once the
    /// game is over, either side may be to move.
    pub(super) fn turn_of(&self, color: Color) -> Result<Position, String> {
        let position = self.position();
        let mover = position.mover();
        if mover == color {
            Ok(*position)
        } else if position.is_over() {
            Ok(position.with_other_mover())
        } else {
            let passed = position.pass();
            passed.map_err(|_| format!("it is the turn of {mover}, who has a legal move"))
        }
    }

    /// Plays a move of `color`. Accepts passes after the end, because some clients end a game with
    /// them.
    pub(super) fn play(&mut self, color: Color, mv: Move) -> Result<(), String> {
        let position = self.turn_of(color)?;
        let next = match mv {
            Move::Place(square) => position.play(square),
            Move::Pass if position.is_over() => Ok(position.with_other_mover()),
            Move::Pass => position.pass(),
        };
        self.positions
            .push(next.map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Takes back the last move. Returns whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let can_undo = self.positions.len() > 1;
        if can_undo {
            self.positions.pop();
        }
        can_undo
    }
}

#[cfg(test)]
pub(super) mod tests {
    use outflank_othello::{Game, IllegalMove, Shape, Square};

    use super::*;

    /// Returns a game with passes, and the index of the first among its moves.
    pub(crate) fn game_with_a_pass() -> (Game, usize) {
        let mut game = Game::new(Shape::STANDARD);
        while let Some(square) = game.position().legal_moves().first() {
            game.play(square).unwrap();
        }
        let pass = game.moves().iter().position(|&mv| mv == Move::Pass);
        (game, pass.unwrap())
    }

    fn square(name: &str) -> Move {
        Move::Place(name.parse::<Square>().unwrap())
    }

    #[test]
    fn passes_may_be_sent_or_omitted() {
        let (game, _) = game_with_a_pass();
        let mut sent = History::new(*game.start());
        let mut omitted = History::new(*game.start());
        for (position, mv) in game.plies() {
            sent.play(position.mover(), mv).unwrap();
            if mv != Move::Pass {
                omitted.play(position.mover(), mv).unwrap();
            }
        }
        assert_eq!(sent.position(), game.position());
        assert_eq!(omitted.position(), game.position());
        assert!(omitted.positions().len() < sent.positions().len());
    }

    #[test]
    fn the_last_move_of_the_opponent_is_found() {
        let (game, pass) = game_with_a_pass();
        let mut history = History::new(*game.start());
        for (ply, (position, mv)) in game.plies().enumerate().take(pass + 3) {
            let last = ply
                .checked_sub(1)
                .and_then(|last| game.moves()[last].square());
            assert_eq!(history.last_against(position.mover()), last, "ply {ply}");
            // Omit the pass.
            if mv != Move::Pass {
                history.play(position.mover(), mv).unwrap();
            }
        }
    }

    #[test]
    fn a_side_that_can_move_may_not_be_skipped() {
        let mut history = History::new(Position::start(Shape::STANDARD));
        history.play(Color::Black, square("f5")).unwrap();
        let again = history.play(Color::Black, square("d3"));
        let reason = "it is the turn of White, who has a legal move";
        assert_eq!(again, Err(reason.to_owned()));
        let pass = history.play(Color::White, Move::Pass);
        let reason = IllegalMove::PassWithMoves(Color::White);
        assert_eq!(pass, Err(reason.to_string()));
        assert_eq!(history.positions().len(), 2);
    }

    #[test]
    fn undo_takes_back_an_omitted_pass() {
        let (game, pass) = game_with_a_pass();
        let mut history = History::new(*game.start());
        let before_pass = game.plies().take(pass);
        for (position, mv) in before_pass {
            history.play(position.mover(), mv).unwrap();
        }
        let position = *history.position();
        assert!(position.must_pass());
        let next = game.positions()[pass + 1];
        history.play(next.mover(), game.moves()[pass + 1]).unwrap();
        assert!(history.undo());
        assert_eq!(*history.position(), position);
        while history.undo() {}
        assert_eq!(history.position(), game.start());
    }

    #[test]
    fn after_the_end_both_sides_may_pass_but_not_move() {
        let (game, _) = game_with_a_pass();
        let mut history = History::new(*game.position());
        for color in [Color::White, Color::White, Color::Black] {
            history.play(color, Move::Pass).unwrap();
            assert!(history.position().is_over());
            assert!(history.play(color, square("a1")).is_err());
        }
        assert_eq!(history.positions().len(), 4);
    }
}
