//! `outflank completions`: shell completion scripts.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Cli;
use crate::context::Verdict;

/// Arguments of `outflank completions`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The shell.
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Verdict> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Cli::command(),
        "outflank",
        &mut script,
    );
    std::io::stdout().lock().write_all(&script)?;
    Ok(Verdict::Done)
}
