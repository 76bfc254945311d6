//! What a tournament asks of an engine.

mod classic;
mod external;
mod gtp;
mod limit;
mod name;
mod nboard;
mod outflank;
mod random;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_othello::{Game, Square};

pub use classic::ClassicEngine;
pub use gtp::GtpEngine;
pub use limit::{MoveLimit, TimeControl};
pub use name::{EngineNameError, EngineOptions, parse_engine, parse_engine_with};
pub use name::{parse_evaluation, read_weights};
pub use nboard::NBoardEngine;
pub use outflank::OutflankEngine;
pub use outflank::full_width;
pub use outflank_engine::{Clock, ClockError};
pub use random::RandomEngine;

/// An engine that can be entered in a tournament.
///
/// Games of one tournament run at the same time on several threads, so the engine
/// makes a player for each game; what the player remembers is its own.
pub trait MatchEngine: Send + Sync {
    /// The name under which results are listed. Made by [`parse_engine`], it
    /// can be read by it again.
    fn name(&self) -> String;

    /// Whether it may play differently in two games from the same opening. If
    /// two engines that never vary meet twice in an opening, the second pairing
    /// is the first one again and tells nothing.
    fn varies(&self) -> bool;

    /// Finds out before a tournament what can be found out: whether games from
    /// these openings can be played at all.
    ///
    /// # Errors
    ///
    /// Why not; the tournament is not begun then.
    fn check(&self, openings: &[Game]) -> Result<(), EngineError> {
        let _ = openings;
        Ok(())
    }

    /// A player for one game. Whatever chance it needs comes from `seed`.
    ///
    /// # Errors
    ///
    /// Why the engine cannot play, such as a program that does not start.
    fn new_player(&self, seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError>;
}

/// An engine in one game. A player that fails loses it.
pub trait MatchPlayer {
    /// Gets ready to play on from `opening`, with no clock running: whatever
    /// takes long before the first move belongs here. `stop` is the one of
    /// [`choose`](Self::choose).
    ///
    /// # Errors
    ///
    /// Why it cannot play.
    fn prepare(&mut self, opening: &Game, stop: &Arc<AtomicBool>) -> Result<(), EngineError> {
        let _ = (opening, stop);
        Ok(())
    }

    /// The move for the side to move, which has a legal one. `clock` is what
    /// this side has left, if the game is timed; it runs until the move is
    /// given. `stop` becomes true when the tournament is broken off: the move is
    /// then thrown away, and any will do if it comes soon.
    ///
    /// # Errors
    ///
    /// Why there is no move.
    fn choose(
        &mut self,
        game: &Game,
        clock: Option<Clock>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Square, EngineError>;
}

/// Why an engine does not play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineError {
    reason: String,
    conversation: Vec<String>,
}

impl EngineError {
    /// An error with its reason, on one line.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            conversation: Vec::new(),
        }
    }

    /// The same with the last lines that passed between us and a program.
    #[must_use]
    pub fn with_conversation(self, conversation: Vec<String>) -> Self {
        Self {
            conversation,
            ..self
        }
    }

    /// The last lines that passed between us and a program, if there is one.
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
