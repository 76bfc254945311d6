//! How far a player looks.

use std::fmt;
use std::time::Duration;

use outflank_othello::Game;

use super::pacing::time_for_move;
use super::{Clock, EngineError, TimeControl};

/// How far a player looks at each move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MoveLimit {
    /// Always so many plies, or that level.
    Depth(u32),
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

/// How far a player looks at one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Reached {
    /// So many plies, or that level.
    Depth(u32),
    /// As far as the time allows.
    Time(Duration),
}

impl MoveLimit {
    /// Whether a player may play differently each time.
    pub(super) const fn varies(self) -> bool {
        !matches!(self, Self::Depth(_))
    }

    /// The limit of the move that is next in `game`.
    pub(super) fn for_move(
        self,
        game: &Game,
        clock: Option<Clock>,
    ) -> Result<Reached, EngineError> {
        match (self, clock) {
            (Self::Depth(depth), _) => Ok(Reached::Depth(depth)),
            (Self::Time(time), _) => Ok(Reached::Time(time)),
            (Self::Clock, Some(clock)) => {
                let empties = game.position().empties().len() as u32;
                Ok(Reached::Time(time_for_move(clock, empties)))
            }
            (Self::Clock, None) => Err(EngineError::new(
                "it plays by the clock of the game, which has none",
            )),
        }
    }
}

/// What stands behind an engine's name, with its `@`; nothing if the clock
/// decides.
impl fmt::Display for MoveLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "@{depth}"),
            Self::Time(time) => write!(f, "@{}s", time.as_secs_f64()),
            Self::Clock => Ok(()),
        }
    }
}
