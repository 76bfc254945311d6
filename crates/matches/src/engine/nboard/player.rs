//! A program in one game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_othello::format::ggf::write_ggf;
use outflank_othello::format::{GameRecord, MoveNote, Player as Side};
use outflank_othello::{Color, Game, Move, Square};

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
    /// Black's and White's.
    clocks: Option<[ToldClock; 2]>,
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
                let (told, record) = Told::anew(game, self.settings.time, left);
                let ggf = write_ggf(&record).map_err(|error| {
                    EngineError::new(format!("board {}: {error}", game.shape()))
                })?;
                program.set_game(&ggf)?;
                self.told = Some(told);
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
    /// A game that is told as a whole, and what is told of it: both sides have
    /// `left` at its end or else what they have at first.
    fn anew(game: &Game, time: Option<TimeControl>, left: Option<Duration>) -> (Self, GameRecord) {
        let clocks = time.map(|time| [ToldClock::new(time); 2]);
        let side = |name: &str| Side {
            clock: clocks.map(|[clock, _]| clock.control()),
            ..Side::named(name)
        };
        let mut record = GameRecord {
            black: side("Black"),
            white: side("White"),
            place: Some("Outflank".to_owned()),
            ..GameRecord::new(game.clone())
        };
        let game = game.clone();
        let mut told = Self { game, clocks };
        if let Some(left) = left.or(time.map(ToldClock::at_first)) {
            let plies = record.game.plies();
            let notes = plies.map(|(position, mv)| MoveNote {
                seconds: told
                    .spent(position.mover(), mv, left)
                    .map(|spent| spent.as_secs_f64()),
                ..MoveNote::default()
            });
            record.notes = notes.collect();
        }
        (told, record)
    }

    /// What a move is told to have taken, so that its side has `left`.
    fn spent(&mut self, side: Color, mv: Move, left: Duration) -> Option<Duration> {
        let [black, white] = self.clocks.as_mut()?;
        let clock = match side {
            Color::Black => black,
            Color::White => white,
        };
        // A pass takes no time and brings none.
        (mv != Move::Pass).then(|| clock.come_to(left))
    }

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
            let left = left.filter(|_| position.mover() == side);
            let spent = left.and_then(|left| self.spent(side, mv, left));
            program.tell(mv, spent)?;
        }
        self.game = game.clone();
        Ok(())
    }
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
