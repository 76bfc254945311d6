//! `outflank nboard`: the engine for programs that speak NBoard's protocol.

use clap::Args;
use outflank_cli::protocol::nboard::NBoard;

use crate::context::{Context, Verdict};
use crate::playing::PlayingOptions;

/// Arguments of `outflank nboard`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    playing: PlayingOptions,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let playing = &arguments.playing;
    playing.talk(NBoard::new(playing.strength()), context)
}
