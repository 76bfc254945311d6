//! Limits of a move.

use std::fmt;
use std::time::Duration;

use super::{Clock, EngineError};

/// The time for an engine, which replaces or supplements the limit in its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// Time per move.
    Move(Duration),
    /// A clock for the game. The time left is passed with each move, see
    /// [`MatchPlayer::choose`](super::MatchPlayer::choose).
    Game(Clock),
}

/// The limit of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MoveLimit {
    /// A level of Outflank, or a depth in plies of the textbook player.
    Depth(u32),
    /// A depth in plies without selectivity or endgame search, so that Outflank searches
    /// the same tree as the textbook player.
    Plies(u32),
    /// Time per move; at least one ply is searched. The moves may differ from run to run.
    Time(Duration),
    /// The clock of the game, which must have one. The moves may differ from run to run.
    Clock,
}

impl From<TimeControl> for MoveLimit {
    fn from(time: TimeControl) -> Self {
        match time {
            TimeControl::Move(time) => Self::Time(time),
            TimeControl::Game(_) => Self::Clock,
        }
    }
}

impl MoveLimit {
    /// Returns whether a player always plays the same moves.
    pub(super) const fn is_deterministic(self) -> bool {
        matches!(self, Self::Depth(_) | Self::Plies(_))
    }

    /// Returns the suffix of the name of an engine with an additional time per move.
    pub(super) fn time_suffix(time: Option<Duration>) -> String {
        time.map_or(String::new(), |time| format!(", {} s", time.as_secs_f64()))
    }

    /// Returns the error of a game without the clock that a player needs.
    pub(super) fn no_clock() -> EngineError {
        EngineError::new("expected a game with a clock")
    }
}

/// The suffix of an engine's name, starting with `@`; empty for a clock.
impl fmt::Display for MoveLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "@{depth}"),
            Self::Plies(depth) => write!(f, "@{depth}plies"),
            Self::Time(time) => write!(f, "@{}s", time.as_secs_f64()),
            Self::Clock => Ok(()),
        }
    }
}
