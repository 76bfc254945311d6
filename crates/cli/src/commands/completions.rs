//! `outflank completions` and `outflank manual`: help for shells and `man`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Cli;
use crate::context::{Context, Verdict};

/// Arguments of `outflank completions`.
#[derive(Args)]
pub(crate) struct CompletionsArguments {
    /// The shell.
    shell: Shell,
}

/// Prints the completions of a shell.
pub(crate) fn completions(arguments: &CompletionsArguments) -> anyhow::Result<Verdict> {
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

/// Arguments of `outflank manual`.
#[derive(Args)]
pub(crate) struct ManualArguments {
    /// Folder to write the pages to: outflank.1 and one a subcommand.
    folder: PathBuf,
}

/// Writes the manual pages.
pub(crate) fn manual(arguments: &ManualArguments, context: &Context) -> anyhow::Result<Verdict> {
    let folder = arguments.folder.display();
    std::fs::create_dir_all(&arguments.folder).with_context(|| folder.to_string())?;
    clap_mangen::generate_to(Cli::command(), &arguments.folder)
        .with_context(|| folder.to_string())?;
    context
        .output
        .text(format_args!("manual pages written to {folder}"))?;
    Ok(Verdict::Done)
}
