//! A program that is ready to play.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_othello::Move;

use super::Depth;
use super::answer::{TALK, chosen, parse_move, pong};
use crate::engine::EngineError;
use crate::engine::external::{Conversation, Settings, Wait, shown};

/// A running program, with a game on its board once it is told one.
pub(super) struct Program {
    conversation: Conversation,
    /// The number of the last `ping`.
    pings: u32,
    stop: Arc<AtomicBool>,
}

/// What is listened for behind a `ping`.
enum Heard {
    Pong,
    Choice(String),
}

impl Program {
    /// Starts the program. What it says to that is not waited for.
    pub(super) fn start(
        settings: &Settings,
        depth: Option<Depth>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, EngineError> {
        let mut conversation = Conversation::start(settings, TALK)?;
        conversation.tell("nboard 2")?;
        if let Some(depth) = depth {
            conversation.tell(&format!("set depth {depth}"))?;
        }
        Ok(Self {
            conversation,
            pings: 0,
            stop: Arc::clone(stop),
        })
    }

    /// The program, which failed for that reason, with its last words.
    pub(super) fn failed(&mut self, reason: String) -> EngineError {
        self.conversation.failed(reason)
    }

    /// Puts a game on the program's board.
    pub(super) fn set_game(&mut self, ggf: &str) -> Result<(), EngineError> {
        self.conversation.tell(&format!("set game {ggf}"))
    }

    /// Tells a move that was played, with the time that it took if that is known.
    pub(super) fn tell(&mut self, mv: Move, spent: Option<Duration>) -> Result<(), EngineError> {
        let name = match mv {
            Move::Place(square) => square.to_string().to_ascii_uppercase(),
            Move::Pass => "PA".to_owned(),
        };
        let time = spent.map(|spent| format!("//{:.2}", spent.as_secs_f64()));
        let time = time.unwrap_or_default();
        self.conversation.tell(&format!("move {name}{time}"))
    }

    /// Waits until the program has taken in all that it was told.
    pub(super) fn catch_up(&mut self, wait: Wait) -> Result<(), EngineError> {
        self.pings += 1;
        let number = self.pings;
        let ping = format!("ping {number}");
        let heard = self.conversation.ask(&ping, wait, &self.stop, |line| {
            // It may be late with the answer to another.
            if pong(line) == Some(number) {
                return Some(Heard::Pong);
            }
            chosen(line).map(|_| Heard::Choice(shown(line)))
        });
        match heard? {
            Heard::Pong => Ok(()),
            Heard::Choice(line) => Err(self.failed(format!("{line:?} without a command"))),
        }
    }

    /// The move that the program chooses for the side to move. It is not on its
    /// board until it is told.
    pub(super) fn choose(&mut self, wait: Wait) -> Result<Move, EngineError> {
        let read = |line: &str| chosen(line).map(str::to_owned);
        let choice = self.conversation.ask("go", wait, &self.stop, read)?;
        parse_move(&choice).ok_or_else(|| {
            let choice = shown(&choice);
            self.failed(format!("{choice:?} is no move: expected a square"))
        })
    }
}
