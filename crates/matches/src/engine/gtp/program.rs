//! A program that is ready to play, and what was found out about it.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_othello::{Color, Move, Position, Shape, Square};

use super::answer::{Answer, AnswerLines, TALK};
use super::rows::Rows;
use super::side_of;
use crate::engine::external::{Conversation, Settings, Wait, shown};
use crate::engine::{Clock, EngineError, TimeControl};

/// A program with an empty game on its board.
pub(super) struct Program {
    conversation: Conversation,
    shape: Shape,
    /// The commands that it knows; empty if it does not tell.
    commands: HashSet<String>,
    rows: Rows,
    /// Whether it wants to be told passes. GRhino, for one, refuses them and
    /// expects the other side to play again.
    takes_passes: bool,
    stop: Arc<AtomicBool>,
}

impl Program {
    /// Starts the program and gets it ready for a game on `shape`.
    pub(super) fn start(
        settings: &Settings,
        shape: Shape,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, EngineError> {
        let mut program = Self {
            conversation: Conversation::start(settings, TALK)?,
            shape,
            commands: HashSet::new(),
            rows: Rows::FromTop,
            takes_passes: true,
            stop: Arc::clone(stop),
        };
        let wait = settings.patient_wait();
        // What these two answer stands in the conversation, for whoever reads it.
        program.ask("protocol_version", wait)?;
        program.ask("name", wait)?;
        if let Answer::Done(commands) = program.ask("list_commands", wait)? {
            program.commands = commands.split_whitespace().map(str::to_owned).collect();
        }
        // Programs that play more than one game may have begun another.
        if program.knows("set_game") {
            program.ask("set_game Othello", wait)?;
        }
        program.set_size(wait)?;
        program.clear(wait)?;
        program.find_rows(wait)?;
        program.set_time(settings.time, wait)?;
        Ok(program)
    }

    /// The program, which failed for that reason, with its last words.
    pub(super) fn failed(&mut self, reason: String) -> EngineError {
        self.conversation.failed(reason)
    }

    fn ask(&mut self, command: &str, wait: Wait) -> Result<Answer, EngineError> {
        let mut lines = AnswerLines::default();
        self.conversation
            .ask(command, wait, &self.stop, |line| lines.read(line))
    }

    /// Gives a command that has to be obeyed.
    fn demand(&mut self, command: &str, wait: Wait) -> Result<String, EngineError> {
        match self.ask(command, wait)? {
            Answer::Done(text) => Ok(text),
            Answer::Refused(message) => Err(self.failed(format!("refused {command:?}: {message}"))),
        }
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    fn set_size(&mut self, wait: Wait) -> Result<(), EngineError> {
        let is_usual = self.shape == Shape::STANDARD;
        if is_usual && !self.commands.is_empty() && !self.knows("boardsize") {
            return Ok(());
        }
        let command = format!("boardsize {}", side_of(self.shape));
        self.demand(&command, wait).map(drop)
    }

    /// Puts the usual start on the program's board.
    pub(super) fn clear(&mut self, wait: Wait) -> Result<(), EngineError> {
        self.demand("clear_board", wait).map(drop)
    }

    /// Finds out from where the program counts its rows, by a move with which
    /// Black may begin in one case but not in the other.
    fn find_rows(&mut self, wait: Wait) -> Result<(), EngineError> {
        let Some(first) = Position::start(self.shape).legal_moves().first() else {
            return Ok(());
        };
        for rows in [Rows::FromTop, Rows::FromBottom] {
            let command = format!("play b {}", rows.name(first, self.shape));
            if let Answer::Done(_) = self.ask(&command, wait)? {
                self.rows = rows;
                return self.clear(wait);
            }
        }
        let names = [Rows::FromTop, Rows::FromBottom].map(|rows| rows.name(first, self.shape));
        Err(self.failed(format!(
            "Black may begin neither on {} nor on {}: this is no game of Othello",
            names[0], names[1]
        )))
    }

    /// Tells the program how much time it has, in whole seconds as GTP has them
    /// and at least one. An increment cannot be told.
    fn set_time(&mut self, time: Option<TimeControl>, wait: Wait) -> Result<(), EngineError> {
        if !self.knows("time_settings") {
            return Ok(());
        }
        let seconds = |time: Duration| time.as_secs().max(1);
        let command = match time {
            None => return Ok(()),
            Some(TimeControl::Move(time)) => format!("time_settings 0 {} 1", seconds(time)),
            Some(TimeControl::Game(clock)) => format!("time_settings {} 0 0", seconds(clock.left)),
        };
        // If it refuses, it knows no more than before.
        self.ask(&command, wait).map(drop)
    }

    /// Tells what `side` has left on its clock.
    pub(super) fn tell_time(
        &mut self,
        side: Color,
        clock: Clock,
        wait: Wait,
    ) -> Result<(), EngineError> {
        if !self.knows("time_left") {
            return Ok(());
        }
        let command = format!("time_left {} {} 0", letter(side), clock.left.as_secs());
        self.ask(&command, wait).map(drop)
    }

    /// Tells a move that was played.
    pub(super) fn tell(&mut self, side: Color, mv: Move, wait: Wait) -> Result<(), EngineError> {
        match mv {
            Move::Place(square) => {
                let name = self.rows.name(square, self.shape);
                let command = format!("play {} {name}", letter(side));
                self.demand(&command, wait).map(drop)
            }
            Move::Pass if self.takes_passes => {
                let answer = self.ask(&format!("play {} pass", letter(side)), wait)?;
                self.takes_passes = matches!(answer, Answer::Done(_));
                Ok(())
            }
            Move::Pass => Ok(()),
        }
    }

    /// The move that the program plays for `side`.
    pub(super) fn play(&mut self, side: Color, wait: Wait) -> Result<Square, EngineError> {
        let answer = self.demand(&format!("genmove {}", letter(side)), wait)?;
        let answer = answer.to_ascii_lowercase();
        match self.rows.square(&answer, self.shape) {
            Some(square) => Ok(square),
            None if answer == "resign" => Err(self.failed("resigned".to_owned())),
            None if answer == "pass" => {
                Err(self.failed("passed, but there is a legal move".to_owned()))
            }
            None => {
                let answer = shown(&answer);
                Err(self.failed(format!("{answer:?} is no move: expected a square")))
            }
        }
    }
}

/// The colour in a command.
fn letter(side: Color) -> char {
    match side {
        Color::Black => 'b',
        Color::White => 'w',
    }
}
