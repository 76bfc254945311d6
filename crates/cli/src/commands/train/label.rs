//! `outflank train label`: positions sampled from games and scored by deeper searches.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, ensure};
use clap::Args;
use outflank_engine::Selectivity;
use outflank_engine::evaluation::Evaluation;
use outflank_training::{LABEL_HASH, Label, Shards};
use schemars::JsonSchema;
use serde::Serialize;

use super::shared::{SearcherPool, parse_range, resume_note};
use crate::context::{Context, Verdict};
use crate::options::{BoardOption, ThreadsOption, WeightsOption, parse_selectivity};
use crate::output::{grouped, progress_bar, speed};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Files to sample positions from: self-play games, Parquet with the columns mover and
    /// opponent, WTHOR, transcripts or OBF; in a folder, all Parquet files are read. Positions in
    /// which the mover must pass are skipped.
    #[arg(required = true)]
    games: Vec<PathBuf>,

    /// Folder for the scored positions, in Parquet files ("shards"). Shards that it already
    /// contains are skipped. `outflank.ray` writes the same files on a cluster.
    #[arg(long, value_name = "FOLDER", alias = "shards")]
    to: PathBuf,

    /// Number of positions in a shard.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    shard_size: u32,

    /// Number of positions sampled from each game after its opening; 0 takes all. Files of
    /// positions are taken whole.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=128))]
    per_game: u32,

    /// Maximum number of random moves after a sampled position, to reach positions like those in a
    /// search.
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

    /// Maximum number of positions in all, a multiple of the size of a shard [default: all].
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
}

/// Number of positions per thread that are scored at a time.
const BATCH: usize = 50;

/// The last line.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total {
    total: bool,
    /// Number of positions written, in this run and before.
    positions: u64,
    /// Number of positions scored in this run.
    scored: u64,
    seconds: f64,
    positions_per_second: f64,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
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
        weights_hash: Evaluation::for_shape(evaluation.as_ref(), shape)
            .map_or(0, Evaluation::digest),
        ..Label::default()
    };
    let label = context.abandonable(|| Ok(label.with_sources(&arguments.games)?))?;
    let limit = arguments.limit.unwrap_or(u64::MAX);
    check_limit(arguments.limit, arguments.shard_size)?;
    let total = context.abandonable(|| count(&label, limit))?;
    ensure!(
        total > 0,
        "no position in these files in which the mover has a move and {} to {} squares are empty",
        label.min_empties,
        label.max_empties
    );
    let shards = label.shards(arguments.shard_size as usize)?;
    shards.prepare(&arguments.to)?;
    let searchers = SearcherPool::new(arguments.threads, LABEL_HASH, evaluation, context)?;
    let began = Instant::now();
    let [positions, scored] = arguments.write(&label, shards, total, &searchers, context)?;
    let seconds = began.elapsed().as_secs_f64();
    let verdict = context.finish(&Total {
        total: true,
        positions,
        scored,
        seconds,
        positions_per_second: scored as f64 / seconds,
    })?;
    context.text(format_args!(
        "{} positions in {}; {} scored in {seconds:.1} s, {}{}",
        grouped(positions),
        arguments.to.display(),
        grouped(scored),
        speed(scored, seconds),
        resume_note(verdict)
    ))?;
    Ok(verdict)
}

/// Checks that a limit is a whole number of shards. A partial shard would differ in content, and so
/// in name, from the same shard of a longer run.
fn check_limit(limit: Option<u64>, shard_size: u32) -> Result<()> {
    ensure!(
        limit.is_none_or(|limit| limit.is_multiple_of(shard_size.into())),
        "--limit {}: expected a multiple of the size of a shard, {shard_size}",
        limit.unwrap_or_default()
    );
    Ok(())
}

/// Counts the positions up to `max`, to find damaged sources before the first search.
fn count(label: &Label, max: u64) -> Result<u64> {
    let mut count = 0;
    let mut positions = label.positions();
    while count < max {
        let Some(position) = positions.next() else {
            break;
        };
        position?;
        count += 1;
    }
    Ok(count)
}

impl Arguments {
    /// Scores the shards that the folder lacks. Returns the number of positions that it then
    /// contains, and how many of them this run scored.
    fn write(
        &self,
        label: &Label,
        mut shards: Shards,
        total: u64,
        searchers: &SearcherPool,
        context: &Context,
    ) -> Result<[u64; 2]> {
        let header = shards.header().clone();
        // Score enough shards at a time that no thread waits long for the last position of a shard.
        let at_once = (BATCH * searchers.threads()).div_ceil(self.shard_size as usize);
        let template = "{bar:30} {pos}/{len} positions  {per_sec}  {eta} left";
        let bar = progress_bar(Some(total), template)?;
        let (mut positions, mut scored, mut left) = (0, 0, total);
        while left > 0 && !context.is_interrupted() {
            let mut missing = Vec::with_capacity(at_once);
            while missing.len() < at_once && left > 0 {
                let Some(shard) = shards.next().transpose()? else {
                    break;
                };
                let count = shard.positions.len() as u64;
                left = left.saturating_sub(count);
                if shard.path(&self.to).exists() {
                    positions += count;
                    bar.inc(count);
                } else {
                    missing.push(shard);
                }
            }
            let all = missing.iter().flat_map(|shard| &shard.positions).collect();
            let scores = searchers.map(all, |position, searcher| {
                let scored = label.score(position, searcher);
                bar.inc(1);
                scored.map(|scored| (scored.score, scored.depth))
            });
            let mut scores = scores.into_iter();
            for shard in &missing {
                let scores = scores.by_ref().take(shard.positions.len());
                // A shard that was interrupted is not written.
                let Some(scores) = scores.collect::<Option<Vec<_>>>() else {
                    break;
                };
                shard.write(&self.to, &header, &scores)?;
                scored += scores.len() as u64;
            }
        }
        Ok([positions + scored, scored])
    }
}
