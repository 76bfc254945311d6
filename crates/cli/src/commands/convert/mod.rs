//! `outflank convert`: converts games from one format to another.

mod input;
mod name_files;
mod output;
mod report;
mod split;

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use outflank_othello::format::{Format, GameFilter, GameKey, ReadGame, WriteError};
use outflank_support::{is_stdout, regular_path};

use self::input::Inputs;
use self::name_files::NameFiles;
pub(super) use self::output::Target;
pub(super) use self::report::{LINES, LostInformation, Report, lost_information, print_lost};
use self::split::Split;
use crate::context::{Context, Verdict};
use crate::game_filter::GameFilterOptions;
use crate::options::BoardOption;

#[derive(Args)]
#[command(override_usage = "outflank convert [OPTIONS] <IN>... <OUT>")]
#[command(after_help = "\
Information that the output format cannot store is listed on standard error, with the number of \
games that had it. Names of players and tournaments for WTHOR files are read from the first .jou and \
.trn files in the same folder; --names writes them. A file is written under a temporary name and \
renamed when it is complete; devices and FIFOs are written directly.")]
pub(crate) struct Arguments {
    /// Files to read, recognised by their content, followed by the file to write, in the format of
    /// its extension (.txt for transcripts, .obf, .wtb, .ggf, .sgf, .pgn); `-` for standard input
    /// or output.
    #[arg(required = true, num_args = 2.., value_names = ["IN", "OUT"])]
    files: Vec<String>,

    /// Output format: txt, obf, wtb, ggf, sgf or pgn.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,

    /// Write several files named after OUT: one per year, one per player (with each game in the
    /// files of both players) or one per N games.
    #[arg(long, value_name = "year|player|N")]
    split: Option<Split>,

    /// Keep only the first of repeated games: those with the same start and moves up to symmetry,
    /// the same player names (ignoring case and spacing) and the same year.
    #[arg(long)]
    distinct: bool,

    /// With WTHOR output, add names of players and tournaments that have no number to the .jou and
    /// .trn files in the folder of OUT, or create OUT.jou and OUT.trn.
    #[arg(long)]
    names: bool,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    filter: GameFilterOptions,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let Some((output, inputs)) = arguments.files.split_last() else {
        bail!("expected files to read and a file to write");
    };
    let output = output_name(output);
    let to_stdout = output == "-";
    if to_stdout && context.is_json() {
        bail!("standard output cannot hold both the games and JSON: expected a file name");
    }
    if to_stdout && arguments.split.is_some() {
        bail!("standard output cannot be split: expected a file name");
    }
    if !to_stdout && (arguments.split.is_some() || arguments.names) {
        let file = regular_path(Path::new(output)).with_context(|| output.to_owned())?;
        ensure!(
            file.is_some(),
            "{output}: not a regular file, so no others can be written beside it: \
             expected a file name"
        );
    }
    let format = output_format(output, arguments.to)?;
    let names = arguments.names.then(|| NameFiles::beside(output, format));
    let names = names.transpose()?;
    let shape = arguments.board.shape;
    let mut conversion = Conversion {
        selection: arguments.filter.filter(shape)?,
        keys: arguments.distinct.then(HashSet::new),
        target: Target::create(output, format, arguments.split, names.as_ref())?,
        report: Report::new(),
    };
    let mut inputs = Inputs::new(inputs, shape, context)?;
    while let Some((place, game)) = inputs.next_game()? {
        if context.is_interrupted() {
            // Games already on standard output count; files are not written.
            conversion.report.written *= usize::from(to_stdout);
            return context.finish(&conversion.report);
        }
        conversion.convert(&place, game)?;
    }
    let (target, mut report) = (conversion.target, conversion.report);
    if let Some(lost) = inputs.lost_header() {
        report.lost(&lost, report.written);
    }
    target.finish(inputs.wthor_header(), &mut report)?;
    report.print_losses(format);
    if let Some(names) = names {
        names.write()?;
    }
    report.conclude(output, format, context)
}

/// Returns the name of an output: `-` for all names of standard output.
pub(super) fn output_name(name: &str) -> &str {
    match is_stdout(Path::new(name)) {
        true => "-",
        false => name,
    }
}

/// Returns the requested format, or the format of the extension.
pub(super) fn output_format(name: &str, to: Option<Format>) -> Result<Format> {
    let format = to.or_else(|| Format::from_path(Path::new(name)));
    let known = Format::extensions();
    format.with_context(|| format!("{name}: unknown extension: expected {known}, or --to"))
}

/// The stages of processing a game.
struct Conversion {
    selection: GameFilter,
    /// With `--distinct`: keys of the games so far.
    keys: Option<HashSet<GameKey>>,
    target: Target,
    report: Report,
}

impl Conversion {
    /// Processes a game. `place` names its file if there are several.
    fn convert(&mut self, place: &str, game: ReadGame) -> Result<()> {
        let ReadGame { number, game } = game;
        self.report.read += 1;
        let parsed = match game {
            Ok(parsed) => parsed,
            Err(error) => {
                self.report.reject(place, number, &error);
                return Ok(());
            }
        };
        let record = &parsed.record;
        if !self.selection.matches(record) {
            self.report.filtered += 1;
            return Ok(());
        }
        let keys = self.keys.as_mut();
        if keys.is_some_and(|keys| !keys.insert(GameKey::new(record))) {
            self.report.duplicates += 1;
            return Ok(());
        }
        match self.target.write(record) {
            Ok(lost) => self.report.write(&parsed.omissions, &lost),
            Err(WriteError::Refused(refusal)) => self.report.reject(place, number, &refusal),
            // Keep the I/O error: it identifies a closed pipe.
            Err(WriteError::Io(error)) => return Err(error).context(self.target.name().to_owned()),
            Err(error) => return Err(error).context(self.target.name().to_owned()),
        }
        Ok(())
    }
}
