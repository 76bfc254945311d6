//! `outflank play`: a game against the engine.
//!
//! `session` is the game and who plays what. On the whole terminal, `state` is
//! a machine of events and effects around it, `view` draws it where `layout`
//! finds room, and `terminal` joins both with keys, mouse and threads. `plain`
//! plays by lines of text instead. `thinker` is the engine.

mod layout;
mod plain;
mod save;
mod session;
mod state;
mod terminal;
mod thinker;
mod view;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use outflank_classic::{Evaluation, EvaluationKind, MAX_PLAYER_DEPTH, Player};
use outflank_othello::notation::parse_game;

use crate::context::{Context, Verdict};
use crate::options::BoardOption;
use session::{Humans, Session};
use thinker::Engine;

/// Depth of the engine in plies if nothing else is said.
const DEFAULT_DEPTH: u32 = 5;
/// The longest time for a move.
const LONGEST_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Arguments of `outflank play`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Where the game starts: `start`, a transcript, or a board in OBF.
    #[arg(default_value = "start")]
    position: String,

    /// The same as an option.
    #[arg(
        long = "position",
        value_name = "POSITION",
        conflicts_with = "position",
        allow_hyphen_values = true
    )]
    position_option: Option<String>,

    /// The side that you play.
    #[arg(long, value_enum, default_value_t = Side::Black)]
    color: Side,

    /// The engine: classic:EVALUATION@DEPTH (classic:phased@5 unless you say otherwise)
    #[arg(long, value_name = "ENGINE")]
    engine: Option<Player>,

    /// Depth of the engine in plies, in place of that in its name.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PLAYER_DEPTH)))]
    depth: Option<u32>,

    /// Seconds that the engine may take for a move; it then deepens step by
    /// step, up to the depth of `--engine` or `--depth` if either is given.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,

    /// The engine plays exactly with so many empty squares or fewer.
    #[arg(long, value_name = "EMPTIES", default_value_t = 14, value_parser = clap::value_parser!(u8).range(0..=24))]
    exact: u8,

    /// Play by lines of text instead of on the whole terminal; so it is done by
    /// itself where input or output is no terminal.
    #[arg(long)]
    plain: bool,

    /// Draw with plain ASCII signs only.
    #[arg(long)]
    ascii: bool,

    /// Where the game is saved, in the format of the extension (.txt, .wtb or
    /// .obf): by itself at the end when playing by lines, else on `s`.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    #[command(flatten)]
    board: BoardOption,
}

/// Who plays the human's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// You play Black.
    Black,
    /// You play White.
    White,
    /// Two people play.
    Both,
    /// The engine plays itself.
    None,
}

impl Side {
    const fn humans(self) -> Humans {
        Humans {
            black: matches!(self, Self::Black | Self::Both),
            white: matches!(self, Self::White | Self::Both),
        }
    }
}

impl Arguments {
    fn session(&self) -> anyhow::Result<Session> {
        let position = self.position_option.as_ref().unwrap_or(&self.position);
        let game = parse_game(position, self.board.shape)?;
        if let Some(path) = &self.save {
            save::format_of(path)?;
        }
        Ok(Session::new(game, self.color.humans(), self.save.clone()))
    }

    fn engine(&self) -> anyhow::Result<Engine> {
        let time = self.time.map(duration).transpose()?;
        let mut player = self.engine.clone().unwrap_or_else(|| Player {
            evaluation: Evaluation::new(EvaluationKind::Phased),
            depth: if time.is_some() {
                MAX_PLAYER_DEPTH
            } else {
                DEFAULT_DEPTH
            },
        });
        if let Some(depth) = self.depth {
            player.depth = depth;
        }
        Ok(Engine {
            player,
            time,
            exact_from: self.exact.into(),
        })
    }
}

fn duration(seconds: f64) -> anyhow::Result<Duration> {
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero() && *time <= LONGEST_TIME)
        .with_context(|| format!("--time {seconds}: expected more than 0 seconds, a day at most"))
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let session = arguments.session()?;
    let engine = arguments.engine()?;
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if arguments.plain || context.output.is_json() || !is_terminal {
        plain::run(session, &engine, context)
    } else {
        terminal::run(session, engine, arguments.ascii, context)
    }
}
