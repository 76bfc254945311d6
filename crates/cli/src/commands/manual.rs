//! `outflank manual`: reference pages generated from the program.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::{Args, CommandFactory, ValueEnum};
use clap_markdown::MarkdownOptions;
use outflank_support::write_atomically;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Cli;
use crate::commands::json_lines;
use crate::context::{Context, Verdict};
use crate::schema::schema;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder to write to.
    folder: PathBuf,

    /// The pages to write.
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
pub(super) struct WrittenManual<'a> {
    /// The folder.
    written: &'a Path,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let folder = &arguments.folder;
    let name = || folder.display().to_string();
    std::fs::create_dir_all(folder).with_context(name)?;
    match arguments.format {
        Format::Man => {
            let mut command = Cli::command().disable_help_subcommand(true);
            command.build();
            write_pages(&command, folder)?;
        }
        Format::Markdown => write(&folder.join("commands.md"), &command_reference())?,
        Format::JsonSchema => {
            for (command, lines) in json_lines() {
                let schema = serde_json::to_string_pretty(&schema(command, lines))?;
                let file = format!("{}.json", command.replace(' ', "-"));
                write(&folder.join(file), &schema)?;
            }
        }
    }
    context.text(format_args!("written to {}", name()))?;
    context.finish(&WrittenManual { written: folder })
}

/// Writes the manual pages of a command and its subcommands.
fn write_pages(command: &clap::Command, folder: &Path) -> Result<()> {
    for subcommand in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        write_pages(subcommand, folder)?;
    }
    let page = clap_mangen::Man::new(command.clone());
    let path = folder.join(page.get_filename());
    let mut text = Vec::new();
    page.render(&mut text)?;
    write_atomically(&path, &text).with_context(|| path.display().to_string())
}

fn write(path: &Path, text: &str) -> Result<()> {
    let text = format!("{}\n", text.trim_end());
    write_atomically(path, text.as_bytes()).with_context(|| path.display().to_string())
}

/// Renders the help of every command as Markdown.
fn command_reference() -> String {
    let options = MarkdownOptions::new()
        .title("Commands".to_owned())
        .show_footer(false);
    clap_markdown::help_markdown_command_custom(&Cli::command(), &options)
}
