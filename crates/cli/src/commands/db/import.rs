//! `outflank db import`: adds games to the archive.

use std::fs::File;
use std::io::{BufRead, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::Args;
use indicatif::ProgressBar;
use outflank_archive::{Archive, ImportEvent, Imported, Source};
use outflank_othello::Shape;
use outflank_othello::format::{GameReader, name_paths_beside, open_game_file};
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::convert::{LostInformation, lost_information, print_lost};
use crate::context::{Context, Verdict};
use crate::input::{is_fifo, not_a_file};
use crate::options::{BoardOption, start_threads};
use crate::output::{counted, grouped, progress_bar};

#[derive(Args)]
#[command(after_help = "\
Games with the same players, year and result, and the same moves up to symmetry, are stored once. To \
resume an interrupted import, run the same command again. Names of players and tournaments for WTHOR \
files are read from the first .jou and .trn files in the same folder.")]
pub(super) struct Arguments {
    /// Files of transcripts, OBF, WTHOR, GGF, SGF or PGN, recognised by their content;
    /// `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    /// Games per database transaction.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: u32,

    #[command(flatten)]
    board: BoardOption,
}

/// Counts for one file.
#[derive(JsonSchema, Serialize)]
pub(super) struct ImportedFile<'a> {
    file: &'a str,
    #[serde(flatten)]
    counts: &'a Imported,
    /// Information that the archive cannot represent.
    lost: Vec<LostInformation>,
}

/// Counts for all files.
#[derive(JsonSchema, Serialize)]
pub(super) struct ImportTotal<'a> {
    total: bool,
    /// Whether every file was read to its end.
    complete: bool,
    #[serde(flatten)]
    counts: &'a Imported,
    /// Information that the archive cannot represent.
    lost: Vec<LostInformation>,
    seconds: f64,
}

pub(super) fn run(arguments: &Arguments, path: &Path, context: &Context) -> Result<Verdict> {
    let started = Instant::now();
    start_threads()?;
    let mut import = Import {
        archive: Archive::open_or_create(path)?,
        batch: arguments.batch as usize,
        shape: arguments.board.shape,
        bar: progress_bar(None, "{spinner} {pos} games  {per_sec}  {msg}")?,
        context,
    };
    let mut total = Imported::default();
    for file in &arguments.files {
        if context.is_interrupted() {
            break;
        }
        if is_name_file(Path::new(file)) {
            eprintln!("{file}: skipped: names are read with the .wtb files in the same folder");
            continue;
        }
        let imported = import.file(file)?;
        total.add(&imported);
        // The total includes the counts of a partially read file.
        if context.is_interrupted() {
            break;
        }
        context.object(&ImportedFile {
            file,
            counts: &imported,
            lost: lost_information(&imported.lost),
        })?;
        context.text(format_args!("{file}: {}", summary(&imported)))?;
        if lacks_names(Path::new(file)) {
            eprintln!(
                "{file}: players and tournaments are unknown without .jou and .trn files beside it"
            );
        }
    }
    import.bar.finish_and_clear();
    let complete = !context.is_interrupted();
    if complete {
        import.archive.tidy()?;
    }
    print_lost(&total.lost, "archive");
    if !complete {
        eprintln!("run the same command to resume");
    }
    let verdict = context.finish(&ImportTotal {
        total: true,
        complete,
        counts: &total,
        lost: lost_information(&total.lost),
        seconds: started.elapsed().as_secs_f64(),
    })?;
    if arguments.files.len() > 1 || !complete {
        context.text(format_args!("total: {}", summary(&total)))?;
    }
    Ok(verdict.negative_if(total.rejected > 0))
}

/// An import in progress.
struct Import<'a> {
    archive: Archive,
    batch: usize,
    shape: Shape,
    bar: ProgressBar,
    context: &'a Context,
}

impl Import<'_> {
    fn file(&mut self, name: &str) -> Result<Imported> {
        let path = Path::new(name);
        // A source is read twice, and a pipe can be read only once.
        if name == "-" || is_fifo(path) {
            let is_stdin = name == "-";
            let name = if is_stdin { "standard input" } else { name };
            let mut content = Vec::new();
            self.context.abandonable(|| {
                let read = if is_stdin {
                    std::io::stdin().read_to_end(&mut content)
                } else {
                    File::open(path).and_then(|mut pipe| pipe.read_to_end(&mut content))
                };
                read.with_context(|| name.to_owned())
            })?;
            let source = Source::of_content(&content, name, self.shape, None);
            let games = GameReader::new(content.as_slice(), self.shape);
            return self.games(&source, games.with_context(|| name.to_owned())?);
        }
        if !path.is_file() {
            return Err(not_a_file(name));
        }
        let source = Source::of_file(path, self.shape)?;
        self.games(&source, open_game_file(path, self.shape)?)
    }

    fn games<R: BufRead>(&mut self, source: &Source, games: GameReader<R>) -> Result<Imported> {
        let (bar, context) = (&self.bar, self.context);
        bar.set_message(source.name.clone());
        let before = bar.position();
        let mut report = |event: ImportEvent<'_>| match event {
            ImportEvent::Rejected { number, error } => {
                bar.suspend(|| eprintln!("{}: game {number} skipped: {error}", source.name));
                ControlFlow::Continue(())
            }
            ImportEvent::Saved(so_far) => {
                bar.set_position(before + (so_far.read + so_far.known) as u64);
                if context.is_interrupted() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            }
        };
        let imported = self.archive.import(source, games, self.batch, &mut report);
        imported.with_context(|| source.name.clone())
    }
}

/// Returns whether a file has the extension of WTHOR's lists of names.
fn is_name_file(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    ["jou", "trn"]
        .iter()
        .any(|names| extension.eq_ignore_ascii_case(names))
}

/// Returns whether a `.wtb` file has no `.jou` or no `.trn` file beside it.
fn lacks_names(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    extension.eq_ignore_ascii_case("wtb") && name_paths_beside(path).is_none()
}

fn summary(imported: &Imported) -> String {
    let mut text = format!(
        "{} of {} added, {} already present, {} skipped",
        grouped(imported.written as u64),
        counted(imported.read, "game"),
        grouped(imported.duplicates as u64),
        grouped(imported.rejected as u64)
    );
    if imported.known > 0 {
        let known = grouped(imported.known as u64);
        text.push_str(&format!(", {known} added by an earlier import"));
    }
    text
}
