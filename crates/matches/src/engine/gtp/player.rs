//! A program in one game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_othello::{Game, Move, Square};

use super::program::Program;
use crate::engine::external::{Settings, Wait};
use crate::engine::{Clock, EngineError, Player};

/// A process that plays one game.
pub(super) struct GtpPlayer {
    settings: Arc<Settings>,
    /// Started before the first move.
    program: Option<Program>,
    /// The moves on the program's board.
    told: Vec<Move>,
}

impl GtpPlayer {
    pub(super) const fn new(settings: Arc<Settings>) -> Self {
        Self {
            settings,
            program: None,
            told: Vec::new(),
        }
    }

    /// The program, which is started if it does not run.
    fn program(
        &mut self,
        game: &Game,
        stop: &Arc<AtomicBool>,
    ) -> Result<&mut Program, EngineError> {
        let program = match self.program.take() {
            Some(program) => program,
            None => {
                self.told.clear();
                Program::start(&self.settings, game.shape(), stop)?
            }
        };
        Ok(self.program.insert(program))
    }

    /// Tells the program what was played since it was last told.
    fn tell_moves(
        &mut self,
        game: &Game,
        wait: Wait,
        stop: &Arc<AtomicBool>,
    ) -> Result<(), EngineError> {
        let mut told = std::mem::take(&mut self.told);
        let program = self.program(game, stop)?;
        if !game.moves().starts_with(&told) {
            program.clear(wait)?;
            told.clear();
        }
        for (position, mv) in game.plies().skip(told.len()) {
            program.tell(position.mover(), mv, wait)?;
            told.push(mv);
        }
        self.told = told;
        Ok(())
    }
}

impl Player for GtpPlayer {
    fn prepare(&mut self, opening: &Game, stop: &Arc<AtomicBool>) -> Result<(), EngineError> {
        self.tell_moves(opening, self.settings.patient_wait(), stop)
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: Option<Clock>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Square, EngineError> {
        let wait = self.settings.wait_for_move(clock);
        self.tell_moves(game, wait, stop)?;
        let position = game.position();
        let side = position.mover();
        let program = self.program(game, stop)?;
        if let Some(clock) = clock {
            program.tell_time(side, clock, wait)?;
        }
        let square = program.play(side, wait)?;
        if let Err(illegal) = position.play(square) {
            return Err(program.failed(format!("illegal move: {illegal}")));
        }
        self.told.push(Move::Place(square));
        Ok(square)
    }
}
