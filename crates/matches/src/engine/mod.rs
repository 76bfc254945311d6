//! The engines that play in a tournament.

mod external;
mod gtp;
mod limit;
mod name;
mod named;
mod nboard;
mod outflank;
mod program;
mod random;
mod spec;
mod textbook;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_othello::{Game, Square};

pub use limit::{MoveLimit, TimeControl};
pub use name::{EngineOptions, parse_engine, parse_evaluation, read_weights};
pub use named::{NamedEngine, tell_apart};
pub use outflank::OutflankEngine;
pub use outflank_engine::{Clock, ClockError};
pub use program::ProgramEngine;
pub use random::RandomEngine;
pub use spec::{EngineSpec, read_engines};
pub use textbook::TextbookEngine;

/// An engine that can enter a tournament.
///
/// The games of a tournament run on several threads, so the engine creates a separate
/// player for each game.
pub trait MatchEngine: Send + Sync {
    /// Returns the name under which results are listed; [`parse_engine`] can parse it.
    fn name(&self) -> String;

    /// Returns everything that determines how the engine plays: the name for [`parse_engine`] and,
    /// for a program, its settings.
    fn specification(&self) -> String {
        self.name()
    }

    /// Returns the clock with which the engine starts a game; `common` is the tournament's clock.
    fn clock(&self, common: Option<Clock>) -> Option<Clock> {
        common
    }

    /// Returns whether the engine always plays the same game from the same opening. A repeated
    /// opening between two such engines would only repeat a game.
    fn is_deterministic(&self) -> bool;

    /// Checks before a tournament that games from these openings can be played.
    ///
    /// # Errors
    ///
    /// Returns the reason if they cannot be played; the tournament then does not start.
    fn check(&self, openings: &[Game]) -> Result<(), EngineError> {
        let _ = openings;
        Ok(())
    }

    /// Creates a player for one game, with `seed` for its random numbers.
    ///
    /// # Errors
    ///
    /// Returns the reason if the engine cannot play, for example because a program does
    /// not start.
    fn new_player(&self, seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError>;
}

/// An engine in one game. A player that fails forfeits it.
pub trait MatchPlayer {
    /// Prepares to play from `opening`, before any clock runs: slow initialization
    /// belongs here. `stop` is as in [`choose`](Self::choose).
    ///
    /// # Errors
    ///
    /// Returns the reason if it cannot play.
    fn prepare(&mut self, opening: &Game, stop: &Arc<AtomicBool>) -> Result<(), EngineError> {
        let _ = (opening, stop);
        Ok(())
    }

    /// Chooses a move for the side to move, which has a legal one; `None` resigns the game.
    /// `clock` is the side's running clock if the game is timed. `stop` becomes true when the tournament is stopped:
    /// the move is then discarded, and should come soon.
    ///
    /// # Errors
    ///
    /// Returns the reason if there is no move.
    fn choose(
        &mut self,
        game: &Game,
        clock: Option<Clock>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<ChosenMove>, EngineError>;
}

/// The move that a player chose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChosenMove {
    /// The square.
    pub square: Square,
    /// The player's score, in discs for the mover, if known.
    pub score: Option<f64>,
}

/// A move without a score.
impl From<Square> for ChosenMove {
    fn from(square: Square) -> Self {
        Self {
            square,
            score: None,
        }
    }
}

/// The reason why an engine cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct EngineError {
    /// The reason, on one line.
    pub reason: String,
    /// The last lines exchanged with the program, if the engine is one.
    pub conversation: Vec<String>,
    /// Whether the program did not start, or exited.
    pub is_crash: bool,
}

impl EngineError {
    /// Creates an error with a one-line reason.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            conversation: Vec::new(),
            is_crash: false,
        }
    }
}
