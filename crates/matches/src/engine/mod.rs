//! The engines that play in a tournament.

mod classic;
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

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_othello::{Game, Square};

pub use classic::ClassicEngine;
pub use limit::{MoveLimit, TimeControl};
pub use name::{EngineNameError, EngineOptions, parse_engine, parse_evaluation, read_weights};
pub use named::{NamedEngine, tell_apart};
pub use outflank::{OutflankEngine, full_width};
pub use outflank_engine::{Clock, ClockError};
pub use program::ProgramEngine;
pub use random::RandomEngine;
pub use spec::{EngineSpec, EngineSpecError, read_engines};

/// An engine that can enter a tournament.
///
/// The games of a tournament run concurrently on several threads, so the engine creates
/// a player with a state of its own for each game.
pub trait MatchEngine: Send + Sync {
    /// The name under which results are listed; [`parse_engine`] can parse it.
    fn name(&self) -> String;

    /// What determines its play, whatever it is called: the name that [`parse_engine`]
    /// takes, and what else a program is given.
    fn specification(&self) -> String {
        self.name()
    }

    /// The clock with which it starts a game, where `common` is the tournament's.
    fn clock(&self, common: Option<Clock>) -> Option<Clock> {
        common
    }

    /// Returns whether it always plays the same game from the same opening. A repeated
    /// opening between two such engines adds no information.
    fn is_deterministic(&self) -> bool;

    /// Checks before a tournament that games from these openings can be played.
    ///
    /// # Errors
    ///
    /// Why they cannot; the tournament then does not start.
    fn check(&self, openings: &[Game]) -> Result<(), EngineError> {
        let _ = openings;
        Ok(())
    }

    /// Creates a player for one game, with `seed` for its random numbers.
    ///
    /// # Errors
    ///
    /// Why the engine cannot play, such as a program that does not start.
    fn new_player(&self, seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError>;
}

/// An engine in one game. A player that fails forfeits it.
pub trait MatchPlayer {
    /// Prepares to play on from `opening`, before any clock runs: slow initialisation
    /// belongs here. `stop` is that of [`choose`](Self::choose).
    ///
    /// # Errors
    ///
    /// Why it cannot play.
    fn prepare(&mut self, opening: &Game, stop: &Arc<AtomicBool>) -> Result<(), EngineError> {
        let _ = (opening, stop);
        Ok(())
    }

    /// Chooses a move for the side to move, which has a legal one. `clock` is this side's
    /// clock if the game is timed; it runs until the move is returned. `stop` becomes true
    /// when the tournament is stopped: the move is then discarded, and should come soon.
    ///
    /// # Errors
    ///
    /// Why there is no move.
    fn choose(
        &mut self,
        game: &Game,
        clock: Option<Clock>,
        stop: &Arc<AtomicBool>,
    ) -> Result<ChosenMove, EngineError>;
}

/// The move that a player chose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChosenMove {
    /// The square.
    pub square: Square,
    /// What the player expects of it: discs for the mover, if that is known.
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

/// Why an engine cannot play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineError {
    reason: String,
    conversation: Vec<String>,
    is_crash: bool,
}

impl EngineError {
    /// Creates an error with a reason on one line.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            conversation: Vec::new(),
            is_crash: false,
        }
    }

    /// Marks the error as a program that does not start or has ended.
    #[must_use]
    pub fn as_crash(self) -> Self {
        Self {
            is_crash: true,
            ..self
        }
    }

    /// Returns whether a program does not start or has ended.
    #[must_use]
    pub const fn is_crash(&self) -> bool {
        self.is_crash
    }

    /// Adds the last lines exchanged with a program.
    #[must_use]
    pub fn with_conversation(self, conversation: Vec<String>) -> Self {
        Self {
            conversation,
            ..self
        }
    }

    /// The last lines exchanged with a program, if the engine is one.
    #[must_use]
    pub fn conversation(&self) -> &[String] {
        &self.conversation
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for EngineError {}
