//! `outflank convert`: games from one format into another.

mod input;
mod output;
mod report;
mod split;

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use outflank_othello::format::{Format, GameKey, GameRecord, ReadGame, Selection, WriteError};

use self::input::Inputs;
use self::output::Target;
use self::report::Report;
use self::split::Split;
use crate::context::{Context, Verdict};
use crate::game_filter::GameFilterOptions;
use crate::options::BoardOption;

/// Arguments of `outflank convert`.
#[derive(Args)]
#[command(override_usage = "outflank convert [OPTIONS] <IN>... <OUT>")]
#[command(after_help = "\
What the format written has no place for is named on standard error, with the number of games \
that had it. Beside WTHOR files that are read, or are to be written, the names of players and \
tournaments are looked for: the first .jou and .trn of the folder. A file is written beside its \
place and renamed into it once it is whole.")]
pub(crate) struct Arguments {
    /// Files to read, one after the other, and the file to write, in the format
    /// of its extension (.txt for transcripts, .obf, .wtb, .ggf, .sgf, .pgn). What
    /// is read is told by its content; `-` is standard input and, at the end,
    /// standard output.
    #[arg(required = true, num_args = 2.., value_names = ["IN", "OUT"])]
    files: Vec<String>,

    /// Format to write: txt, obf, wtb, ggf, sgf or pgn.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,

    /// Write several files, whose names are that of OUT and what they have in
    /// common: `year`, `player` (a game goes to both of its players) or a number
    /// of games.
    #[arg(long, value_name = "year|player|N")]
    split: Option<Split>,

    /// Leave out games that are the same as one before: the same start and moves
    /// up to symmetry, the same names of both players (whatever the case and the
    /// blanks) and the same year. Result, tournament, times, evaluations and
    /// comments do not count; the first of them is kept.
    #[arg(long)]
    distinct: bool,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    filter: GameFilterOptions,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let Some((output, inputs)) = arguments.files.split_last() else {
        bail!("expected files to read and a file to write");
    };
    let to_stdout = output == "-";
    if to_stdout && context.output.is_json() {
        bail!("standard output cannot hold both the games and JSON: name a file to write");
    }
    if to_stdout && arguments.split.is_some() {
        bail!("standard output cannot be split: name a file to write");
    }
    let format = match arguments.to {
        Some(format) => format,
        None => Format::of_path(Path::new(output)).with_context(|| {
            let known = Format::extensions();
            format!("{output}: the extension names no format: expected {known}, or --to")
        })?,
    };
    let shape = arguments.board.shape;
    let mut conversion = Conversion {
        selection: arguments.filter.selection(shape)?,
        keys: arguments.distinct.then(HashSet::new),
        target: Target::create(output, format, arguments.split)?,
        report: Report::default(),
    };
    let mut inputs = Inputs::new(inputs, shape)?;
    while let Some((place, game)) = inputs.next_game()? {
        ensure!(!context.is_interrupted(), "stopped: nothing was written");
        conversion.take(&place, game)?;
    }
    let Conversion {
        target, mut report, ..
    } = conversion;
    if let Some(lost) = inputs.lost_header() {
        report.lost(&lost, report.written());
    }
    report.files = target.finish(inputs.wthor_header(), &mut report)?;
    report.print_losses(format);
    context.output.object(&report.total())?;
    if !to_stdout {
        context.output.text(report.summary(output, format))?;
    }
    Ok(if report.is_complete() {
        Verdict::Done
    } else {
        Verdict::Negative
    })
}

/// What the games go through, one by one.
struct Conversion {
    selection: Selection,
    /// The games so far, if none may come twice.
    keys: Option<HashSet<GameKey>>,
    target: Target,
    report: Report,
}

impl Conversion {
    /// Takes a game; `place` names its file if there are several.
    fn take(&mut self, place: &str, game: ReadGame) -> anyhow::Result<()> {
        let ReadGame { number, game } = game;
        self.report.read += 1;
        let parsed = match game {
            Ok(parsed) => parsed,
            Err(error) => {
                self.report.reject(place, number, &error);
                return Ok(());
            }
        };
        if !self.selection.takes(&parsed.record) {
            self.report.filtered += 1;
            return Ok(());
        }
        if self.is_duplicate(&parsed.record) {
            self.report.duplicates += 1;
            return Ok(());
        }
        match self.target.write(&parsed.record) {
            Ok(lost) => self.report.write(&parsed.lost, &lost),
            Err(WriteError::Refused(refusal)) => self.report.reject(place, number, &refusal),
            Err(error) => return Err(error).context(self.target.name().to_owned()),
        }
        Ok(())
    }

    fn is_duplicate(&mut self, record: &GameRecord) -> bool {
        let keys = self.keys.as_mut();
        keys.is_some_and(|keys| !keys.insert(GameKey::new(record)))
    }
}
