//! `outflank db import`: games into the archive.

use std::io::{BufRead, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use outflank_othello::Shape;
use outflank_othello::format::{GameReader, Lost, open_game_file};
use outflank_study::archive::{Archive, ImportEvent, Imported, Source};
use serde::Serialize;

use super::games_in_words;
use crate::context::{Context, Verdict};
use crate::options::BoardOption;

/// Arguments of `outflank db import`.
#[derive(Args)]
#[command(after_help = "\
The same game, of the same players in the same year, with the same moves up to symmetry and the \
same result, is taken once. What is broken off, in whatever way, is taken up by the same command \
where it ended. Beside WTHOR files the names of players and tournaments are looked for: the first \
.jou and .trn of the folder.")]
pub(super) struct Arguments {
    /// Files of games, told by their content: transcripts, OBF, WTHOR, GGF, SGF,
    /// PGN; `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    /// Games that are saved at once.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: u32,

    #[command(flatten)]
    board: BoardOption,
}

/// The JSON object of a file.
#[derive(Serialize)]
struct FileLine<'a> {
    file: &'a str,
    #[serde(flatten)]
    counts: Counts,
}

/// The last JSON object.
#[derive(Serialize)]
struct Total {
    total: bool,
    /// Whether all files were taken to their end.
    complete: bool,
    #[serde(flatten)]
    counts: Counts,
    seconds: f64,
}

/// What became of games.
#[derive(Serialize)]
struct Counts {
    read: usize,
    written: usize,
    rejected: usize,
    duplicates: usize,
    /// Games that an earlier import of the same file had taken.
    known: usize,
    lost: Vec<LostLine>,
}

/// Something that could not be understood.
#[derive(Serialize)]
struct LostLine {
    what: String,
    games: usize,
}

pub(super) fn run(
    arguments: &Arguments,
    path: &Path,
    context: &Context,
) -> anyhow::Result<Verdict> {
    let started = Instant::now();
    let mut import = Import {
        archive: Archive::open_or_create(path)?,
        batch: arguments.batch as usize,
        shape: arguments.board.shape,
        bar: progress(),
        context,
    };
    let mut total = Imported::default();
    for file in &arguments.files {
        if context.is_interrupted() {
            break;
        }
        let imported = import.file(file)?;
        context.output.object(&FileLine {
            file,
            counts: counts(&imported),
        })?;
        context
            .output
            .text(format_args!("{file}: {}", in_words(&imported)))?;
        total.add(&imported);
    }
    import.bar.finish_and_clear();
    import.archive.tidy()?;
    print_losses(&total);
    let complete = !context.is_interrupted();
    if !complete {
        eprintln!("stopped: the same command goes on from here");
    }
    context.output.object(&Total {
        total: true,
        complete,
        counts: counts(&total),
        seconds: started.elapsed().as_secs_f64(),
    })?;
    if arguments.files.len() > 1 {
        context
            .output
            .text(format_args!("together: {}", in_words(&total)))?;
    }
    Ok(match total.rejected {
        0 => Verdict::Done,
        _ => Verdict::Negative,
    })
}

/// An import that goes on.
struct Import<'a> {
    archive: Archive,
    batch: usize,
    shape: Shape,
    bar: ProgressBar,
    context: &'a Context,
}

impl Import<'_> {
    /// Takes the games of a file.
    fn file(&mut self, name: &str) -> anyhow::Result<Imported> {
        if name == "-" {
            const STDIN: &str = "standard input";
            let mut content = Vec::new();
            std::io::stdin().read_to_end(&mut content).context(STDIN)?;
            let source = Source::of_content(&content, STDIN, self.shape);
            let games = GameReader::new(content.as_slice(), self.shape).context(STDIN)?;
            return self.games(&source, games);
        }
        let path = Path::new(name);
        let source = Source::of_file(path, self.shape)?;
        self.games(&source, open_game_file(path, self.shape)?)
    }

    fn games<R: BufRead>(
        &mut self,
        source: &Source,
        games: GameReader<R>,
    ) -> anyhow::Result<Imported> {
        let (bar, context) = (&self.bar, self.context);
        bar.set_message(source.name.clone());
        let before = bar.position();
        let mut report = |event: ImportEvent<'_>| match event {
            ImportEvent::Rejected { number, error } => {
                bar.suspend(|| eprintln!("{}: game {number} left out: {error}", source.name));
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

/// A count on standard error, where that is a terminal.
fn progress() -> ProgressBar {
    let bar = ProgressBar::no_length();
    match ProgressStyle::with_template("{spinner} {pos} games  {per_sec}  {msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn counts(imported: &Imported) -> Counts {
    let line = |(lost, &games): (&Lost, &usize)| LostLine {
        what: lost.to_string(),
        games,
    };
    Counts {
        read: imported.read,
        written: imported.written,
        rejected: imported.rejected,
        duplicates: imported.duplicates,
        known: imported.known,
        lost: imported.lost.iter().map(line).collect(),
    }
}

/// What became of games, for people.
fn in_words(imported: &Imported) -> String {
    let mut text = format!(
        "{} of {} games are new, {} were there before, {} left out",
        imported.written, imported.read, imported.duplicates, imported.rejected
    );
    if imported.known > 0 {
        text.push_str(&format!(", {} taken by an earlier import", imported.known));
    }
    text
}

/// Names on standard error what could not be understood.
fn print_losses(imported: &Imported) {
    for (lost, &games) in &imported.lost {
        eprintln!("not in the archive: {lost} ({})", games_in_words(games));
    }
}
