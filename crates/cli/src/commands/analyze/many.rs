//! `outflank analyze` on many games: tables of losses.

use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use outflank_archive::{Archive, ArchiveAnalyzer};
use outflank_othello::format::{GameReader, GameRecord, open_game_file};
use outflank_study::{
    Analyzer, BookScores, GameReview, GameRow, ReviewTables, SideSummary, TableRow, TurningPoint,
    WorstRow,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::Arguments;
use crate::context::{Context, Verdict};
use crate::game_checkpoint::{GameCheckpoint, review_games};
use crate::game_choice::is_archive;
use crate::input::{is_file_or_fifo, not_a_file};
use crate::output::{counted, grouped, new_table};

/// Maximum number of rows of a table printed as text.
const ROWS: usize = 20;

/// Totals over the games.
#[derive(JsonSchema, Serialize)]
pub(crate) struct ManyTotal {
    total: bool,
    /// Games selected.
    games: usize,
    /// Games reviewed, now or earlier.
    reviewed: usize,
    /// Games reviewed by an earlier run, from the checkpoint.
    resumed: usize,
    /// Games that could not be read.
    rejected: usize,
    complete: bool,
    #[serde(flatten)]
    summary: SideSummary,
    /// Percentage of moves that lost nothing.
    accuracy: f64,
    /// Discs lost per move.
    mean_loss: f64,
    seconds: f64,
}

/// The games to review with their numbers, and how many games could not be read.
type Selection = (Vec<(usize, GameRecord)>, usize);

fn select(archive: Option<&Archive>, arguments: &Arguments) -> Result<Selection> {
    let shape = arguments.analysis.engine.board.shape;
    let filter = arguments.filter.filter(shape)?;
    let most = arguments.limit.unwrap_or(usize::MAX);
    let (mut games, mut rejected) = (Vec::new(), 0);
    if let Some(archive) = archive {
        let mut found = archive.find(&filter)?.into_iter();
        while games.len() < most
            && let Some(number) = found.next()
        {
            let record = archive.game(number)?.record;
            if !record.game.moves().is_empty() {
                games.push((number as usize, record));
            }
        }
        return Ok((games, 0));
    }
    let mut name = arguments.game.as_str();
    let mut reader: Box<dyn Iterator<Item = _>> = if name == "-" {
        name = "standard input";
        let input = BufReader::new(std::io::stdin());
        Box::new(GameReader::new(input, shape).context("standard input")?)
    } else {
        ensure!(
            Path::new(name).exists(),
            "{name}: no such file: --all, --limit and --checkpoint need a file of games"
        );
        if !is_file_or_fifo(Path::new(name)) {
            return Err(not_a_file(name));
        }
        Box::new(open_game_file(Path::new(name), shape)?)
    };
    while games.len() < most
        && let Some(read) = reader.next()
    {
        let read = read.with_context(|| name.to_owned())?;
        match read.game.map(|parsed| parsed.record) {
            Ok(record) if !record.game.moves().is_empty() && filter.matches(&record) => {
                games.push((read.number, record));
            }
            Ok(_) => {}
            Err(error) => {
                rejected += 1;
                eprintln!("{name}: game {}: {error}", read.number);
            }
        }
    }
    Ok((games, rejected))
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let started = Instant::now();
    let mut archive = match is_archive(&arguments.game) {
        true => Some(Archive::open(Path::new(&arguments.game))?),
        false => None,
    };
    let (games, rejected) = context.abandonable(|| select(archive.as_ref(), arguments))?;
    let empties = games
        .iter()
        .map(|(_, record)| record.game.start().empties().len());
    let Some(most) = empties.max() else {
        bail!("{}: no game matches", arguments.game);
    };
    let analysis = &arguments.analysis;
    analysis.options.check_exact(most)?;
    let engine = analysis.options.engine()?;
    let book = analysis.book();
    let options = format!("{}, book {book}", analysis.options.description()?);
    let path = arguments.checkpoint.as_deref();
    let checkpoint = GameCheckpoint::open(path, "analyze", &options)?;
    let (shape, threads) = (analysis.engine.board.shape, analysis.engine.threads);
    let analyzer = analysis.analyzer(shape, threads.on_many_positions(), context)?;
    let stored = match (&mut archive, engine) {
        (Some(archive), Some((limits, name))) => {
            Some(ArchiveAnalyzer::new(archive, &*analyzer, limits, name))
        }
        _ => None,
    };
    let by: &dyn Analyzer = match &stored {
        Some(stored) => stored,
        None => &*analyzer,
    };
    let by = BookScores::new(book.open()?, by);
    let checkpoint = checkpoint.as_ref();
    let result = |number, record: &_, review: &_| Ok(GameReview::new(number, record, review));
    let reviews = review_games(&games, &by, checkpoint, threads, context, result)?;
    if let Some(error) = by.failure() {
        return Err(error.into());
    }
    if let Some(stored) = stored {
        stored.finish()?;
    }
    let is_done = |(number, record): &&(usize, GameRecord)| {
        checkpoint.is_some_and(|checkpoint| checkpoint.done(*number, record).is_some())
    };
    let tables = ReviewTables::new(&reviews, arguments.filter.player(), arguments.worst);
    // An early Ctrl-C leaves nothing to tabulate.
    if !reviews.is_empty() {
        print(&tables, context)?;
    }
    let total = ManyTotal {
        total: true,
        games: games.len(),
        reviewed: reviews.len(),
        resumed: games.iter().filter(is_done).count(),
        rejected,
        complete: reviews.len() == games.len(),
        summary: tables.all,
        accuracy: tables.all.accuracy(),
        mean_loss: tables.all.mean_loss(),
        seconds: started.elapsed().as_secs_f64(),
    };
    let verdict = context.finish(&total)?;
    context.text(summary(&total))?;
    Ok(verdict)
}

fn print(tables: &ReviewTables, context: &Context) -> Result<()> {
    for (title, rows) in [
        ("player", &tables.players),
        ("opening", &tables.openings),
        ("stage", &tables.stages),
    ] {
        for row in rows {
            context.object(row)?;
        }
        context.text(losses(title, rows))?;
        first_rows(rows.len(), context)?;
        context.text("")?;
    }
    for row in &tables.worst {
        context.object(row)?;
    }
    context.text(worst(&tables.worst))?;
    for row in &tables.games {
        context.object(row)?;
    }
    context.text("")?;
    context.text(decided(&tables.games))?;
    first_rows(tables.games.len(), context)
}

/// Prints how many rows are shown, unless all are.
fn first_rows(all: usize, context: &Context) -> Result<()> {
    let count = grouped(all as u64);
    match all > ROWS {
        true => context.text(format_args!("first {ROWS} of {count} shown")),
        false => Ok(()),
    }
}

/// Returns a table of the moves that decided the games.
fn decided(rows: &[GameRow]) -> comfy_table::Table {
    let header = "game|black|white|result|decided by|ply|played||best|";
    let mut text = new_table(header, [1, 2, 4, 6, 8]);
    for row in rows.iter().take(ROWS) {
        let point = row.turning_point;
        let cell = |shown: &dyn Fn(TurningPoint) -> String| point.map_or_else(String::new, shown);
        let score = |point: TurningPoint, score: f64| match point.exact {
            true => format!("{score:+.0}"),
            false => format!("~{score:+.2}"),
        };
        text.add_row([
            row.game.to_string(),
            row.black.clone().unwrap_or_default(),
            row.white.clone().unwrap_or_default(),
            row.result
                .map_or_else(String::new, |result| format!("{result:+}")),
            cell(&|point| point.mover.to_string()),
            cell(&|point| point.ply.to_string()),
            cell(&|point| point.played.to_string()),
            cell(&|point| score(point, point.after)),
            cell(&|point| point.best.to_string()),
            cell(&|point| score(point, point.before)),
        ]);
    }
    text
}

fn losses(title: &str, rows: &[TableRow]) -> comfy_table::Table {
    let header = format!("{title}|games|moves|best|?!|?|??|discs lost|per move|proven");
    let mut text = new_table(&header, [0]);
    for row in rows.iter().take(ROWS) {
        let summary = &row.summary;
        text.add_row([
            row.name.clone(),
            grouped(row.games as u64),
            grouped(summary.moves as u64),
            format!("{:.1} %", row.accuracy),
            grouped(summary.inaccuracies as u64),
            grouped(summary.mistakes as u64),
            grouped(summary.blunders as u64),
            format!("{:.1}", summary.loss),
            format!("{:.2}", row.mean_loss),
            format!("{:.0}", summary.exact_loss),
        ]);
    }
    text
}

fn worst(rows: &[WorstRow]) -> comfy_table::Table {
    let header = "worst moves of|against|game|ply|played|best|discs lost";
    let mut text = new_table(header, [0, 1, 4, 5]);
    for row in rows {
        text.add_row([
            row.player.clone().unwrap_or_default(),
            row.opponent.clone().unwrap_or_default(),
            row.game.to_string(),
            row.mv.ply.to_string(),
            row.mv.played.to_string(),
            row.mv.best.map_or(String::new(), |best| best.to_string()),
            match row.mv.exact {
                true => format!("{:.0}", row.mv.loss),
                false => format!("~{:.1}", row.mv.loss),
            },
        ]);
    }
    text
}

fn summary(total: &ManyTotal) -> String {
    let mut text = format!(
        "\n{}, {} moves, {:.1} % best, {:.2} discs lost per move",
        counted(total.reviewed, "game"),
        grouped(total.summary.moves as u64),
        total.accuracy,
        total.mean_loss,
    );
    for (games, what) in [
        (total.resumed, "from the checkpoint"),
        (total.rejected, "not readable"),
    ] {
        if games > 0 {
            text.push_str(&format!("; {} {what}", counted(games, "game")));
        }
    }
    if !total.complete {
        text.push_str(&format!(
            "\nincomplete: {} of {} reviewed",
            grouped(total.reviewed as u64),
            counted(total.games, "game")
        ));
    }
    text
}
