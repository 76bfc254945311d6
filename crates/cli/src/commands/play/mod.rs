//! `outflank play`: a game against the engine.
//!
//! `session` is the game and who plays what, without terminal or threads;
//! `thinker` is the engine in the background; `plain` plays by lines of text,
//! `screen` on the whole terminal.

mod plain;
mod screen;
mod session;
mod thinker;
mod view;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use outflank_classic::Player;
use outflank_othello::notation::parse_game;

use crate::context::{Context, Verdict};
use crate::options::BoardOption;
use session::{Humans, Session};
use thinker::Engine;

/// Arguments of `outflank play`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Where the game starts: `start`, a transcript, or a board in OBF.
    #[arg(default_value = "start")]
    position: String,

    /// The side that you play.
    #[arg(long, value_enum, default_value_t = Side::Black)]
    color: Side,

    /// The engine: classic:EVALUATION@DEPTH.
    #[arg(long, value_name = "ENGINE", default_value = "classic:phased@6")]
    engine: Player,

    /// Seconds that the engine may take for a move; it then deepens step by
    /// step up to its depth.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,

    /// Play by lines of text instead of on the whole terminal; so it is done by
    /// itself where input or output is no terminal.
    #[arg(long)]
    plain: bool,

    /// Draw with plain ASCII signs only.
    #[arg(long)]
    ascii: bool,

    /// Where the game is saved, in the format of the extension (.txt, .wtb or
    /// .obf).
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

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let game = parse_game(&arguments.position, arguments.board.shape)?;
    let humans = match arguments.color {
        Side::Black => Humans {
            black: true,
            white: false,
        },
        Side::White => Humans {
            black: false,
            white: true,
        },
        Side::Both => Humans {
            black: true,
            white: true,
        },
        Side::None => Humans {
            black: false,
            white: false,
        },
    };
    let time = arguments
        .time
        .map(|seconds| {
            Duration::try_from_secs_f64(seconds)
                .ok()
                .filter(|time| !time.is_zero())
                .with_context(|| format!("--time {seconds}: expected more than 0 seconds"))
        })
        .transpose()?;
    let session = Session::new(game, humans, arguments.save.clone());
    let engine = Engine::new(arguments.engine.clone(), time);
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if arguments.plain || context.output.is_json() || !is_terminal {
        plain::run(session, &engine, context)
    } else {
        screen::run(session, engine, arguments.ascii)
    }
}
