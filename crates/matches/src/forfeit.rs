//! Games lost by forfeit.

use std::fmt;

use outflank_othello::Color;
use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::EngineError;

/// The reason for a forfeit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForfeitCause {
    /// The side's clock ran out.
    Time,
    /// The player failed, or played an illegal move.
    Failure,
}

impl fmt::Display for ForfeitCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Time => "loss on time",
            Self::Failure => "forfeit",
        })
    }
}

/// A forfeit, which ends and loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The side that lost.
    pub side: Color,
    /// The cause.
    pub cause: ForfeitCause,
    /// Whether a program failed to start, or exited.
    pub is_crash: bool,
    /// The reason, on one line.
    pub reason: String,
    /// The last lines exchanged with the program, if the player is a program. A
    /// tournament drops them once the pair has been reported.
    pub conversation: Vec<String>,
}

impl Forfeit {
    /// Returns the forfeit of a side that failed.
    pub(crate) fn of_failure(side: Color, error: EngineError) -> Self {
        Self {
            side,
            cause: ForfeitCause::Failure,
            is_crash: error.is_crash,
            reason: error.reason,
            conversation: error.conversation,
        }
    }
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}: {}", self.cause, self.side, self.reason)
    }
}

/// Counts of games that an engine lost without playing them to the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ForfeitCounts {
    /// Games lost on time.
    #[serde(rename = "time_losses")]
    pub on_time: u64,
    /// Games lost by a failure or an illegal move.
    #[serde(rename = "forfeits")]
    pub failures: u64,
    /// Games resigned, or adjudicated as lost by the engine's scores.
    pub resignations: u64,
    /// Crashes of its program, including crashes in games that were then replayed.
    pub crashes: u64,
}

impl ForfeitCounts {
    /// Adds one forfeit.
    pub const fn count(&mut self, cause: ForfeitCause) {
        match cause {
            ForfeitCause::Time => self.on_time += 1,
            ForfeitCause::Failure => self.failures += 1,
        }
    }

    /// Adds the counts of other games.
    pub const fn merge(&mut self, other: Self) {
        self.on_time += other.on_time;
        self.failures += other.failures;
        self.resignations += other.resignations;
        self.crashes += other.crashes;
    }

    /// Returns whether all counts are zero.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.on_time + self.failures + self.resignations + self.crashes == 0
    }
}
