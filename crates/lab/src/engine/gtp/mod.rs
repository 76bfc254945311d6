//! Programs that speak GTP, the Go Text Protocol, in a contest.
//!
//! The protocol was made for Go; programs of Othello use it with Black and White
//! as here and squares named as here, `a1` top left. Not all do, and they differ
//! about passes; [`Program`](program::Program) finds out which way it is. A
//! program may do anything at all: end, say nothing, write without end. Then it
//! loses the game, is killed with all it has started, and the next game has a
//! new process.

mod conversation;
mod pipes;
mod player;
mod process;
mod program;
mod rows;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use outflank_othello::{Game, Position, Shape};

use super::{Engine, EngineError, Player, TimeControl};
use player::GtpPlayer;
use process::Process;

/// Rows and columns at most: on larger boards programs disagree about the names
/// of the columns, since those of Go leave out the letter i.
const MOST_SIDE: u8 = 8;

/// A program that speaks GTP on its standard input and output. Each player is a
/// process of its own.
#[derive(Clone, Debug)]
pub struct GtpEngine {
    settings: Arc<Settings>,
}

/// What all players of an engine share.
#[derive(Debug)]
struct Settings {
    /// The command as it was given.
    command: String,
    /// The program and its arguments; never empty.
    words: Vec<String>,
    time: Option<TimeControl>,
    /// For each answer that no clock limits.
    patience: Duration,
}

/// A command line that cannot be taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CommandError;

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a program and its arguments, with every quote closed")
    }
}

impl GtpEngine {
    /// The program that a command line starts, taken apart as a shell would but
    /// with nothing put in place of variables or patterns. It is told `time`, if
    /// it wants to know, and waited for no longer than that and a second; where
    /// no time is given, each of its answers has `patience`.
    pub(super) fn new(
        command: &str,
        time: Option<TimeControl>,
        patience: Duration,
    ) -> Result<Self, CommandError> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let settings = Settings {
            command: command.to_owned(),
            words: words.ok_or(CommandError)?,
            time,
            patience,
        };
        Ok(Self {
            settings: Arc::new(settings),
        })
    }
}

impl Engine for GtpEngine {
    fn name(&self) -> String {
        format!("gtp:{}", self.settings.command)
    }

    fn varies(&self) -> bool {
        true
    }

    fn check(&self, openings: &[Game]) -> Result<(), EngineError> {
        for (place, opening) in openings.iter().enumerate() {
            let refuse = |reason| EngineError::new(format!("opening {}: {reason}", place + 1));
            can_be_told(opening).map_err(refuse)?;
        }
        // Whether there is such a program at all; it is killed at once.
        Process::start(&self.settings.words)
            .map(drop)
            .map_err(|error| EngineError::new(format!("it does not start: {error}")))
    }

    fn new_player(&self, _seed: u64) -> Result<Box<dyn Player>, EngineError> {
        Ok(Box::new(GtpPlayer::new(Arc::clone(&self.settings))))
    }
}

/// Whether GTP has words for a game from this opening.
fn can_be_told(opening: &Game) -> Result<(), String> {
    let shape = opening.shape();
    let is_square = shape.width() == shape.height() && !shape.has_holes();
    if !is_square || shape.width() > MOST_SIDE {
        return Err(format!(
            "board {shape}: programs that speak GTP play on square boards without holes, up to \
             {MOST_SIDE}x{MOST_SIDE}"
        ));
    }
    if *opening.start() != Position::start(shape) {
        return Err(
            "programs that speak GTP cannot be told another position than the usual start: \
             expected a transcript"
                .to_owned(),
        );
    }
    Ok(())
}

/// The side of a square board.
fn side_of(shape: Shape) -> u8 {
    shape.width()
}
