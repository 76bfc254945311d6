//! One game between two players.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_othello::notation::transcript;
use outflank_othello::{Color, Game, Position, Square};

use crate::engine::{EngineError, Player};

/// A finished game without the positions on its way, since a contest may have
/// many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The position before the first move.
    pub start: Position,
    /// The squares played, those of the opening first; passes are left out.
    pub moves: Vec<Square>,
    /// Final disc difference for Black, empty squares going to the winner.
    pub black_score: i32,
}

impl PlayedGame {
    /// The game with all its positions. `None` if its moves are not legal.
    #[must_use]
    pub fn replay(&self) -> Option<Game> {
        let mut game = Game::from_position(self.start);
        for &square in &self.moves {
            game.play(square).ok()?;
        }
        Some(game)
    }
}

impl From<&Game> for PlayedGame {
    fn from(game: &Game) -> Self {
        Self {
            start: *game.start(),
            moves: game.squares().collect(),
            black_score: game.position().score(Color::Black),
        }
    }
}

/// The transcript: squares run together, passes left out.
impl fmt::Display for PlayedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|square| square.fmt(f))
    }
}

/// Why a game could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenGame {
    /// The side whose player failed.
    pub side: Color,
    /// What it did.
    pub error: EngineError,
}

/// Plays on from `opening` to the end of the game. `None` if `stop` became true
/// before the end: an unfinished game has no result.
///
/// ```
/// use std::sync::{Arc, atomic::AtomicBool};
/// use outflank_lab::{Engine, RandomEngine, play_game};
/// use outflank_othello::{Game, Shape};
///
/// let (mut black, mut white) = (RandomEngine.new_player(1)?, RandomEngine.new_player(2)?);
/// let opening = Game::new(Shape::STANDARD);
/// let game = play_game(&opening, &mut *black, &mut *white, &Arc::new(AtomicBool::new(false)));
/// assert!(game.unwrap().unwrap().is_over());
/// # Ok::<(), outflank_lab::EngineError>(())
/// ```
///
/// # Errors
///
/// A player that gives no move, or an illegal one.
pub fn play_game(
    opening: &Game,
    black: &mut dyn Player,
    white: &mut dyn Player,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Game>, BrokenGame> {
    let mut game = opening.clone();
    while !game.is_over() {
        let side = game.position().mover();
        let chosen = match side {
            Color::Black => black.choose(&game, stop),
            Color::White => white.choose(&game, stop),
        };
        // What a player says once it was told to stop is not its best.
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        chosen
            .and_then(|square| {
                game.play(square)
                    .map_err(|illegal| EngineError::new(format!("illegal move: {illegal}")))
            })
            .map_err(|error| BrokenGame {
                side,
                error: EngineError::new(format!("{error} (after {})", played(&game))),
            })?;
    }
    Ok(Some(game))
}

/// The moves so far, for a message.
fn played(game: &Game) -> String {
    let moves = transcript(game);
    if moves.is_empty() {
        format!("no move from {}", game.position())
    } else {
        moves
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::Shape;

    use super::*;
    use crate::engine::{Engine, RandomEngine};

    /// Always the same square, legal or not.
    struct Stubborn(&'static str);

    impl Player for Stubborn {
        fn choose(&mut self, _game: &Game, _stop: &Arc<AtomicBool>) -> Result<Square, EngineError> {
            self.0.parse().map_err(|_| EngineError::new("no square"))
        }
    }

    fn play(black: &'static str, stop: bool) -> Result<Option<Game>, BrokenGame> {
        let opening = Game::new(Shape::STANDARD);
        let mut white = RandomEngine.new_player(1).unwrap();
        let stop = Arc::new(AtomicBool::new(stop));
        play_game(&opening, &mut Stubborn(black), &mut *white, &stop)
    }

    #[test]
    fn illegal_moves_name_the_side_and_the_reason() {
        let error = play("f5", false).unwrap_err();
        assert_eq!(error.side, Color::Black);
        let message = error.error.to_string();
        assert!(message.starts_with("illegal move: f5 "), "{message}");
        assert!(message.contains("(after f5"), "{message}");
        let message = play("??", false).unwrap_err().error.to_string();
        assert!(message.starts_with("no square (after no move from"));
    }

    #[test]
    fn a_stopped_game_has_no_result() {
        assert_eq!(play("f5", true), Ok(None));
    }

    #[test]
    fn finished_openings_stay_as_they_are() {
        let finished = Game::from_transcript(Shape::STANDARD, "e6f4e3f6g5d6e7f5c5").unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let game = play_game(&finished, &mut Stubborn("a1"), &mut Stubborn("a1"), &stop);
        assert_eq!(game, Ok(Some(finished)));
    }
}
