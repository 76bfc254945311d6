//! `outflank nboard`: the engine over the NBoard protocol.

use clap::Args;
use outflank_cli::protocol::nboard::NBoard;

use crate::context::{Context, Verdict};
use crate::engine_options::EngineOptions;

/// Arguments of `outflank nboard`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: EngineOptions,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let options = &arguments.options;
    options.serve(NBoard::new(options.strength()), context)
}
