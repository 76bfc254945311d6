//! `outflank gtp`: the engine over GTP.

use clap::Args;
use outflank_cli::protocol::gtp::Gtp;

use crate::context::{Context, Verdict};
use crate::engine_options::EngineOptions;

/// Arguments of `outflank gtp`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: EngineOptions,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let options = &arguments.options;
    options.serve(Gtp::new(options.strength()), context)
}
