//! Programs by other hands, whatever protocol they speak.
//!
//! A program may do anything at all: end, say nothing, write without end. Then it
//! loses the game, is killed with all it has started, and the next game has a new
//! process.

mod conversation;
mod pipes;
mod process;

use std::fmt;
use std::time::Duration;

use outflank_othello::Game;

use super::{Clock, EngineError, TimeControl};
pub(in crate::engine) use conversation::{Conversation, Talk, Wait};
pub(in crate::engine) use pipes::shown;
use process::Process;

/// How much longer than its time a program is waited for before it is killed.
const GRACE: Duration = Duration::from_secs(1);

/// How a program is started and how long it is waited for.
#[derive(Debug)]
pub(in crate::engine) struct Settings {
    /// The command as it was given.
    pub(in crate::engine) command: String,
    /// The program and its arguments; never empty.
    words: Vec<String>,
    pub(in crate::engine) time: Option<TimeControl>,
    /// For each answer that no clock limits.
    patience: Duration,
}

/// A command line that cannot be taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::engine) struct CommandError;

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a program and its arguments, with every quote closed")
    }
}

impl Settings {
    /// The program that a command line starts, taken apart as a shell would but
    /// with nothing put in place of variables or patterns. It is told `time`, as
    /// far as the protocol goes, and waited for no longer than that and a second;
    /// where no time is given, each of its answers has `patience`.
    pub(in crate::engine) fn new(
        command: &str,
        time: Option<TimeControl>,
        patience: Duration,
    ) -> Result<Self, CommandError> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        Ok(Self {
            command: command.to_owned(),
            words: words.ok_or(CommandError)?,
            time,
            patience,
        })
    }

    /// Whether games from these openings can be told, and whether there is such a
    /// program at all.
    pub(in crate::engine) fn check(
        &self,
        openings: &[Game],
        can_be_told: fn(&Game) -> Result<(), String>,
    ) -> Result<(), EngineError> {
        for (place, opening) in openings.iter().enumerate() {
            let refuse = |reason| EngineError::new(format!("opening {}: {reason}", place + 1));
            can_be_told(opening).map_err(refuse)?;
        }
        // It is killed at once.
        Process::start(&self.words)
            .map(drop)
            .map_err(|error| EngineError::new(format!("it does not start: {error}")))
    }

    /// How long to wait for what no clock limits.
    pub(in crate::engine) const fn patient_wait(&self) -> Wait {
        Wait::Each(self.patience)
    }

    /// How long to wait for what a move takes.
    pub(in crate::engine) fn wait_for_move(&self, clock: Option<Clock>) -> Wait {
        match (clock, self.time) {
            (Some(clock), _) => Wait::in_all(clock.left.saturating_add(GRACE)),
            (None, Some(TimeControl::Move(time))) => Wait::in_all(time.saturating_add(GRACE)),
            (None, _) => self.patient_wait(),
        }
    }
}
