//! Programs that speak GTP.
//!
//! Most name squares as here, `a1` top left, but not all do, and they differ about passes;
//! [`Program`](program::Program) finds out.

mod player;
mod program;
mod rows;

use std::sync::Arc;

use outflank_othello::{Game, Position};

use super::external::Settings;
use super::{EngineError, MatchEngine, MatchPlayer};
use player::GtpPlayer;

/// The largest board: beyond it programs disagree about the names of columns, since Go
/// skips the letter i.
const MAX_SIDE: u8 = 8;

/// A program that speaks GTP on its standard input and output, one process per game.
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

impl MatchEngine for GtpEngine {
    fn name(&self) -> String {
        format!("gtp:{}", self.settings.command)
    }

    fn varies(&self) -> bool {
        true
    }

    fn check(&self, openings: &[Game]) -> Result<(), EngineError> {
        self.settings.check(openings, check_opening)
    }

    fn new_player(&self, _seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError> {
        Ok(Box::new(GtpPlayer::new(Arc::clone(&self.settings))))
    }
}

/// Checks that GTP can express a game from this opening.
fn check_opening(opening: &Game) -> Result<(), String> {
    let shape = opening.shape();
    let is_square = shape.width() == shape.height() && !shape.has_holes();
    if !is_square || shape.width() > MAX_SIDE {
        return Err(format!(
            "board {shape}: GTP programs play on square boards without holes, up to \
             {MAX_SIDE}x{MAX_SIDE}"
        ));
    }
    if *opening.start() != Position::start(shape) {
        return Err(
            "GTP programs know only the standard start position: expected a transcript".to_owned(),
        );
    }
    Ok(())
}
