//! `outflank train selfplay`: self-play games for training.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, ensure};
use clap::Args;
use outflank_engine::Selectivity;
use outflank_engine::evaluation::Evaluation;
use outflank_othello::Position;
use outflank_othello::format::read_game_file;
use outflank_othello::notation::transcript;
use outflank_training::dataset::{GamesWriter, Header};
use outflank_training::{SELFPLAY_HASH, SelfPlay};
use schemars::JsonSchema;
use serde::Serialize;

use super::shared::{SearcherPool, parse_range, resume_note};
use crate::balanced;
use crate::context::{Context, Verdict};
use crate::options::{BoardOption, ThreadsOption, WeightsOption, parse_selectivity};
use crate::output::{grouped, progress_bar, speed};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder for the games, in Parquet files of 10,000; an existing one is resumed.
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,

    /// Total number of games in the folder.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,

    /// Search depth in plies.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,

    /// ProbCut confidence in per cent: 73, 87, 95, 98 or 99; 100 disables ProbCut.
    #[arg(long, value_name = "PERCENT", default_value = "100", value_parser = parse_selectivity)]
    selectivity: Selectivity,

    /// Empties at or below which moves are exact.
    #[arg(long, value_name = "EMPTIES", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=60))]
    exact: u32,

    #[command(flatten)]
    board: BoardOption,

    /// Number of random moves at the start, from minimum to maximum.
    #[arg(long, value_name = "MIN-MAX", default_value = "8-40", value_parser = parse_range::<50>)]
    random: (u32, u32),

    /// Begin games with the moves of these recorded games up to a random point; balanced means the
    /// built-in balanced openings.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    openings: Vec<PathBuf>,

    /// Percentage of games that begin like a recorded game.
    #[arg(long, value_name = "PERCENT", default_value_t = 75, value_parser = clap::value_parser!(u32).range(0..=100))]
    share: u32,

    /// Maximum number of random moves after a recorded start.
    #[arg(long, value_name = "N", alias = "stray", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=20))]
    random_moves: u32,

    /// Percentage of moves after the opening that are random.
    #[arg(long, value_name = "PERCENT", alias = "chance", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=90))]
    random_percent: u32,

    #[command(flatten)]
    weights: WeightsOption,

    /// Seed of the random moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    threads: ThreadsOption,
}

/// Number of games between two writes.
const BATCH: u64 = 100;

/// The last line.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total {
    total: bool,
    /// Number of games in the folder.
    games: u64,
    /// Number of games played in this run.
    played: u64,
    seconds: f64,
    games_per_second: f64,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let shape = arguments.board.shape;
    let evaluation = arguments.weights.read_for(shape)?;
    let selfplay = SelfPlay {
        shape,
        seed: arguments.seed,
        depth: arguments.depth,
        selectivity: arguments.selectivity,
        exact_to: arguments.exact,
        min_random: arguments.random.0,
        max_random: arguments.random.1,
        random_percent: arguments.random_percent,
        weights_hash: Evaluation::for_shape(evaluation.as_ref(), shape)
            .map_or(0, Evaluation::digest),
        ..SelfPlay::default()
    }
    .with_recorded(
        context.abandonable(|| recorded(arguments))?,
        arguments.share,
        arguments.random_moves,
    );
    let header = Header {
        shape,
        settings: serde_json::to_value(&selfplay)?,
    };
    let mut writer = GamesWriter::create_or_resume(&arguments.to, &header)?;
    let searchers = SearcherPool::new(arguments.threads, SELFPLAY_HASH, evaluation, context)?;
    let template = "{bar:30} {pos}/{len} games  {per_sec}  {eta} left";
    let bar = progress_bar(Some(arguments.games), template)?;
    bar.set_position(writer.games());
    bar.reset_eta();
    let (began, before) = (Instant::now(), writer.games());
    while writer.games() < arguments.games && !context.is_interrupted() {
        let from = writer.games();
        let numbers = (from..arguments.games.min(from + BATCH)).collect();
        let games = searchers.map(numbers, |number, searcher| selfplay.play(number, searcher));
        // Games are numbered without gaps, so games after an interrupted one are dropped.
        for game in games.into_iter().map_while(|game| game) {
            writer.push(&game)?;
        }
        writer.flush()?;
        bar.set_position(writer.games());
    }
    bar.finish_and_clear();
    let (games, played) = (writer.games(), writer.games() - before);
    let seconds = began.elapsed().as_secs_f64();
    let verdict = context.finish(&Total {
        total: true,
        games,
        played,
        seconds,
        games_per_second: played as f64 / seconds,
    })?;
    context.text(format_args!(
        "{} games in {}; {} played in {seconds:.1} s, {}{}",
        grouped(games),
        arguments.to.display(),
        grouped(played),
        speed(played, seconds),
        resume_note(verdict)
    ))?;
    Ok(verdict)
}

/// Returns the transcripts of the recorded games.
fn recorded(arguments: &Arguments) -> Result<Vec<String>> {
    let start = Position::start(arguments.board.shape);
    let mut transcripts = Vec::new();
    for path in &arguments.openings {
        if let Some(balanced) = balanced::named(path, arguments.board.shape)? {
            transcripts.extend(balanced.iter().map(transcript));
            continue;
        }
        let games = read_game_file(path, arguments.board.shape)?;
        for (number, record) in &games.records {
            ensure!(
                *record.game.start() == start,
                "--openings {}: game {number} starts from its own position or on {}: expected \
                 games from the standard start on {}",
                path.display(),
                record.game.shape(),
                arguments.board.shape
            );
            transcripts.push(transcript(&record.game));
        }
    }
    Ok(transcripts)
}
