//! `outflank selfplay`: games of the engine against itself, for training.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use outflank_engine::evaluation::Evaluation;
use outflank_engine::{SearchOptions, Searcher, Selectivity};
use outflank_othello::Position;
use outflank_othello::format::read_game_file;
use outflank_othello::notation::transcript;
use outflank_training::dataset::{GamesReader, GamesWriter, Header, export_games};
use outflank_training::{SELFPLAY_HASH, SelfPlay};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::options::{BoardOption, ThreadsOption, WeightsOption, parse_selectivity};
use crate::output::grouped;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Total];

/// Arguments of `outflank selfplay`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Where the games go; a file that is there is taken up where it ends.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,

    /// Games that the file is to hold in the end.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,

    /// Plies that the engine looks ahead.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,

    /// Leave out what is so probable, in per cent: 73, 87, 95, 98, 99; 100
    /// leaves nothing out.
    #[arg(long, value_name = "PERCENT", default_value = "100", value_parser = parse_selectivity)]
    selectivity: Selectivity,

    /// Exact moves with so many empty squares or fewer.
    #[arg(long, value_name = "EMPTIES", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=60))]
    exact: u32,

    #[command(flatten)]
    board: BoardOption,

    /// Moves made by chance at the start, from least to most.
    #[arg(long, value_name = "LEAST-MOST", default_value = "8-40", value_parser = parse_range)]
    random: (u32, u32),

    /// Recorded games whose starts are starts of ours, cut off anywhere.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    openings: Vec<PathBuf>,

    /// Of a hundred games so many take the start of a recorded one.
    #[arg(long, value_name = "PERCENT", default_value_t = 75, value_parser = clap::value_parser!(u32).range(0..=100))]
    share: u32,

    /// Most moves made by chance behind a recorded start.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=20))]
    stray: u32,

    /// Of a hundred moves behind the start so many are made by chance, which shows
    /// positions such as a search meets.
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=90))]
    chance: u32,

    #[command(flatten)]
    weights: WeightsOption,

    /// Decides the openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write the games as a Parquet file for other tools too.
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadsOption,
}

fn parse_range(text: &str) -> Result<(u32, u32), String> {
    let range = text.split_once('-').and_then(|(least, most)| {
        let (least, most): (u32, u32) = (least.parse().ok()?, most.parse().ok()?);
        (least <= most && most <= 50).then_some((least, most))
    });
    range.ok_or_else(|| "expected two numbers up to 50, the lower first, as in 8-40".to_owned())
}

/// Games that are played between two looks at the clock and the disk.
const BATCH: u64 = 100;

/// The last JSON object.
#[derive(JsonSchema, Serialize)]
struct Total {
    total: bool,
    /// Games in the file.
    games: u64,
    /// Games of this run.
    played: u64,
    seconds: f64,
    games_per_second: f64,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let shape = arguments.board.shape;
    let evaluation = arguments.weights.read_for(shape)?;
    let valued_by = Evaluation::for_shape(evaluation.as_ref(), shape);
    let selfplay = SelfPlay {
        shape,
        seed: arguments.seed,
        depth: arguments.depth,
        selectivity: arguments.selectivity.percent(),
        exact_to: arguments.exact,
        least_random: arguments.random.0,
        most_random: arguments.random.1,
        chance: arguments.chance,
        ..SelfPlay::default()
    }
    .with_evaluation(valued_by)
    .with_recorded(recorded(arguments)?, arguments.share, arguments.stray);
    let header = Header {
        shape,
        settings: serde_json::to_value(&selfplay)?,
    };
    let mut writer = GamesWriter::create_or_resume(&arguments.to, &header)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads.count())
        .build()
        .context("threads for the games")?;
    let bar = ProgressBar::new(arguments.games).with_style(ProgressStyle::with_template(
        "{bar:30} {human_pos}/{human_len} games  {per_sec}  {eta} left",
    )?);
    bar.set_position(writer.games());
    bar.reset_eta();
    let (began, before) = (Instant::now(), writer.games());
    let solver = || {
        let mut options = SearchOptions::default()
            .with_hash(SELFPLAY_HASH)
            .with_stop(Arc::clone(&context.interrupted));
        if let Some(evaluation) = &evaluation {
            options = options.with_evaluation(Arc::clone(evaluation));
        }
        Searcher::new(options)
    };
    while writer.games() < arguments.games && !context.is_interrupted() {
        let from = writer.games();
        let numbers = from..arguments.games.min(from + BATCH);
        let games = pool.install(|| {
            let numbers: Vec<u64> = numbers.clone().collect();
            let numbers = numbers.into_par_iter().with_max_len(1);
            let play = |solver: &mut std::io::Result<Searcher>, number| {
                let solver = solver.as_mut().ok()?;
                selfplay.play(number, solver)
            };
            numbers.map_init(solver, play).collect::<Vec<_>>()
        });
        // A game that was broken off ends the row: numbers count on from here.
        for game in games.into_iter().map_while(|game| game) {
            writer.push(&game)?;
        }
        if writer.games() == from && !context.is_interrupted() {
            solver().context("no memory for the transposition tables")?;
        }
        bar.set_position(writer.games());
    }
    writer.flush()?;
    bar.finish_and_clear();
    let (games, played) = (writer.games(), writer.games() - before);
    let seconds = began.elapsed().as_secs_f64();
    if let Some(path) = &arguments.parquet {
        export_games(GamesReader::open(&arguments.to)?, path)?;
    }
    context.output.object(&Total {
        total: true,
        games,
        played,
        seconds,
        games_per_second: played as f64 / seconds,
    })?;
    context.output.text(format_args!(
        "{} games in {}, {} of them played now in {seconds:.1} s: {:.1} games a second",
        grouped(games),
        arguments.to.display(),
        grouped(played),
        played as f64 / seconds
    ))?;
    Ok(Verdict::Done)
}

/// The transcripts from which games may start.
fn recorded(arguments: &Arguments) -> anyhow::Result<Vec<String>> {
    let start = Position::start(arguments.board.shape);
    let mut transcripts = Vec::new();
    for path in &arguments.openings {
        let games = read_game_file(path, arguments.board.shape)?;
        for (number, record) in &games.records {
            ensure!(
                *record.game.start() == start,
                "--openings {}: game {number} begins with a board of its own or of {}: expected \
                 games from the usual start on {}",
                path.display(),
                record.game.shape(),
                arguments.board.shape
            );
            transcripts.push(transcript(&record.game));
        }
    }
    Ok(transcripts)
}
