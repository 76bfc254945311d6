//! `outflank db export`: writes archived games to a file.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use outflank_archive::Archive;
use outflank_othello::format::{Format, WriteError};

use crate::commands::convert::{Report, Target, output_format, output_name};
use crate::context::{Context, Verdict};
use crate::game_filter::GameFilterOptions;
use crate::options::{BoardOption, check_not_input};

#[derive(Args)]
#[command(after_help = "\
Information that the output format cannot store is listed on standard error, with the number of \
games that had it. Names of players and tournaments for a WTHOR file are read from the first .jou \
and .trn files in the same folder.")]
pub(super) struct Arguments {
    /// File to write, in the format of its extension (.txt for transcripts, .obf,
    /// .wtb, .ggf, .sgf, .pgn); `-` for standard output.
    output: String,

    /// Output format: txt, obf, wtb, ggf, sgf or pgn.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    filter: GameFilterOptions,
}

pub(super) fn run(arguments: &Arguments, path: &Path, context: &Context) -> Result<Verdict> {
    let archive = Archive::open(path)?;
    let name = output_name(&arguments.output);
    check_not_input("output", Path::new(name), [path])?;
    if name == "-" && context.is_json() {
        bail!("standard output cannot hold both the games and JSON: expected a file name");
    }
    let format = output_format(name, arguments.to)?;
    let filter = arguments.filter.filter(arguments.board.shape)?;
    let found = context.abandonable(|| Ok(archive.find(&filter)?))?;
    let mut target = Target::create(name, format, None, None)?;
    let mut report = Report::new();
    report.read = found.len();
    for &number in &found {
        context.check().context("nothing was written")?;
        match target.write(&archive.game(number)?.record) {
            Ok(lost) => report.write(&[], &lost),
            Err(WriteError::Refused(refusal)) => report.reject("", number, &refusal),
            Err(error) => return Err(error).context(name.to_owned()),
        }
    }
    target.finish(None, &mut report)?;
    report.print_losses(format);
    report.conclude(name, format, context)
}
