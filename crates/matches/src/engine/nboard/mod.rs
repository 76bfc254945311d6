//! Programs that speak NBoard's protocol.
//!
//! A match uses `nboard`, `set depth`, `set game`, `move`, `go` and `ping`. `set game` carries any
//! starting position and, with the times of the moves, the clock (see
//! [`SentClock`](clock::SentClock)). Of the program's lines, only `===` and `pong` are used.

mod clock;
mod program;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_othello::format::ggf::write_ggf;
use outflank_othello::format::{GameRecord, MoveNote, Player as Side};
use outflank_othello::{Color, Game, Move};

use crate::engine::external::{Settings, Wait};
use crate::engine::{ChosenMove, Clock, EngineError, MatchPlayer, TimeControl};
use clock::SentClock;
use program::Program;

/// Maximum depth that can be set, in plies.
pub(super) const MAX_DEPTH: u32 = 60;

/// A process that plays one game.
pub(in crate::engine) struct NBoardPlayer {
    settings: Arc<Settings>,
    depth: Option<u32>,
    /// Started before the first move.
    program: Option<Program>,
    board: Option<Board>,
}

/// The game on a program's board.
struct Board {
    game: Game,
    /// The clocks of Black and White.
    clocks: Option<[SentClock; 2]>,
}

impl NBoardPlayer {
    pub(in crate::engine) const fn new(settings: Arc<Settings>, depth: Option<u32>) -> Self {
        Self {
            settings,
            depth,
            program: None,
            board: None,
        }
    }

    /// Returns the program with this game on its board, starting it if necessary. `left` is the
    /// time of the side to move.
    fn program_at(
        &mut self,
        game: &Game,
        left: Option<Duration>,
        wait: Wait,
        stop: &Arc<AtomicBool>,
    ) -> Result<&mut Program, EngineError> {
        let mut program = match self.program.take() {
            Some(program) => program,
            None => {
                self.board = None;
                Program::start(&self.settings, self.depth, stop)?
            }
        };
        match self.board.take().filter(|board| board.leads_to(game)) {
            Some(mut board) => {
                board.send_rest(&mut program, game, left)?;
                self.board = Some(board);
            }
            None => {
                let (board, record) = Board::new(game, self.settings.time, left);
                let ggf = write_ggf(&record).map_err(|error| {
                    EngineError::new(format!("board {}: {error}", game.shape()))
                })?;
                program.set_game(ggf)?;
                self.board = Some(board);
            }
        }
        program.sync(wait)?;
        Ok(self.program.insert(program))
    }

    /// Returns the time left for the rest of the game, or only for the next move.
    fn left(&self, clock: Option<Clock>) -> Option<Duration> {
        match (clock, self.settings.time) {
            (Some(clock), _) => Some(clock.left),
            (None, Some(TimeControl::Move(time))) => Some(time),
            (None, _) => None,
        }
    }
}

impl Board {
    /// Returns the board for a game sent as a whole, and the record to send. At the end of the
    /// record both sides have `left`, or their initial time.
    fn new(game: &Game, time: Option<TimeControl>, left: Option<Duration>) -> (Self, GameRecord) {
        let clocks = time.map(|time| [SentClock::new(time); 2]);
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
        let mut board = Self { game, clocks };
        if let Some(left) = left.or(time.map(SentClock::initial)) {
            let plies = record.game.plies();
            let notes = plies.map(|(position, mv)| MoveNote {
                seconds: board
                    .time_of(position.mover(), mv, left)
                    .map(|time| time.as_secs_f64()),
                ..MoveNote::default()
            });
            record.notes = notes.collect();
        }
        (board, record)
    }

    /// Returns the time to send for a move, so that the side has `left` after it.
    fn time_of(&mut self, side: Color, mv: Move, left: Duration) -> Option<Duration> {
        let [black, white] = self.clocks.as_mut()?;
        let clock = match side {
            Color::Black => black,
            Color::White => white,
        };
        // A pass takes no time and earns no increment.
        (mv != Move::Pass).then(|| clock.time_until(left))
    }

    /// Returns whether `game` continues the game on the board.
    fn leads_to(&self, game: &Game) -> bool {
        self.game.start() == game.start() && game.moves().starts_with(self.game.moves())
    }

    /// Sends the new moves. Only the moves of the side to move, which the program plays, have
    /// times.
    fn send_rest(
        &mut self,
        program: &mut Program,
        game: &Game,
        left: Option<Duration>,
    ) -> Result<(), EngineError> {
        let side = game.position().mover();
        for (position, mv) in game.plies().skip(self.game.moves().len()) {
            let left = left.filter(|_| position.mover() == side);
            let time = left.and_then(|left| self.time_of(side, mv, left));
            program.play(mv, time)?;
        }
        self.game = game.clone();
        Ok(())
    }
}

impl MatchPlayer for NBoardPlayer {
    fn prepare(&mut self, opening: &Game, stop: &Arc<AtomicBool>) -> Result<(), EngineError> {
        let wait = self.settings.patient_wait();
        self.program_at(opening, None, wait, stop).map(drop)
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: Option<Clock>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<ChosenMove>, EngineError> {
        let wait = self.settings.wait_for_move(clock);
        let left = self.left(clock);
        let program = self.program_at(game, left, wait, stop)?;
        let position = game.position();
        let choice = program.choose(wait)?;
        match choice.mv {
            Move::Pass => Err(program.failed("passed, but there is a legal move".to_owned())),
            Move::Place(square) => match position.play(square) {
                Ok(_) => Ok(Some(ChosenMove {
                    square,
                    score: choice.eval.filter(|score| score.is_finite()),
                })),
                Err(illegal) => Err(program.failed(format!("illegal move: {illegal}"))),
            },
        }
    }
}
