//! `outflank gtp`: the engine for programs that speak GTP.

use clap::Args;
use outflank_cli::protocol::gtp::Gtp;

use crate::context::{Context, Verdict};
use crate::playing::PlayingOptions;

/// Arguments of `outflank gtp`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    playing: PlayingOptions,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let playing = &arguments.playing;
    playing.talk(Gtp::new(playing.strength()), context)
}
