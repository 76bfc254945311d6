//! A running GTP program and its detected properties.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_othello::{Color, Game, Move, Position, Shape, Square};
use outflank_protocol::gtp::{Command, Response, ResponseReader, parse_vertex};
use outflank_protocol::quoted;

use crate::engine::external::{Conversation, Settings, Syntax, Wait};
use crate::engine::{Clock, EngineError, TimeControl};

const SYNTAX: Syntax = Syntax {
    is_answer: |line| Response::parse_first_line(line).is_some(),
    max_lines: 1000,
};

/// A program with a game on its board.
pub(super) struct Program {
    conversation: Conversation,
    shape: Shape,
    /// The commands that it supports; empty if it does not list them.
    commands: HashSet<String>,
    /// Whether it counts rows from the bottom, as in Go and chess. To us its start position has
    /// swapped colours, so the game is mirrored from top to bottom.
    is_mirrored: bool,
    /// Whether it accepts passes. GRhino, for example, rejects them and expects the other
    /// side to play again.
    accepts_passes: bool,
    /// The moves on its board.
    moves: Vec<Move>,
}

impl Program {
    /// Starts the program and prepares it for a game on `shape`.
    pub(super) fn start(
        settings: &Settings,
        shape: Shape,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, EngineError> {
        let mut program = Self {
            conversation: Conversation::start(settings, SYNTAX, stop)?,
            shape,
            commands: HashSet::new(),
            is_mirrored: false,
            accepts_passes: true,
            moves: Vec::new(),
        };
        let wait = settings.patient_wait();
        // The answers to these two appear only in the log of the conversation.
        let _ = program.ask(&Command::ProtocolVersion, wait)?;
        let _ = program.ask(&Command::Name, wait)?;
        if let Ok(commands) = program.ask(&Command::ListCommands, wait)? {
            program.commands = commands.split_whitespace().map(str::to_owned).collect();
        }
        // A program that offers several games may have another one selected.
        if program.knows("set_game") {
            let _ = program.ask(&Command::SetGame("Othello".to_owned()), wait)?;
        }
        let has_one_size = !program.commands.is_empty() && !program.knows("boardsize");
        if shape != Shape::STANDARD || !has_one_size {
            program.demand(&Command::BoardSize(shape), wait)?;
        }
        for line in &settings.setup {
            program.demand_line(line, wait)?;
        }
        program.demand(&Command::ClearBoard, wait)?;
        program.find_rows(wait)?;
        program.set_time(settings.time, wait)?;
        Ok(program)
    }

    /// Sends a command and waits for the response: its text, or the error message.
    fn ask(
        &mut self,
        command: &Command,
        wait: Wait,
    ) -> Result<Result<String, String>, EngineError> {
        self.ask_line(&command.to_string(), wait)
    }

    fn ask_line(&mut self, line: &str, wait: Wait) -> Result<Result<String, String>, EngineError> {
        let mut reader = ResponseReader::default();
        let read = |line: &str| reader.push(line);
        Ok(self.conversation.ask(line, wait, read)?.result)
    }

    /// Sends a command that must succeed.
    fn demand(&mut self, command: &Command, wait: Wait) -> Result<String, EngineError> {
        self.demand_line(&command.to_string(), wait)
    }

    fn demand_line(&mut self, line: &str, wait: Wait) -> Result<String, EngineError> {
        self.ask_line(line, wait)?.map_err(|message| {
            let reason = format!("refused {line:?}: {message}");
            self.conversation.failed(reason)
        })
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Translates a square between our notation and the program's, in either direction.
    fn translate(&self, square: Square) -> Square {
        let row = self.shape.height().checked_sub(square.row() + 1);
        let mirrored = row.and_then(|row| Square::new(square.column(), row));
        mirrored.filter(|_| self.is_mirrored).unwrap_or(square)
    }

    /// Detects whether the program counts rows from the top or the bottom, using a first move that
    /// is legal in only one of the two cases.
    fn find_rows(&mut self, wait: Wait) -> Result<(), EngineError> {
        let Some(first) = Position::start(self.shape).legal_moves().first() else {
            return Ok(());
        };
        for is_mirrored in [false, true] {
            self.is_mirrored = is_mirrored;
            let play = Command::Play(Color::Black, Move::Place(self.translate(first)));
            if self.ask(&play, wait)?.is_ok() {
                return self.demand(&Command::ClearBoard, wait).map(drop);
            }
        }
        let mirrored = self.translate(first);
        Err(self.conversation.failed(format!(
            "Black can start on neither {first} nor {mirrored}: this is not Othello"
        )))
    }

    /// Sends the time control in whole seconds, at least one: GTP has neither fractions nor
    /// increments.
    fn set_time(&mut self, time: Option<TimeControl>, wait: Wait) -> Result<(), EngineError> {
        let whole = |time: Duration| Duration::from_secs(time.as_secs().max(1));
        let (main, period, stones) = match time {
            _ if !self.knows("time_settings") => return Ok(()),
            None => return Ok(()),
            Some(TimeControl::Move(time)) => (Duration::ZERO, whole(time), 1),
            Some(TimeControl::Game(clock)) => (whole(clock.left), Duration::ZERO, 0),
        };
        let command = Command::TimeSettings {
            main,
            period,
            stones,
        };
        // The program may reject it.
        self.ask(&command, wait).map(drop)
    }

    /// Sends the time left on the clock of `color`.
    pub(super) fn send_clock(
        &mut self,
        color: Color,
        clock: Clock,
        wait: Wait,
    ) -> Result<(), EngineError> {
        if !self.knows("time_left") {
            return Ok(());
        }
        let time = Duration::from_secs(clock.left.as_secs());
        let command = Command::TimeLeft {
            color,
            time,
            stones: 0,
        };
        self.ask(&command, wait).map(drop)
    }

    /// Sends the moves of `game` that are not on the program's board yet.
    pub(super) fn follow(&mut self, game: &Game, wait: Wait) -> Result<(), EngineError> {
        if !game.moves().starts_with(&self.moves) {
            self.demand(&Command::ClearBoard, wait)?;
            self.moves.clear();
        }
        for (position, mv) in game.plies().skip(self.moves.len()) {
            let color = position.mover();
            match mv {
                Move::Place(square) => {
                    let square = self.translate(square);
                    self.demand(&Command::Play(color, Move::Place(square)), wait)?;
                }
                Move::Pass if self.accepts_passes => {
                    let answer = self.ask(&Command::Play(color, mv), wait)?;
                    self.accepts_passes = answer.is_ok();
                }
                Move::Pass => {}
            }
            self.moves.push(mv);
        }
        Ok(())
    }

    /// Requests a move in the current position, which the program plays on its board;
    /// `None` if it resigns.
    pub(super) fn choose(
        &mut self,
        position: &Position,
        wait: Wait,
    ) -> Result<Option<Square>, EngineError> {
        let answer = self.demand(&Command::GenMove(position.mover()), wait)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(None);
        }
        let square = match parse_vertex(&answer) {
            Some(Move::Place(square)) if self.shape.contains(square) => Ok(self.translate(square)),
            Some(Move::Pass) => Err("passed, but there is a legal move".to_owned()),
            _ => Err(format!(
                "{} is not a move: expected a square",
                quoted(&answer)
            )),
        };
        let square = square.and_then(|square| match position.play(square) {
            Ok(_) => Ok(square),
            Err(illegal) => Err(format!("illegal move: {illegal}")),
        });
        let square = square.map_err(|reason| self.conversation.failed(reason))?;
        self.moves.push(Move::Place(square));
        Ok(Some(square))
    }
}
