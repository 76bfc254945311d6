//! A running program that speaks NBoard's protocol.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_othello::Move;
use outflank_protocol::nboard::{Command, Message, TimedMove};

use crate::engine::EngineError;
use crate::engine::external::{Conversation, Settings, Syntax, Wait, truncated};

/// Programs report their search in any number of lines, so only the time limit applies.
const SYNTAX: Syntax = Syntax {
    is_answer: |line| matches!(Message::parse(line), Ok(Some(Message::Choice(_))) | Err(_)),
    max_lines: 100_000,
};

/// A running program.
pub(super) struct Program {
    conversation: Conversation,
    /// The number of the last `ping`.
    pings: i64,
}

impl Program {
    /// Starts the program without waiting for an answer.
    pub(super) fn start(
        settings: &Settings,
        depth: Option<u32>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, EngineError> {
        let mut program = Self {
            conversation: Conversation::start(settings, SYNTAX, stop)?,
            pings: 0,
        };
        program.send(&Command::NBoard)?;
        if let Some(depth) = depth {
            program.send(&Command::SetDepth(depth))?;
        }
        for line in &settings.setup {
            program.conversation.send(line)?;
        }
        Ok(program)
    }

    fn send(&mut self, command: &Command) -> Result<(), EngineError> {
        self.conversation.send(&command.to_string())
    }

    /// Returns the error for a failed program, with its last lines.
    pub(super) fn failed(&mut self, reason: String) -> EngineError {
        self.conversation.failed(reason)
    }

    /// Puts a game, in GGF, on the program's board.
    pub(super) fn set_game(&mut self, ggf: String) -> Result<(), EngineError> {
        self.send(&Command::SetGame(ggf))
    }

    /// Sends a move with its time, if known.
    pub(super) fn play(&mut self, mv: Move, time: Option<Duration>) -> Result<(), EngineError> {
        self.send(&Command::Move(TimedMove {
            mv,
            eval: None,
            seconds: time.map(|time| time.as_secs_f64()),
        }))
    }

    /// Waits until the program has handled everything it was sent.
    pub(super) fn sync(&mut self, wait: Wait) -> Result<(), EngineError> {
        self.pings += 1;
        let number = self.pings;
        let ping = Command::Ping(number).to_string();
        let stray = self.conversation.ask(&ping, wait, |line| {
            match Message::parse(line) {
                Ok(Some(Message::Pong(pong))) if pong == number => Some(None),
                Ok(Some(Message::Choice(_))) | Err(_) => Some(Some(truncated(line))),
                // For example, a late answer to an earlier ping.
                _ => None,
            }
        })?;
        match stray {
            None => Ok(()),
            Some(line) => Err(self.failed(format!("{line:?} without a command"))),
        }
    }

    /// Requests a move for the side to move. The program does not play the move on its board until
    /// the move is sent back.
    pub(super) fn choose(&mut self, wait: Wait) -> Result<TimedMove, EngineError> {
        let go = Command::Go.to_string();
        let choice = self
            .conversation
            .ask(&go, wait, |line| match Message::parse(line) {
                Ok(Some(Message::Choice(choice))) => Some(Ok(choice)),
                Ok(_) => None,
                Err(invalid) => Some(Err(invalid)),
            })?;
        choice.map_err(|invalid| self.failed(invalid.to_string()))
    }
}
