//! `outflank match`: engines against each other.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use outflank_lab::{
    Contender, MatchOptions, MatchResult, MatchStatistics, PlayedGame, choose_openings,
    openings_from_file, play_match, random_openings,
};
use outflank_othello::Game;
use outflank_othello::format::{Format, GameRecord, write_beside_and_rename, write_games};
use outflank_othello::notation::transcript;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::options::{BoardOption, ThreadsOption};

/// Arguments of `outflank match`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Two engines, or more for a round robin: classic:EVALUATION@DEPTH (the
    /// evaluation one of discs, phased, components, positional), the same with
    /// parameters of a TOML file, classic:phased=FILE@DEPTH, or random.
    #[arg(required = true, num_args = 2.., value_name = "ENGINE")]
    engines: Vec<Contender>,

    /// Openings from a file: transcripts, OBF or WTHOR. Without it they are
    /// made of random plies.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Games of each two engines: every opening is played twice, with colours
    /// changed, so an odd number is rounded up.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,

    /// Length of the random openings in plies.
    #[arg(long, value_name = "N", default_value_t = 8)]
    plies: u32,

    /// Seed of all chance. With openings from a file it chooses among them;
    /// without it the first ones are taken.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Seconds a move: engines deepen step by step up to their depth.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,

    /// Save the games to a file, in the format of its extension.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    threads: ThreadsOption,
}

/// The JSON object of a game.
#[derive(Serialize)]
struct GameLine<'a> {
    first: &'a str,
    second: &'a str,
    opening: usize,
    first_plays: &'static str,
    discs: i32,
    moves: String,
}

/// The JSON object of a match.
#[derive(Serialize)]
struct Total<'a> {
    total: bool,
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    statistics: MatchStatistics,
    complete: bool,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let openings = openings(arguments)?;
    let save = arguments.save.as_deref().map(save_format).transpose()?;
    let time = arguments
        .time
        .map(|seconds| {
            Duration::try_from_secs_f64(seconds)
                .ok()
                .filter(|time| !time.is_zero())
                .with_context(|| format!("--time {seconds}: expected more than 0 seconds"))
        })
        .transpose()?;
    let options = MatchOptions {
        time,
        seed: arguments.seed.unwrap_or(1),
        threads: arguments.threads.count(),
        stop: Arc::clone(&context.interrupted),
    };
    let engines = &arguments.engines;
    let names: Vec<String> = engines.iter().map(Contender::to_string).collect();
    let mut played = Vec::new();
    let mut results: Vec<(usize, usize, MatchStatistics)> = Vec::new();
    for first in 0..engines.len() {
        for second in first + 1..engines.len() {
            if context.is_interrupted() {
                break;
            }
            let label = format!("{} - {}", names[first], names[second]);
            let bar = progress(openings.len(), &label);
            let pair = [&engines[first], &engines[second]];
            let result = play_with_bar(pair, &openings, &options, &bar)?;
            for game in result.games() {
                context.output.object(&GameLine {
                    first: &names[first],
                    second: &names[second],
                    opening: game.opening + 1,
                    first_plays: game.first_plays.name(),
                    discs: game.discs,
                    moves: transcript(&game.game),
                })?;
            }
            context.output.object(&Total {
                total: true,
                first: &names[first],
                second: &names[second],
                statistics: result.statistics(),
                complete: result.complete,
            })?;
            results.push((first, second, result.statistics()));
            played.extend(result.pairs.into_iter().flatten());
        }
    }
    context.output.text(results_table(&names, &results))?;
    if engines.len() > 2 {
        context.output.text(cross_table(&names, &results))?;
    }
    if let (Some(path), Some(format)) = (&arguments.save, save) {
        save_games(path, format, &played)?;
    }
    Ok(Verdict::Done)
}

/// The openings that the arguments ask for.
fn openings(arguments: &Arguments) -> anyhow::Result<Vec<Game>> {
    let count = arguments.games.div_ceil(2) as usize;
    let shape = arguments.board.shape;
    let Some(path) = &arguments.openings else {
        let seed = arguments.seed.unwrap_or(1);
        return Ok(random_openings(shape, count, arguments.plies, seed)?);
    };
    let content = std::fs::read(path).with_context(|| path.display().to_string())?;
    let openings =
        openings_from_file(&content, shape).with_context(|| path.display().to_string())?;
    if openings.len() < count {
        eprintln!(
            "{}: {} openings for {} games, so {} games are played",
            path.display(),
            openings.len(),
            arguments.games,
            2 * openings.len()
        );
    }
    Ok(choose_openings(openings, count, arguments.seed))
}

fn play_with_bar(
    pair: [&Contender; 2],
    openings: &[Game],
    options: &MatchOptions,
    bar: &ProgressBar,
) -> anyhow::Result<MatchResult> {
    let finished: Mutex<Vec<[i32; 2]>> = Mutex::default();
    let result = play_match(pair, openings, options, |[one, other]| {
        let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
        finished.push([one.discs, other.discs]);
        let so_far = MatchStatistics::new(finished.iter().copied());
        bar.set_message(format!(
            "+{} ={} -{} {:.1} %",
            so_far.wins,
            so_far.draws,
            so_far.losses,
            100.0 * so_far.score
        ));
        bar.inc(1);
    });
    bar.finish_and_clear();
    result.context("cannot start the threads")
}

/// A bar on standard error, where that is a terminal.
fn progress(pairs: usize, label: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {bar:30} {pos}/{len} pairs {msg} {eta}");
    let bar = ProgressBar::new(pairs as u64).with_prefix(label.to_owned());
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn new_table(headings: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(headings);
    table
}

/// One line a match, seen from its first engine.
fn results_table(names: &[String], results: &[(usize, usize, MatchStatistics)]) -> Table {
    let headings = [
        "first",
        "second",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "discs",
        "Elo (95 %)",
    ];
    let mut table = new_table(&headings);
    for (first, second, statistics) in results {
        table.add_row([
            names[*first].clone(),
            names[*second].clone(),
            statistics.games.to_string(),
            statistics.wins.to_string(),
            statistics.draws.to_string(),
            statistics.losses.to_string(),
            format!("{:.1} %", 100.0 * statistics.score),
            format!("{:+.2}", statistics.mean_discs),
            elo(statistics),
        ]);
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// The score of each engine against each other.
fn cross_table(names: &[String], results: &[(usize, usize, MatchStatistics)]) -> Table {
    let mut headings = vec![""];
    headings.extend(names.iter().map(String::as_str));
    headings.push("all");
    let mut table = new_table(&headings);
    for (row, name) in names.iter().enumerate() {
        let mut cells = vec![name.clone()];
        let (mut points, mut games) = (0.0, 0);
        for column in 0..names.len() {
            let found = results.iter().find_map(|(first, second, statistics)| {
                if (*first, *second) == (row, column) {
                    Some((statistics.score, statistics.games))
                } else if (*second, *first) == (row, column) {
                    Some((1.0 - statistics.score, statistics.games))
                } else {
                    None
                }
            });
            cells.push(found.map_or("-".to_owned(), |(score, played)| {
                points += score * played as f64;
                games += played;
                format!("{:.1} %", 100.0 * score)
            }));
        }
        let all = if games == 0 {
            0.5
        } else {
            points / games as f64
        };
        cells.push(format!("{:.1} %", 100.0 * all));
        table.add_row(cells);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// The Elo difference with its interval.
fn elo(statistics: &MatchStatistics) -> String {
    let number = |elo: Option<f64>, otherwise: &str| {
        elo.map_or(otherwise.to_owned(), |elo| format!("{elo:+.0}"))
    };
    let infinite = if statistics.score > 0.5 {
        "+inf"
    } else {
        "-inf"
    };
    format!(
        "{} [{} .. {}]",
        number(statistics.elo, infinite),
        number(statistics.elo_low, "-inf"),
        number(statistics.elo_high, "+inf")
    )
}

/// The format in which games go to a file of this name.
fn save_format(path: &Path) -> anyhow::Result<Format> {
    let format = Format::of_path(path);
    format.with_context(|| {
        format!(
            "{}: the extension names no format: expected .txt, .obf or .wtb",
            path.display()
        )
    })
}

fn save_games(path: &Path, format: Format, games: &[PlayedGame]) -> anyhow::Result<()> {
    let records: Vec<GameRecord> = games
        .iter()
        .map(|played| GameRecord::new(played.game.clone()))
        .collect();
    let written = write_games(&records, format, None)?;
    if let Some(refused) = written.refused.first() {
        bail!("{}: {}", path.display(), refused.reason);
    }
    ensure!(
        written.games == games.len(),
        "{}: games are missing",
        path.display()
    );
    write_beside_and_rename(path, &written.content).with_context(|| path.display().to_string())
}
