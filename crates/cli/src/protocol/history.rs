//! The game that a client tells move by move.

use outflank_othello::{Color, IllegalMove, Move, Position};

/// A game as a client tells it. Some clients tell passes and some leave them out,
/// so here a side that cannot move is passed over only once the other one moves.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// The start, and the position after each move told.
    positions: Vec<Position>,
}

/// Why a move cannot be played or asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum HistoryError {
    /// It is the other side's turn.
    #[error("it is the turn of {0}, who has a legal move")]
    OtherTurn(Color),
    /// The rules forbid the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl History {
    /// A game from `start`.
    pub(super) fn new(start: Position) -> Self {
        Self {
            positions: vec![start],
        }
    }

    /// A game with passes in it: the start and the position after each move.
    pub(super) fn of_positions(start: Position, later: &[Position]) -> Self {
        let mut history = Self::new(start);
        history.positions.extend(later);
        history
    }

    /// The position now. Its mover may have to pass.
    pub(super) fn position(&self) -> &Position {
        // There is the start at least.
        &self.positions[self.positions.len() - 1]
    }

    /// The start and the position after each move told.
    pub(super) fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The position with `color` to move, the other side having passed if it has
    /// to. Once the game is over the turn is anybody's.
    pub(super) fn turn_of(&self, color: Color) -> Result<Position, HistoryError> {
        let position = self.position();
        let mover = position.mover();
        if mover == color {
            Ok(*position)
        } else if position.is_over() {
            Ok(position.with_other_mover())
        } else {
            let passed = position.pass();
            passed.map_err(|_| HistoryError::OtherTurn(mover))
        }
    }

    /// Plays a move of `color`. Passes after the end are taken: some clients end
    /// a game by them.
    pub(super) fn play(&mut self, color: Color, mv: Move) -> Result<(), HistoryError> {
        let position = self.turn_of(color)?;
        let next = match mv {
            Move::Place(square) => position.play(square)?,
            Move::Pass if position.is_over() => position.with_other_mover(),
            Move::Pass => position.pass()?,
        };
        self.positions.push(next);
        Ok(())
    }

    /// Takes back the move told last; says whether there was one.
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
    use outflank_othello::{Game, Shape, Square};

    use super::*;

    /// A game with passes in it, and the number of the first pass among its moves.
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
    fn passes_may_be_told_or_left_out() {
        let (game, _) = game_with_a_pass();
        let mut told = History::new(*game.start());
        let mut untold = History::new(*game.start());
        for (position, mv) in game.plies() {
            told.play(position.mover(), mv).unwrap();
            if mv != Move::Pass {
                untold.play(position.mover(), mv).unwrap();
            }
        }
        assert_eq!(told.position(), game.position());
        assert_eq!(untold.position(), game.position());
        assert!(untold.positions().len() < told.positions().len());
    }

    #[test]
    fn a_side_that_can_move_is_not_passed_over() {
        let mut history = History::new(Position::start(Shape::STANDARD));
        history.play(Color::Black, square("f5")).unwrap();
        let again = history.play(Color::Black, square("d3"));
        assert_eq!(again, Err(HistoryError::OtherTurn(Color::White)));
        let pass = history.play(Color::White, Move::Pass);
        let reason = IllegalMove::PassWithMoves(Color::White);
        assert_eq!(pass, Err(HistoryError::Illegal(reason)));
        assert_eq!(history.positions().len(), 2);
    }

    #[test]
    fn an_undone_move_takes_the_untold_pass_with_it() {
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
    fn after_the_end_both_sides_may_pass_and_nobody_may_play() {
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
