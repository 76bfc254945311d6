//! `outflank manual`: reference pages generated from the program.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, CommandFactory, ValueEnum};
use clap_markdown::MarkdownOptions;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Cli;
use crate::commands::json_lines;
use crate::context::{Context, Verdict};
use crate::schema::{Lines, lines, schema};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![WrittenManual<'static>];

/// Arguments of `outflank manual`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder to write to.
    folder: PathBuf,

    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Man)]
    format: Format,
}

/// A value of `--format`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Manual pages: outflank.1 and one per subcommand.
    Man,
    /// The command reference: commands.md.
    Markdown,
    /// JSON schemas of the lines printed with --json: one file per command.
    JsonSchema,
}

/// The files written.
#[derive(JsonSchema, Serialize)]
struct WrittenManual<'a> {
    /// The folder.
    written: &'a Path,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let folder = &arguments.folder;
    let name = || folder.display().to_string();
    std::fs::create_dir_all(folder).with_context(name)?;
    match arguments.format {
        Format::Man => clap_mangen::generate_to(Cli::command(), folder).with_context(name)?,
        Format::Markdown => write(&folder.join("commands.md"), &command_reference())?,
        Format::JsonSchema => {
            for (command, lines) in json_lines() {
                let schema = serde_json::to_string_pretty(&schema(command, lines))?;
                let file = format!("{}.json", command.replace(' ', "-"));
                write(&folder.join(file), &schema)?;
            }
        }
    }
    context.output.text(format_args!("written to {}", name()))?;
    context.output.object(&WrittenManual { written: folder })?;
    Ok(Verdict::Done)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let text = format!("{}\n", text.trim_end());
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

/// Renders the help of every command as Markdown.
fn command_reference() -> String {
    let options = MarkdownOptions::new()
        .title("Commands".to_owned())
        .show_footer(false);
    clap_markdown::help_markdown_command_custom(&Cli::command(), &options)
}
