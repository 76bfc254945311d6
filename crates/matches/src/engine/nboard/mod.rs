//! Programs that speak NBoard's protocol in a contest.
//!
//! The protocol, in its version 2, is [published with NTest][published]. Of what it
//! has, a contest needs `nboard`, `set depth`, `set game`, `move`, `go` and `ping`;
//! `set game` tells any start and, with the times of the moves, the clock (see
//! [`ToldClock`](clock::ToldClock)). Of what programs say, only `===` and `pong` are
//! heeded.
//!
//! [published]: https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm

mod answer;
mod clock;
mod player;
mod program;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use outflank_othello::Game;
use outflank_othello::format::GameRecord;
use outflank_othello::format::ggf::write_ggf;

use super::external::Settings;
use super::{Engine, EngineError, Player};
use player::NBoardPlayer;

/// Plies that a program can be told to search, at most.
pub(super) const MOST_DEPTH: u32 = 60;

/// A program that speaks NBoard's protocol on its standard input and output. Each
/// player is a process of its own.
#[derive(Clone, Debug)]
pub struct NBoardEngine {
    settings: Arc<Settings>,
    /// What it is told by `set depth`, if it is told.
    depth: Option<Depth>,
}

/// A number for `set depth`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Depth(u32);

/// A text that is no [`Depth`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DepthError;

impl FromStr for Depth {
    type Err = DepthError;

    fn from_str(text: &str) -> Result<Self, DepthError> {
        let depth = text.parse().map_err(|_| DepthError)?;
        if !(1..=MOST_DEPTH).contains(&depth) {
            return Err(DepthError);
        }
        Ok(Self(depth))
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl NBoardEngine {
    /// Without a depth the program is not told one and keeps to what its command
    /// line says.
    pub(super) fn new(settings: Settings, depth: Option<Depth>) -> Self {
        Self {
            settings: Arc::new(settings),
            depth,
        }
    }
}

impl Engine for NBoardEngine {
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
        self.settings.check(openings, can_be_told)
    }

    fn new_player(&self, _seed: u64) -> Result<Box<dyn Player>, EngineError> {
        let settings = Arc::clone(&self.settings);
        Ok(Box::new(NBoardPlayer::new(settings, self.depth)))
    }
}

/// Whether NBoard has words for a game from this opening: those of GGF.
fn can_be_told(opening: &Game) -> Result<(), String> {
    write_ggf(&GameRecord::new(opening.clone()))
        .map(drop)
        .map_err(|error| format!("board {}: {error}", opening.shape()))
}
