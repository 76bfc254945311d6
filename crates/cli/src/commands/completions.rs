//! `outflank completions`: shell completion scripts.

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Cli;
use crate::context::{Context, Verdict};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The shell.
    shell: Shell,
}

/// A script that completes the arguments of `outflank`.
#[derive(JsonSchema, Serialize)]
pub(super) struct CompletionScript {
    shell: String,
    script: String,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Cli::command(),
        "outflank",
        &mut script,
    );
    let script = String::from_utf8(script)?;
    context.text(script.trim_end())?;
    context.finish(&CompletionScript {
        shell: arguments.shell.to_string(),
        script,
    })
}
