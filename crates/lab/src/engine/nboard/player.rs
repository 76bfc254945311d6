//! A program in one game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_othello::format::ggf::write_ggf;
use outflank_othello::format::{GameRecord, Player as Side};
use outflank_othello::{Game, Move, Square};

use super::Depth;
use super::clock::ToldClock;
use super::program::Program;
use crate::engine::external::{Settings, Wait};
use crate::engine::{Clock, EngineError, Player, TimeControl};

/// A process that plays one game.
pub(super) struct NBoardPlayer {
    settings: Arc<Settings>,
    depth: Option<Depth>,
    /// Started before the first move.
    program: Option<Program>,
    told: Option<Told>,
}

/// What a program was told of a game.
struct Told {
    /// The game on its board.
    game: Game,
    clock: Option<ToldClock>,
}

impl NBoardPlayer {
    pub(super) const fn new(settings: Arc<Settings>, depth: Option<Depth>) -> Self {
        Self {
            settings,
            depth,
            program: None,
            told: None,
        }
    }

    /// The program with this game on its board, started if it does not run. `left`
    /// is what the side to move has for its moves.
    fn program_in(
        &mut self,
        game: &Game,
        left: Option<Duration>,
        wait: Wait,
        stop: &Arc<AtomicBool>,
    ) -> Result<&mut Program, EngineError> {
        let mut program = match self.program.take() {
            Some(program) => program,
            None => {
                self.told = None;
                Program::start(&self.settings, self.depth, stop)?
            }
        };
        match self.told.take().filter(|told| told.is_before(game)) {
            Some(mut told) => {
                told.tell_rest(&mut program, game, left)?;
                self.told = Some(told);
            }
            None => {
                let clock = self.settings.time.map(ToldClock::new);
                program.set_game(&ggf_of(game, clock)?)?;
                let game = game.clone();
                self.told = Some(Told { game, clock });
            }
        }
        program.catch_up(wait)?;
        Ok(self.program.insert(program))
    }

    /// What is left for the next moves, or for the next one alone.
    fn left(&self, clock: Option<Clock>) -> Option<Duration> {
        match (clock, self.settings.time) {
            (Some(clock), _) => Some(clock.left),
            (None, Some(TimeControl::Move(time))) => Some(time),
            (None, _) => None,
        }
    }
}

impl Told {
    /// Whether the game on the program's board goes on to `game`.
    fn is_before(&self, game: &Game) -> bool {
        self.game.start() == game.start() && game.moves().starts_with(self.game.moves())
    }

    /// Tells what was played since. The times are those of the side to move, which
    /// is the program's.
    fn tell_rest(
        &mut self,
        program: &mut Program,
        game: &Game,
        left: Option<Duration>,
    ) -> Result<(), EngineError> {
        let side = game.position().mover();
        for (position, mv) in game.plies().skip(self.game.moves().len()) {
            let is_own = position.mover() == side && mv != Move::Pass;
            let spent = match (&mut self.clock, left) {
                (Some(clock), Some(left)) if is_own => Some(clock.come_to(left)),
                _ => None,
            };
            program.tell(mv, spent)?;
        }
        self.game = game.clone();
        Ok(())
    }
}

/// The game in the words of `set game`.
fn ggf_of(game: &Game, clock: Option<ToldClock>) -> Result<String, EngineError> {
    let side = |name: &str| Side {
        clock: clock.map(ToldClock::control),
        ..Side::named(name)
    };
    let record = GameRecord {
        black: side("Black"),
        white: side("White"),
        place: Some("Outflank".to_owned()),
        ..GameRecord::new(game.clone())
    };
    write_ggf(&record).map_err(|error| EngineError::new(format!("{error}: {}", game.shape())))
}

impl Player for NBoardPlayer {
    fn prepare(&mut self, opening: &Game, stop: &Arc<AtomicBool>) -> Result<(), EngineError> {
        let wait = self.settings.patient_wait();
        self.program_in(opening, None, wait, stop).map(drop)
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: Option<Clock>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Square, EngineError> {
        let wait = self.settings.wait_for_move(clock);
        let left = self.left(clock);
        let program = self.program_in(game, left, wait, stop)?;
        let position = game.position();
        match program.choose(wait)? {
            Move::Pass => Err(program.failed("passed, but there is a legal move".to_owned())),
            Move::Place(square) => match position.play(square) {
                Ok(_) => Ok(square),
                Err(illegal) => Err(program.failed(format!("illegal move: {illegal}"))),
            },
        }
    }
}
