//! Programs that speak NBoard's protocol.
//!
//! A match uses `nboard`, `set depth`, `set game`, `move`, `go` and `ping`; `set game`
//! carries any start position and, with the times of the moves, the clock (see
//! [`SentClock`](clock::SentClock)). Of the program's lines only `===` and `pong` matter.

mod clock;
mod player;
mod program;

use std::sync::Arc;

use outflank_othello::Game;
use outflank_othello::format::GameRecord;
use outflank_othello::format::ggf::write_ggf;

use super::external::Settings;
use super::{EngineError, MatchEngine, MatchPlayer};
use player::NBoardPlayer;

/// The greatest depth that a program can be set to, in plies.
pub(super) const MAX_DEPTH: u32 = 60;

/// A program that speaks NBoard's protocol on its standard input and output, one process
/// per game.
#[derive(Clone, Debug)]
pub struct NBoardEngine {
    settings: Arc<Settings>,
    /// The depth to set, if any.
    depth: Option<u32>,
}

impl NBoardEngine {
    /// Without a depth the program plays as its command line says.
    pub(super) fn new(settings: Settings, depth: Option<u32>) -> Self {
        Self {
            settings: Arc::new(settings),
            depth,
        }
    }
}

impl MatchEngine for NBoardEngine {
    fn name(&self) -> String {
        let command = &self.settings.command;
        match self.depth {
            Some(depth) => format!("nboard@{depth}:{command}"),
            None => format!("nboard:{command}"),
        }
    }

    fn varies(&self) -> bool {
        true
    }

    fn check(&self, openings: &[Game]) -> Result<(), EngineError> {
        self.settings.check(openings, check_opening)
    }

    fn new_player(&self, _seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError> {
        let settings = Arc::clone(&self.settings);
        Ok(Box::new(NBoardPlayer::new(settings, self.depth)))
    }
}

/// Checks that GGF, in which games are sent, can hold a game from this opening.
fn check_opening(opening: &Game) -> Result<(), String> {
    write_ggf(&GameRecord::new(opening.clone()))
        .map(drop)
        .map_err(|error| format!("board {}: {error}", opening.shape()))
}
