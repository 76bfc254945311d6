//! The `outflank` program.
#![forbid(unsafe_code)]

mod analysis_options;
mod chart;
mod commands;
mod context;
mod game_filter;
mod limit_options;
mod options;
mod output;
mod schema;
mod tree_source;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use commands::Command;
use context::{Context, Verdict};

/// An Othello engine, exact solver and game-tree laboratory.
#[derive(Parser)]
#[command(name = "outflank", version, propagate_version = true)]
struct Cli {
    /// Print JSON, one object per line, and nothing else on standard output.
    #[arg(long, global = true)]
    json: bool,

    #[command(subcommand)]
    command: Command,
}

/// Exit status after Ctrl-C, as shells report it.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(std::env::args_os().map(guard_board)) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let context = match Context::new(cli.json) {
        Ok(context) => context,
        Err(error) => return failed(&error),
    };
    match cli.command.run(&context) {
        Ok(Verdict::Done) => ExitCode::SUCCESS,
        Ok(Verdict::Negative) => ExitCode::from(1),
        Ok(Verdict::Interrupted) => {
            eprintln!("interrupted: the result is incomplete");
            ExitCode::from(INTERRUPTED)
        }
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if context.is_interrupted() => {
            eprintln!("{error:#}");
            ExitCode::from(INTERRUPTED)
        }
        Err(error) => failed(&error),
    }
}

/// Prefixes a board that begins with an empty square (`-`) with a space, so that
/// clap does not take it for an option. Position parsers skip the space.
fn guard_board(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if is_board(text) => OsString::from(format!(" {text}")),
        _ => argument,
    }
}

/// Returns whether an argument looks like a board followed by a side to move.
fn is_board(text: &str) -> bool {
    text.starts_with('-')
        && text.contains(' ')
        && text
            .chars()
            .take_while(|&c| c != ';')
            .all(|c| "XOxo-.*# ".contains(c))
}

/// Prints help and version on standard output and a usage error as one line on
/// standard error.
fn usage(error: &clap::Error) -> ExitCode {
    let requested = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    );
    if requested || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // There is nowhere to report a failure to print.
        let _ = error.print();
        return ExitCode::from(if requested { 0 } else { 2 });
    }
    let text = error.render().to_string();
    // Drop the usage reminder and join the rest into one line.
    let message: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    eprintln!("{} (see `outflank --help`)", message.join(" "));
    ExitCode::from(2)
}

fn failed(error: &anyhow::Error) -> ExitCode {
    // The chain of causes on one line.
    let message = format!("{error:#}").replace(['\n', '\r'], " ");
    eprintln!("error: {message}");
    ExitCode::from(2)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{Cli, commands};

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// Lists the names of the commands without subcommands.
    fn leaves(command: &clap::Command, prefix: &str) -> Vec<String> {
        let names = command.get_subcommands().flat_map(|sub| {
            let name = format!("{prefix}{}", sub.get_name());
            match sub.has_subcommands() {
                true => leaves(sub, &format!("{name} ")),
                false => vec![name],
            }
        });
        names.collect()
    }

    #[test]
    fn every_command_with_json_has_a_schema() {
        const TEXT_ONLY: [&str; 4] = ["completions", "gtp", "manual", "nboard"];
        let mut expected = leaves(&Cli::command(), "");
        expected.retain(|name| !TEXT_ONLY.contains(&name.as_str()));
        expected.sort();
        let mut found: Vec<&str> = commands::json_lines()
            .iter()
            .map(|(name, _)| *name)
            .collect();
        found.sort_unstable();
        assert_eq!(found, expected);
    }
}
