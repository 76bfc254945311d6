//! `outflank`: the program.
#![forbid(unsafe_code)]

mod analysis_options;
mod chart;
mod commands;
mod context;
mod engine_options;
mod game_filter;
mod options;
mod output;
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
    /// Print one JSON object a line on standard output, and nothing else.
    #[arg(long, global = true)]
    json: bool,

    #[command(subcommand)]
    command: Command,
}

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
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => failed(&error),
    }
}

/// A board whose first square is empty begins with a dash, which would make it
/// an option: a blank before it, which every reader of positions skips, keeps
/// it what it is.
fn guard_board(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if is_board(text) => OsString::from(format!(" {text}")),
        _ => argument,
    }
}

/// Whether an argument has the signs of a board and a side to move.
fn is_board(text: &str) -> bool {
    text.starts_with('-')
        && text.contains(' ')
        && text
            .chars()
            .take_while(|&c| c != ';')
            .all(|c| "XOxo-.*# ".contains(c))
}

/// Help and version go to standard output; a wrong usage is told in one line.
fn usage(error: &clap::Error) -> ExitCode {
    let asked_for = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    );
    if asked_for || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // Nothing is left to do if even the help cannot be printed.
        let _ = error.print();
        return ExitCode::from(if asked_for { 0 } else { 2 });
    }
    let text = error.render().to_string();
    // Everything up to the usage reminder, on one line.
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
    // The causes one after another on one line, whatever stands in them.
    let message = format!("{error:#}").replace(['\n', '\r'], " ");
    eprintln!("error: {message}");
    ExitCode::from(2)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
