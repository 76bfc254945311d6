//! Programs that speak GTP, the Go Text Protocol, in a contest.
//!
//! The protocol was made for Go; programs of Othello use it with Black and White
//! as here and squares named as here, `a1` top left. Not all do, and they differ
//! about passes; [`Program`](program::Program) finds out which way it is.

mod answer;
mod player;
mod program;
mod rows;

use std::sync::Arc;

use outflank_othello::{Game, Position, Shape};

use super::external::Settings;
use super::{Engine, EngineError, Player};
use player::GtpPlayer;

/// Rows and columns at most: on larger boards programs disagree about the names
/// of the columns, since those of Go leave out the letter i.
const MOST_SIDE: u8 = 8;

/// A program that speaks GTP on its standard input and output. Each player is a
/// process of its own.
#[derive(Clone, Debug)]
pub struct GtpEngine {
    settings: Arc<Settings>,
}

impl GtpEngine {
    pub(super) fn new(settings: Settings) -> Self {
        Self {
            settings: Arc::new(settings),
        }
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
        self.settings.check(openings, can_be_told)
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
