//! `outflank label`: positions out of games, scored anew, for training.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context as _, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use outflank_engine::evaluation::Evaluation;
use outflank_engine::{SearchOptions, Searcher, Selectivity};
use outflank_training::dataset::{Header, PositionsReader, PositionsWriter, export_positions};
use outflank_training::{LABEL_HASH, Label};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::options::{BoardOption, ThreadsOption, WeightsOption, parse_selectivity};
use crate::output::grouped;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Total];

/// Arguments of `outflank label`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Files that positions come from: self-play, scored positions, WTHOR,
    /// transcripts, OBF. Only positions in which the mover has a move count.
    #[arg(required = true)]
    games: Vec<PathBuf>,

    /// Where the scored positions go; a file that is there is taken up where it
    /// ends.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,

    /// Positions drawn by chance from each game, behind its opening; 0 takes
    /// all, as is always done with files of scored positions.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=128))]
    per_game: u32,

    /// Most moves made by chance behind a drawn position, which then counts in
    /// its place: such as occur within a search.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=20))]
    stray: u32,

    /// Plies that a search looks ahead.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,

    /// Leave out what is so probable, in per cent: 73, 87, 95, 98, 99; 100
    /// leaves nothing out.
    #[arg(long, value_name = "PERCENT", default_value = "73", value_parser = parse_selectivity)]
    selectivity: Selectivity,

    /// Exact scores with so many empty squares or fewer.
    #[arg(long, value_name = "EMPTIES", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=60))]
    exact: u32,

    /// Only positions with so many empty squares, as in 21-40.
    #[arg(long, value_name = "LEAST-MOST", default_value = "0-64", value_parser = parse_empties)]
    empties: (u32, u32),

    /// Most positions that the file is to hold in the end [default: all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    #[command(flatten)]
    board: BoardOption,

    /// Decides which positions are drawn.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    weights: WeightsOption,

    #[command(flatten)]
    threads: ThreadsOption,

    /// Write the positions as a Parquet file for other tools too.
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
}

fn parse_empties(text: &str) -> Result<(u32, u32), String> {
    let range = text.split_once('-').and_then(|(least, most)| {
        let (least, most): (u32, u32) = (least.parse().ok()?, most.parse().ok()?);
        (least <= most && most <= 64).then_some((least, most))
    });
    range.ok_or_else(|| "expected two numbers up to 64, the lower first, as in 21-40".to_owned())
}

/// Positions that are scored between two looks at the disk, for each thread.
const BATCH: usize = 50;

/// The last JSON object.
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
    let evaluation = arguments.weights.read_for(arguments.board.shape)?;
    let label = settings(arguments, evaluation.as_ref())?;
    let wanted = count(&label, arguments.limit.unwrap_or(u64::MAX), context)?;
    ensure!(
        wanted > 0 || context.is_interrupted(),
        "no position in these files in which the mover has a move and {} to {} squares are empty",
        label.least_empties,
        label.most_empties
    );
    let header = Header {
        shape: arguments.board.shape,
        settings: serde_json::to_value(&label)?,
    };
    let mut writer = PositionsWriter::create_or_resume(&arguments.to, &header)?;
    let searchers = Searchers::new(arguments, evaluation, context)?;
    let bar = ProgressBar::new(wanted).with_style(ProgressStyle::with_template(
        "{bar:30} {human_pos}/{human_len} positions  {per_sec}  {eta} left",
    )?);
    bar.set_position(writer.positions());
    bar.reset_eta();
    let (began, before) = (Instant::now(), writer.positions());
    let scored = score_rest(&label, wanted, &searchers, &mut writer, &bar, context);
    // What was scored before something went wrong is kept.
    writer.flush()?;
    bar.finish_and_clear();
    scored?;
    let (positions, scored) = (writer.positions(), writer.positions() - before);
    let seconds = began.elapsed().as_secs_f64();
    if let Some(path) = &arguments.parquet {
        export_positions(PositionsReader::open(&arguments.to)?, path)?;
    }
    context.output.object(&Total {
        total: true,
        positions,
        scored,
        seconds,
        positions_per_second: scored as f64 / seconds,
    })?;
    context.output.text(format_args!(
        "{} positions in {}, {} of them scored now in {seconds:.1} s: {:.1} positions a second",
        grouped(positions),
        arguments.to.display(),
        grouped(scored),
        scored as f64 / seconds
    ))?;
    Ok(Verdict::Done)
}

/// All that decides what the file is to hold.
fn settings(arguments: &Arguments, evaluation: Option<&Arc<Evaluation>>) -> anyhow::Result<Label> {
    let shape = arguments.board.shape;
    let label = Label {
        shape,
        seed: arguments.seed,
        depth: arguments.depth,
        selectivity: arguments.selectivity.percent(),
        exact_to: arguments.exact,
        per_game: arguments.per_game,
        stray: arguments.stray,
        least_empties: arguments.empties.0,
        most_empties: arguments.empties.1,
        ..Label::default()
    };
    let valued_by = Evaluation::for_shape(evaluation, shape);
    Ok(label
        .with_evaluation(valued_by)
        .with_sources(arguments.games.clone())?)
}

/// How many positions there are, `most` if there are more: what is damaged in
/// the sources shows before the searches begin.
fn count(label: &Label, most: u64, context: &Context) -> anyhow::Result<u64> {
    let mut count = 0;
    let mut positions = label.positions();
    while count < most && !context.is_interrupted() {
        let Some(position) = positions.next() else {
            break;
        };
        position?;
        count += 1;
    }
    Ok(count)
}

/// Scores positions and writes them until the file holds so many as are wanted.
fn score_rest(
    label: &Label,
    wanted: u64,
    searchers: &Searchers,
    writer: &mut PositionsWriter,
    bar: &ProgressBar,
    context: &Context,
) -> anyhow::Result<()> {
    let mut positions = label.positions();
    for _ in 0..writer.positions() {
        positions.next().transpose()?;
    }
    while writer.positions() < wanted && !context.is_interrupted() {
        let left = usize::try_from(wanted - writer.positions()).unwrap_or(usize::MAX);
        let batch = positions.by_ref().take(left.min(searchers.batch()));
        let batch = batch.collect::<Result<Vec<_>, _>>()?;
        if batch.is_empty() {
            break;
        }
        let scored = searchers.map(batch, |position, solver| {
            let scored = label.score(&position, solver);
            bar.inc(1);
            scored
        });
        // A position that was broken off ends the row: numbers count on from here.
        for position in scored.into_iter().map_while(|position| position) {
            writer.push(&position)?;
        }
    }
    Ok(())
}

/// Threads with a solver each.
struct Searchers {
    pool: rayon::ThreadPool,
    solvers: Vec<Mutex<Searcher>>,
}

impl Searchers {
    fn new(
        arguments: &Arguments,
        evaluation: Option<Arc<Evaluation>>,
        context: &Context,
    ) -> anyhow::Result<Self> {
        let threads = arguments.threads.count();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .context("threads for the searches")?;
        let mut options = SearchOptions::default()
            .with_hash(LABEL_HASH)
            .with_stop(Arc::clone(&context.interrupted));
        if let Some(evaluation) = evaluation {
            options = options.with_evaluation(evaluation);
        }
        let solver = |_| Searcher::new(options.clone()).map(Mutex::new);
        let solvers = (0..threads).map(solver).collect::<Result<_, _>>();
        let solvers = solvers.context("no memory for the transposition tables")?;
        Ok(Self { pool, solvers })
    }

    /// Positions to be scored at a time.
    fn batch(&self) -> usize {
        BATCH * self.solvers.len()
    }

    /// Does something with each item, by the solver of the thread that does it.
    fn map<T: Send, R: Send>(
        &self,
        items: Vec<T>,
        work: impl Fn(T, &mut Searcher) -> R + Sync,
    ) -> Vec<R> {
        let work = |item| {
            let thread = rayon::current_thread_index().unwrap_or(0);
            let solver = self.solvers[thread].lock();
            work(item, &mut solver.unwrap_or_else(PoisonError::into_inner))
        };
        let items = items.into_par_iter().with_max_len(1);
        self.pool.install(|| items.map(work).collect())
    }
}
