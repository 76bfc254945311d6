//! The `outflank` program.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "full"),
    allow(dead_code, reason = "used by the commands of the feature `full`")
)]

mod analysis_options;
mod balanced;
mod book_option;
#[cfg(feature = "full")]
mod chart;
mod commands;
mod context;
#[cfg(all(windows, feature = "full"))]
mod double_click;
mod game_checkpoint;
mod game_choice;
mod game_filter;
mod input;
mod input_lines;
mod key_press;
mod limit_options;
mod options;
mod output;
mod schema;
mod tree_source;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser};

use commands::Command;
use context::{Context, Interrupted, Verdict};
use outflank_engine::evaluation::NO_MEMORY;
use outflank_support::is_catching;

// The allocator of musl returns memory to the system so often that matches of short games take twice as long.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// An Othello engine, exact solver and game-tree laboratory.
#[derive(Parser)]
#[command(
    name = "outflank",
    version,
    propagate_version = true,
    after_help = "Ctrl-C ends a command with the results so far and exit status 130; the last JSON object \
                  then has \"incomplete\": true."
)]
struct Cli {
    /// Print JSON, one object per line, and nothing else on standard output.
    #[arg(long, global = true)]
    json: bool,

    #[command(subcommand)]
    command: Command,
}

/// How the panic of Tokio begins when the system refuses a thread.
const NO_THREAD: &str = "OS can't spawn worker thread";

/// Exit status after Ctrl-C, as shells report it.
const INTERRUPTED: u8 = 130;

/// Runs the command named by the arguments. Exit status: 0 on success, 1 if the answer is negative,
/// 2 on an error and 130 after Ctrl-C.
fn main() -> ExitCode {
    let arguments = arguments();
    #[cfg(all(windows, feature = "full"))]
    if arguments.len() == 1 && double_click::is_started_by_explorer() {
        return match double_click::serve() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failed(&error),
        };
    }
    let matches = command().try_get_matches_from(&arguments);
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, &arguments),
    };
    let context = match Context::new(cli.json) {
        Ok(context) => context,
        Err(error) => return failed(&error),
    };
    set_panic_hook();
    match cli.command.run(&context) {
        Ok(Verdict::Interrupted) => interrupted(&Interrupted.into(), &context),
        Ok(Verdict::Stopped) => ExitCode::SUCCESS,
        // Not every command checks for Ctrl-C or marks its result.
        Ok(_) if context.is_interrupted() => interrupted(&Interrupted.into(), &context),
        Ok(Verdict::Done) => ExitCode::SUCCESS,
        Ok(Verdict::Negative) => ExitCode::from(1),
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if context.is_interrupted() => interrupted(&error, &context),
        Err(error) => failed(&error),
    }
}

/// Reports a lack of memory as an error of one line: for data that are unpacked on first use, in searches that
/// cannot fail, and for the server's threads when it starts. Does not report panics that become errors.
fn set_panic_hook() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload_as_str().unwrap_or_default();
        let is_main_thread = std::thread::current().name() == Some("main");
        if message.starts_with(NO_MEMORY) || (is_main_thread && message.starts_with(NO_THREAD)) {
            eprintln!("error: {message}");
            std::process::exit(2);
        }
        if !is_catching() {
            report(panic);
        }
    }));
}

/// Returns the command line, whose help lists the subcommands in groups.
fn command() -> clap::Command {
    let command = accept_negative_numbers(Cli::command());
    let mut groups = String::new();
    for (heading, names) in commands::GROUPS {
        // A program without the feature `full` has only some of the commands.
        let found = names
            .iter()
            .filter_map(|name| command.find_subcommand(name));
        let lines = found.map(|found| {
            let about = found.get_about().map(ToString::to_string);
            format!(
                "  {:<11}  {}\n",
                found.get_name(),
                about.unwrap_or_default()
            )
        });
        let lines = lines.collect::<String>();
        if !lines.is_empty() {
            groups.push_str(&format!("{heading}:\n{lines}\n"));
        }
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
    ))
}

/// Takes `-1` as the value of an option, so that the error names the values that the option accepts.
fn accept_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .mut_args(|option| {
            let takes_values = option.get_action().takes_values();
            option.allow_negative_numbers(takes_values)
        })
        .mut_subcommands(accept_negative_numbers)
}

/// Ends a command after Ctrl-C: marks its result as incomplete and says why.
fn interrupted(why: &anyhow::Error, context: &Context) -> ExitCode {
    // A failure to print cannot be reported.
    let _ = context.mark_incomplete();
    eprintln!("{}", one_line(&causes(why)));
    ExitCode::from(INTERRUPTED)
}

/// Returns the arguments of the program, for clap.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().map(guard_board).collect();
    // clap's `help` takes no options.
    if arguments.get(1).is_some_and(|word| word == "help") {
        arguments.retain(|argument| argument != "--help" && argument != "-h");
    }
    arguments
}

/// Prefixes a board that begins with an empty square (`-`) with a space, so that
/// clap does not take it for an option. Position parsers skip the space.
fn guard_board(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if is_board(text) => OsString::from(format!(" {text}")),
        _ => argument,
    }
}

fn is_board(text: &str) -> bool {
    // The smallest board, 3x3, has nine squares; shorter words are options.
    text.starts_with('-')
        && (text.contains(' ') || text.len() >= 9)
        && text
            .chars()
            .take_while(|&c| c != ';')
            .all(|c| "XOxo-.*# ".contains(c))
}

/// Prints help or the version on standard output, or a usage error on standard error: one line for
/// the error and one for each tip.
fn usage(error: &clap::Error, arguments: &[OsString]) -> ExitCode {
    let requested = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    );
    if requested || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // A failure to print cannot be reported.
        let _ = error.print();
        return ExitCode::from(if requested { 0 } else { 2 });
    }
    let text = error.render().to_string();
    // Drop the usage reminder.
    let lines = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .map(str::trim);
    let (tips, message): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with("tip: "));
    let message = one_line(&message.join(" "));
    eprintln!("{message} (see `{} --help`)", command_name(arguments));
    // clap's tip to write `-- --option` never helps: boards and negative numbers are accepted as they are.
    for tip in tips
        .into_iter()
        .filter(|tip| !tip.starts_with("tip: to pass"))
    {
        eprintln!("{}", one_line(tip));
    }
    ExitCode::from(2)
}

/// Returns the subcommand named by the arguments, such as `outflank db import`.
fn command_name(arguments: &[OsString]) -> String {
    let mut command = &Cli::command();
    let mut name = command.get_name().to_owned();
    for word in arguments.iter().skip(1).filter(|word| *word != "--json") {
        let Some(found) = command.find_subcommand(word) else {
            break;
        };
        command = found;
        name = format!("{name} {}", command.get_name());
    }
    name
}

fn failed(error: &anyhow::Error) -> ExitCode {
    eprintln!("error: {}", one_line(&causes(error)));
    ExitCode::from(2)
}

/// Formats an error and its causes, omitting causes that the text before them already contains.
fn causes(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// Maximum length of a word that is printed in full, in characters.
const LONGEST_WORD: usize = 240;
/// Maximum length of a message that is printed in full, in characters.
const LONGEST_MESSAGE: usize = 1000;

/// Puts a message on one line, and shortens arguments that are too long.
fn one_line(message: &str) -> String {
    let words = message.split_whitespace();
    let words: Vec<String> = words.map(|word| shortened(word, LONGEST_WORD)).collect();
    shortened(&words.join(" "), LONGEST_MESSAGE)
}

/// Shortens text of more than `most` characters to its start and its end.
fn shortened(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let first = text.chars().take(most / 3);
    let last = text.chars().skip(length - most / 3);
    first.chain(['…']).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use clap::Args as _;

    use super::*;
    use analysis_options::AnalysisOptions;
    use book_option::BookPlayOptions;
    use game_filter::GameFilterOptions;
    use limit_options::LimitOptions;
    use options::{BoardOption, HashOption, ThreadsOption};

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// Lists the names of the commands without subcommands.
    fn leaves(command: &clap::Command, prefix: &str) -> Vec<String> {
        let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
        let names = shown.flat_map(|sub| {
            let name = format!("{prefix}{}", sub.get_name());
            match sub.has_subcommands() {
                true => leaves(sub, &format!("{name} ")),
                false => vec![name],
            }
        });
        names.collect()
    }

    #[test]
    fn every_command_is_in_one_group_of_the_help() {
        let grouped = commands::GROUPS.iter().flat_map(|(_, names)| *names);
        let mut grouped: Vec<&str> = grouped.copied().collect();
        grouped.sort_unstable();
        let command = Cli::command();
        let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
        let mut names: Vec<&str> = shown.map(clap::Command::get_name).collect();
        names.sort_unstable();
        assert_eq!(grouped, names);
        let help = crate::command().render_help().to_string();
        for name in names {
            assert!(help.contains(&format!("\n  {name} ")), "{help}");
        }
    }

    #[test]
    fn old_names_accept_the_arguments_of_the_new_ones() {
        let mut command = Cli::command();
        command.build();
        let options = |names: &[&str]| {
            let mut found = &command;
            for name in names {
                found = found.find_subcommand(name).expect("a command");
            }
            let names = found
                .get_arguments()
                .map(|argument| match argument.get_long() {
                    Some(long) => format!("--{long}"),
                    None => argument.get_id().to_string(),
                });
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        };
        for (old, new) in [
            ("guess", ["practice", "guess"]),
            ("puzzles", ["practice", "puzzles"]),
            ("selfplay", ["train", "selfplay"]),
            ("label", ["train", "label"]),
            ("train-network", ["train", "network"]),
            ("train-human", ["train", "human"]),
            ("fit-probcut", ["train", "probcut"]),
            ("tune", ["train", "textbook"]),
        ] {
            let mut expected = options(&new);
            // `practice guess` inherits `--db`, which it does not use.
            expected.retain(|name| old != "guess" || name != "--db");
            assert_eq!(options(&[old]), expected);
            let hidden = command.find_subcommand(old).expect("a command");
            assert!(hidden.is_hide_set(), "{old}");
        }
    }

    /// A group of options and its heading; `None` is clap's "Options".
    type Group = (Option<&'static str>, fn(clap::Command) -> clap::Command);

    const GROUPS: [Group; 7] = [
        (Some("Game filter"), GameFilterOptions::augment_args),
        (Some("Search"), LimitOptions::augment_args),
        (Some("Search"), AnalysisOptions::augment_args),
        (Some("Opening book"), BookPlayOptions::augment_args),
        (Some("Resources"), ThreadsOption::augment_args),
        (Some("Resources"), HashOption::augment_args),
        (None, BoardOption::augment_args),
    ];

    /// Returns the heading of the group that has an option like `option`, if there is one.
    fn heading_of(option: &clap::Arg) -> Option<Option<&'static str>> {
        let is_like = |other: &clap::Arg| {
            (other.get_id(), other.get_help()) == (option.get_id(), option.get_help())
        };
        let has_option =
            |group: &&Group| group.1(clap::Command::new("")).get_arguments().any(is_like);
        // `--weights` appears under the heading of the options around it.
        let found = GROUPS.iter().find(has_option);
        found
            .filter(|_| option.get_id() != "weights")
            .map(|group| group.0)
    }

    /// Checks the headings of the command `name` and its subcommands.
    fn check_headings(command: &clap::Command, name: &str) {
        for option in command.get_opts() {
            let heading = option.get_help_heading();
            let place = format!("{name} --{}", option.get_id());
            match heading_of(option) {
                Some(expected) => assert_eq!(heading, expected, "{place}"),
                None => assert!(
                    !["Game filter", "Opening book", "Resources"]
                        .map(Some)
                        .contains(&heading),
                    "{place} is under {heading:?}"
                ),
            }
        }
        for command in command.get_subcommands() {
            check_headings(command, &format!("{name} {}", command.get_name()));
        }
    }

    #[test]
    fn options_are_under_the_heading_of_their_group() {
        let mut command = Cli::command();
        command.build();
        check_headings(&command, "outflank");
    }

    #[test]
    fn a_cause_is_not_repeated() {
        let full = std::io::Error::other("no space left");
        let error = anyhow::Error::new(full).context("x.ck: no space left");
        let error = error.context("cannot save");
        assert_eq!(causes(&error), "cannot save: x.ck: no space left");
    }

    #[test]
    fn long_words_and_messages_are_truncated() {
        assert_eq!(one_line("a\nb  c"), "a b c");
        for (word, most) in [("x", 300), ("x ", 1100)] {
            let long = word.repeat(60_000);
            let cut = one_line(&format!("{} is not a position", long.trim_end()));
            assert!(cut.ends_with("x is not a position"), "{cut}");
            assert!(cut.len() < most, "{cut}");
        }
    }

    #[test]
    fn every_command_with_json_has_a_schema() {
        const TEXT_ONLY: [&str; 2] = ["gtp", "nboard"];
        let mut expected = leaves(&Cli::command(), "");
        expected.retain(|name| !TEXT_ONLY.contains(&name.as_str()));
        expected.sort();
        let lines = commands::json_lines();
        let mut found: Vec<&str> = lines.iter().map(|(name, _)| *name).collect();
        found.sort_unstable();
        assert_eq!(found, expected);
    }
}
