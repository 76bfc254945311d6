//! Programs that speak GTP.
//!
//! Most of them name squares as in Othello, with `a1` at the top left, but some do not.
//! They also differ in how they treat passes. [`Program`](program::Program) detects both.

mod program;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_othello::Game;

use crate::engine::external::{Settings, Wait};
use crate::engine::{ChosenMove, Clock, EngineError, MatchPlayer};
use program::Program;

/// A process that plays one game.
pub(in crate::engine) struct GtpPlayer {
    settings: Arc<Settings>,
    /// Started before the first move.
    program: Option<Program>,
}

impl GtpPlayer {
    pub(in crate::engine) const fn new(settings: Arc<Settings>) -> Self {
        Self {
            settings,
            program: None,
        }
    }

    /// Returns the program with this game on its board, starting it if necessary.
    fn program_at(
        &mut self,
        game: &Game,
        wait: Wait,
        stop: &Arc<AtomicBool>,
    ) -> Result<&mut Program, EngineError> {
        let program = match self.program.take() {
            Some(program) => program,
            None => Program::start(&self.settings, game.shape(), stop)?,
        };
        let program = self.program.insert(program);
        program.follow(game, wait)?;
        Ok(program)
    }
}

impl MatchPlayer for GtpPlayer {
    fn prepare(&mut self, opening: &Game, stop: &Arc<AtomicBool>) -> Result<(), EngineError> {
        let wait = self.settings.patient_wait();
        self.program_at(opening, wait, stop).map(drop)
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: Option<Clock>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<ChosenMove>, EngineError> {
        let wait = self.settings.wait_for_move(clock);
        let program = self.program_at(game, wait, stop)?;
        if let Some(clock) = clock {
            program.send_clock(game.position().mover(), clock, wait)?;
        }
        let chosen = program.choose(game.position(), wait)?;
        Ok(chosen.map(ChosenMove::from))
    }
}
