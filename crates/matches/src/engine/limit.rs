//! How far a player looks.

use std::fmt;
use std::time::Duration;

use super::{Clock, EngineError};

/// How much time an engine has, in place of the limit in its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// So much for each move.
    Move(Duration),
    /// What the clock of the game leaves it. The clock itself comes with each
    /// move, see [`MatchPlayer::choose`](super::MatchPlayer::choose).
    Game(Clock),
}

/// How far a player looks at each move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MoveLimit {
    /// Always so many plies, or that level.
    Depth(u32),
    /// Always so many plies, of which no search leaves anything out, and no ending
    /// is looked at further: a depth of the strong player that is equal to one of
    /// the textbook player.
    Plies(u32),
    /// As many plies as the time allows, one at least. Such a player may play
    /// differently each time, as the processor is more or less busy.
    Time(Duration),
    /// As many plies as the clock of the game allows, one at least; there must
    /// be a clock. Such a player may vary too.
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
    /// Whether a player may play differently each time.
    pub(super) const fn varies(self) -> bool {
        !matches!(self, Self::Depth(_) | Self::Plies(_))
    }

    /// The clock, for a player who plays by it.
    pub(super) fn clock(clock: Option<Clock>) -> Result<Clock, EngineError> {
        clock.ok_or_else(|| EngineError::new("it plays by the clock of the game, which has none"))
    }
}

/// What stands behind an engine's name, with its `@`; nothing if the clock
/// decides.
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
