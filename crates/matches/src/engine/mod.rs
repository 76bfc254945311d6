//! The engines that play in a tournament.

mod external;
mod gtp;
mod name;
mod nboard;
mod outflank;
mod program;
mod random;
mod spec;
mod textbook;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_othello::{Game, Square};

pub use name::{EngineOptions, parse_engine, parse_evaluation, read_weights};
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

    /// Checks before a tournament that this many games at once can be played from these openings, and
    /// reserves the memory for them.
    ///
    /// # Errors
    ///
    /// Returns the reason if they cannot be played; the tournament then does not start.
    fn check(&self, openings: &[Game], games_at_once: usize) -> Result<(), EngineError> {
        let _ = (openings, games_at_once);
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

    /// Chooses a move for the side to move, which has a legal one; `None` resigns the game. `clock`
    /// is the side's running clock if the game is timed. `stop` becomes true when the tournament is
    /// stopped. The move is then discarded, and the player should return soon.
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
    /// The last lines exchanged with the program, if the engine is a program.
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

/// The time for an engine, which replaces or supplements the limit in its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// Time per move.
    Move(Duration),
    /// A clock for the game. [`MatchPlayer::choose`] receives the time left.
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
    const fn is_deterministic(self) -> bool {
        matches!(self, Self::Depth(_) | Self::Plies(_))
    }

    /// Returns the suffix of the name of an engine with an additional time per move.
    fn time_suffix(time: Option<Duration>) -> String {
        time.map_or(String::new(), |time| format!(", {} s", time.as_secs_f64()))
    }

    /// Returns the error for a game without the clock that a player needs.
    fn no_clock() -> EngineError {
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

/// An engine under another name, possibly with its own time instead of the tournament's clock.
pub struct NamedEngine {
    /// The name in tables.
    pub name: String,
    /// Its own time, if it has one.
    pub time: Option<TimeControl>,
    /// The engine, created with that time.
    pub engine: Box<dyn MatchEngine>,
}

impl MatchEngine for NamedEngine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn specification(&self) -> String {
        self.engine.specification()
    }

    fn clock(&self, common: Option<Clock>) -> Option<Clock> {
        match self.time {
            Some(TimeControl::Game(clock)) => Some(clock),
            Some(TimeControl::Move(_)) => None,
            None => self.engine.clock(common),
        }
    }

    fn is_deterministic(&self) -> bool {
        self.engine.is_deterministic()
    }

    fn check(&self, openings: &[Game], games_at_once: usize) -> Result<(), EngineError> {
        self.engine.check(openings, games_at_once)
    }

    fn new_player(&self, seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError> {
        self.engine.new_player(seed)
    }
}

/// Numbers engines with the same name: `outflank`, `outflank #2`.
pub fn tell_apart(engines: &mut [Box<dyn MatchEngine>]) {
    let mut names: Vec<String> = Vec::new();
    for slot in engines {
        let name = slot.name();
        let numbered = (2..).map(|number| format!("{name} #{number}"));
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        let free = candidates.find(|candidate| !names.contains(candidate));
        let free = free.unwrap_or_else(|| name.clone());
        if free != name {
            let takes_corners = false;
            let engine = std::mem::replace(slot, Box::new(RandomEngine { takes_corners }));
            *slot = Box::new(NamedEngine {
                name: free.clone(),
                time: None,
                engine,
            });
        }
        names.push(free);
    }
}
