//! External programs, independent of the protocol.
//!
//! A program may misbehave in any way: exit, stay silent, or write without end. It then loses the
//! game and is killed with all its descendants. The next game starts a new process.

mod conversation;
mod pipes;
mod process;

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Clock, EngineError, TimeControl};
pub(in crate::engine) use conversation::{Conversation, Syntax, Wait};
pub(in crate::engine) use pipes::truncated;
use process::Process;

/// Time after the deadline at which a program is killed.
const GRACE: Duration = Duration::from_secs(1);

/// The command line and timeouts of a program.
#[derive(Debug)]
pub(in crate::engine) struct Settings {
    /// The command line.
    pub(in crate::engine) command: String,
    /// The program and its arguments; never empty.
    words: Vec<String>,
    pub(in crate::engine) time: Option<TimeControl>,
    /// The working directory; `None` inherits ours.
    pub(in crate::engine) dir: Option<PathBuf>,
    /// Commands sent before each game.
    pub(in crate::engine) setup: Vec<String>,
    /// Maximum time for each answer when no clock applies.
    patience: Duration,
}

impl Settings {
    /// Splits a command line as a shell would, without expanding variables or patterns. The program
    /// is sent `time` if the protocol allows it, and is killed a second after that time. Without a
    /// time, each answer may take `patience`. Returns `None` if the command is empty or a quote is
    /// not closed.
    pub(in crate::engine) fn new(
        command: &str,
        time: Option<TimeControl>,
        patience: Duration,
    ) -> Option<Self> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        Some(Self {
            command: command.to_owned(),
            words: words?,
            time,
            dir: None,
            setup: Vec::new(),
            patience,
        })
    }

    /// Returns the name of the program's file, without extension.
    pub(in crate::engine) fn program_name(&self) -> String {
        let stem = self
            .words
            .first()
            .and_then(|word| Path::new(word).file_stem());
        stem.map_or_else(
            || self.command.clone(),
            |stem| stem.to_string_lossy().into_owned(),
        )
    }

    pub(in crate::engine) fn check_start(&self) -> Result<(), EngineError> {
        // Dropping the process kills it.
        Process::start(self)
            .map(drop)
            .map_err(|error| EngineError::new(format!("cannot start the program: {error}")))
    }

    /// Returns how long to wait for an answer when no clock applies.
    pub(in crate::engine) const fn patient_wait(&self) -> Wait {
        Wait::Each(self.patience)
    }

    /// Returns how long to wait for a move.
    pub(in crate::engine) fn wait_for_move(&self, clock: Option<Clock>) -> Wait {
        match (clock, self.time) {
            (Some(clock), _) => Wait::in_all(clock.left.saturating_add(GRACE)),
            (None, Some(TimeControl::Move(time))) => Wait::in_all(time.saturating_add(GRACE)),
            (None, _) => self.patient_wait(),
        }
    }
}
