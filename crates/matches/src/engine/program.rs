//! External programs as engines.

use std::sync::Arc;

use outflank_othello::format::GameRecord;
use outflank_othello::format::ggf::write_ggf;
use outflank_othello::{Game, Position};

use super::external::Settings;
use super::gtp::GtpPlayer;
use super::nboard::NBoardPlayer;
use super::{EngineError, MatchEngine, MatchPlayer, TimeControl};

/// The largest side of a board in GTP: on larger ones, programs disagree about column names, since
/// Go skips the letter i.
const MAX_GTP_SIDE: u8 = 8;

/// A program that speaks GTP or the NBoard protocol on standard input and output, with
/// one process per game.
#[derive(Clone, Debug)]
pub struct ProgramEngine {
    pub(super) settings: Arc<Settings>,
    pub(super) protocol: Protocol,
}

/// The protocol that a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    Gtp,
    NBoard {
        /// The depth to set, in plies; without one, the program decides.
        depth: Option<u32>,
    },
}

impl MatchEngine for ProgramEngine {
    fn name(&self) -> String {
        let command = &self.settings.command;
        match self.protocol {
            Protocol::Gtp => format!("gtp:{command}"),
            Protocol::NBoard { depth: None } => format!("nboard:{command}"),
            Protocol::NBoard { depth: Some(depth) } => format!("nboard@{depth}:{command}"),
        }
    }

    fn specification(&self) -> String {
        let Settings {
            dir, setup, time, ..
        } = &*self.settings;
        let mut text = self.name();
        if let Some(dir) = dir {
            text.push_str(&format!(" in {}", dir.display()));
        }
        if !setup.is_empty() {
            let lines: Vec<String> = setup.iter().map(|line| format!("{line:?}")).collect();
            text.push_str(&format!(", sent {}", lines.join(", ")));
        }
        if let Some(TimeControl::Move(time)) = time {
            text.push_str(&format!(", {} s per move", time.as_secs_f64()));
        }
        text
    }

    fn is_deterministic(&self) -> bool {
        false
    }

    fn check(&self, openings: &[Game], _games_at_once: usize) -> Result<(), EngineError> {
        for (opening, place) in openings.iter().zip(1..) {
            let checked = match self.protocol {
                Protocol::Gtp => check_for_gtp(opening),
                // Games are sent in GGF.
                Protocol::NBoard { .. } => write_ggf(&GameRecord::new(opening.clone()))
                    .map(drop)
                    .map_err(|error| format!("board {}: {error}", opening.shape())),
            };
            checked.map_err(|reason| EngineError::new(format!("opening {place}: {reason}")))?;
        }
        self.settings.check_start()
    }

    fn new_player(&self, _seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError> {
        let settings = Arc::clone(&self.settings);
        Ok(match self.protocol {
            Protocol::Gtp => Box::new(GtpPlayer::new(settings)),
            Protocol::NBoard { depth } => Box::new(NBoardPlayer::new(settings, depth)),
        })
    }
}

/// Checks that GTP can represent a game from this opening.
fn check_for_gtp(opening: &Game) -> Result<(), String> {
    let shape = opening.shape();
    let is_square = shape.width() == shape.height() && !shape.has_holes();
    if !is_square || shape.width() > MAX_GTP_SIDE {
        return Err(format!(
            "board {shape}: GTP programs play on square boards without holes, up to \
             {MAX_GTP_SIDE}x{MAX_GTP_SIDE}"
        ));
    }
    if *opening.start() != Position::start(shape) {
        let reason = "GTP programs know only the standard start position: expected a transcript";
        return Err(reason.to_owned());
    }
    Ok(())
}
