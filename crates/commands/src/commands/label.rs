//! `outflank label`: positions sampled from games and scored by deeper searches.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::ensure;
use clap::Args;
use indicatif::ProgressBar;
use outflank_engine::Selectivity;
use outflank_engine::evaluation::Evaluation;
use outflank_training::dataset::{Header, PositionsReader, PositionsWriter, export_positions};
use outflank_training::{LABEL_HASH, Label};
use schemars::JsonSchema;
use serde::Serialize;

use super::training::{SearcherPool, parse_range, resume_note};
use crate::context::{Context, Verdict};
use crate::options::{BoardOption, ThreadsOption, WeightsOption, parse_selectivity};
use crate::output::{grouped, progress_bar};
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Total];

/// Arguments of `outflank label`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Files to sample positions from: self-play games, scored positions, WTHOR, transcripts or
    /// OBF. Positions in which the mover must pass are skipped.
    #[arg(required = true)]
    games: Vec<PathBuf>,

    /// Where to write the scored positions; an existing file is resumed.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,

    /// Positions sampled from each game after its opening; 0 takes all. All positions of files
    /// of positions are taken.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=128))]
    per_game: u32,

    /// Maximum number of random moves after a sampled position, to reach positions as searches
    /// meet them.
    #[arg(long, value_name = "N", alias = "stray", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=20))]
    random_moves: u32,

    /// Search depth in plies.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,

    /// ProbCut confidence in per cent: 73, 87, 95, 98 or 99; 100 disables ProbCut.
    #[arg(long, value_name = "PERCENT", default_value = "73", value_parser = parse_selectivity)]
    selectivity: Selectivity,

    /// Empties at or below which scores are exact.
    #[arg(long, value_name = "EMPTIES", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=60))]
    exact: u32,

    /// Range of empties to sample, as in 21-40.
    #[arg(long, value_name = "MIN-MAX", default_value = "0-64", value_parser = parse_range::<64>)]
    empties: (u32, u32),

    /// Maximum number of positions in the file [default: all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    #[command(flatten)]
    board: BoardOption,

    /// Seed of the sampling.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    weights: WeightsOption,

    #[command(flatten)]
    threads: ThreadsOption,

    /// Export the positions to a Parquet file.
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
}

/// Positions of each thread between two writes.
const BATCH: usize = 50;

/// The last line.
#[derive(JsonSchema, Serialize)]
struct Total {
    total: bool,
    /// Positions in the file.
    positions: u64,
    /// Positions of this run.
    scored: u64,
    seconds: f64,
    positions_per_second: f64,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let shape = arguments.board.shape;
    let evaluation = arguments.weights.read_for(shape)?;
    let label = Label {
        shape,
        seed: arguments.seed,
        depth: arguments.depth,
        selectivity: arguments.selectivity,
        exact_to: arguments.exact,
        per_game: arguments.per_game,
        max_random_moves: arguments.random_moves,
        min_empties: arguments.empties.0,
        max_empties: arguments.empties.1,
        ..Label::default()
    }
    .with_evaluation(Evaluation::for_shape(evaluation.as_ref(), shape))
    .with_sources(arguments.games.clone())?;
    let total = count(&label, arguments.limit.unwrap_or(u64::MAX), context)?;
    ensure!(
        total > 0 || context.is_interrupted(),
        "no position in these files in which the mover has a move and {} to {} squares are empty",
        label.min_empties,
        label.max_empties
    );
    let header = Header {
        shape,
        settings: serde_json::to_value(&label)?,
    };
    let mut writer = PositionsWriter::create_or_resume(&arguments.to, &header)?;
    let searchers = SearcherPool::new(arguments.threads, LABEL_HASH, evaluation, context)?;
    let template = "{bar:30} {human_pos}/{human_len} positions  {per_sec}  {eta} left";
    let bar = progress_bar(Some(total), template)?;
    bar.set_position(writer.records());
    bar.reset_eta();
    let (began, before) = (Instant::now(), writer.records());
    let result = score_rest(&label, total, &searchers, &mut writer, &bar, context);
    // Positions scored before an error are kept.
    writer.flush()?;
    bar.finish_and_clear();
    result?;
    let (positions, scored) = (writer.records(), writer.records() - before);
    let seconds = began.elapsed().as_secs_f64();
    if let Some(path) = &arguments.parquet {
        export_positions(PositionsReader::open(&arguments.to)?, path)?;
    }
    let verdict = context.finish(&Total {
        total: true,
        positions,
        scored,
        seconds,
        positions_per_second: scored as f64 / seconds,
    })?;
    context.output.text(format_args!(
        "{} positions in {}; {} scored in {seconds:.1} s, {:.1} positions/s{}",
        grouped(positions),
        arguments.to.display(),
        grouped(scored),
        scored as f64 / seconds,
        resume_note(verdict)
    ))?;
    Ok(verdict)
}

/// Counts the positions up to `max`, to find damaged sources before the first search.
fn count(label: &Label, max: u64, context: &Context) -> anyhow::Result<u64> {
    let mut count = 0;
    let mut positions = label.positions();
    while count < max && !context.is_interrupted() {
        let Some(position) = positions.next() else {
            break;
        };
        position?;
        count += 1;
    }
    Ok(count)
}

/// Scores positions until the file holds `total`.
fn score_rest(
    label: &Label,
    total: u64,
    searchers: &SearcherPool,
    writer: &mut PositionsWriter,
    bar: &ProgressBar,
    context: &Context,
) -> anyhow::Result<()> {
    let mut positions = label.positions();
    for _ in 0..writer.records() {
        positions.next().transpose()?;
    }
    while writer.records() < total && !context.is_interrupted() {
        let left = usize::try_from(total - writer.records()).unwrap_or(usize::MAX);
        let batch = positions
            .by_ref()
            .take(left.min(BATCH * searchers.threads()));
        let batch = batch.collect::<Result<Vec<_>, _>>()?;
        if batch.is_empty() {
            break;
        }
        let scored = searchers.map(batch, |position, searcher| {
            let scored = label.score(&position, searcher);
            bar.inc(1);
            scored
        });
        // Positions are numbered without gaps: those after an interrupted one are dropped.
        for position in scored.into_iter().map_while(|position| position) {
            writer.push(&position)?;
        }
    }
    Ok(())
}
