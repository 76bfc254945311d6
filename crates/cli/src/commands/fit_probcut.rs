//! `outflank fit-probcut`: the error model of multi-probcut.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use outflank_engine::evaluation::{Evaluation, UNITS_PER_DISC, shallow_depth};
use outflank_engine::{SearchOptions, Searcher};
use outflank_othello::Position;
use outflank_othello::format::write_atomically;
use outflank_training::probcut::{Differences, Observation, Tempo, observe};
use outflank_training::{Label, SELFPLAY_HASH};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::options::{BoardOption, ThreadsOption, WeightsOption};
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Line, Total];

/// Arguments of `outflank fit-probcut`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of games or positions from which positions are drawn.
    #[arg(required = true)]
    games: Vec<PathBuf>,

    /// Where the weights, or the network, with their error model go.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,

    /// Positions that are searched.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,

    /// Depth in plies of the deepest searches.
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(3..=20))]
    depth: u32,

    /// Positions with so many empty squares or fewer are solved too.
    #[arg(long, value_name = "EMPTIES", default_value_t = 18, value_parser = clap::value_parser!(u32).range(0..=26))]
    exact: u32,

    /// Most moves made by chance behind a drawn position.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=20))]
    stray: u32,

    #[command(flatten)]
    board: BoardOption,

    /// Decides which positions are drawn.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    weights: WeightsOption,

    #[command(flatten)]
    threads: ThreadsOption,
}

/// The JSON object of a pair of depths at a stage.
#[derive(JsonSchema, Serialize)]
struct Line {
    endgame: bool,
    depth: u32,
    shallow: u32,
    discs: u32,
    positions: u64,
    /// In discs.
    measured: f64,
    /// In discs.
    model: f64,
}

/// The last JSON object.
#[derive(JsonSchema, Serialize)]
struct Total {
    total: bool,
    positions: u64,
    midgame: [f32; 5],
    endgame: [f32; 5],
    /// Discs on the board, and what values miss for the mover with so many, in discs.
    missed: Vec<(u32, f64)>,
}

/// Numbers of empty squares for which it is shown what values miss.
const MISSED_AT: [u32; 6] = [53, 43, 33, 23, 13, 5];

/// Positions that are searched between two looks at the interrupt.
const BATCH: usize = 64;

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let shape = arguments.board.shape;
    let evaluation = arguments.weights.read_for(shape)?;
    let valued_by = Evaluation::for_shape(evaluation.as_ref(), shape)
        .with_context(|| format!("board {shape}: expected --weights for it"))?;
    let label = Label {
        shape,
        seed: arguments.seed,
        per_game: 1,
        stray: arguments.stray,
        least_empties: 4,
        most_empties: shape.squares().saturating_sub(4),
        ..Label::default()
    }
    .with_sources(arguments.games.clone())?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads.count())
        .build()
        .context("threads for the searches")?;
    let bar = ProgressBar::new(arguments.positions).with_style(ProgressStyle::with_template(
        "{bar:30} {human_pos}/{human_len} positions  {eta} left",
    )?);
    let solver = || {
        let mut options = SearchOptions::default()
            .with_hash(SELFPLAY_HASH)
            .with_stop(Arc::clone(&context.interrupted));
        if let Some(evaluation) = &evaluation {
            options = options.with_evaluation(Arc::clone(evaluation));
        }
        Searcher::new(options)
    };
    drop(solver().context("no memory for the transposition tables")?);
    let mut drawn = label.positions();
    let mut all: Vec<Observation> = Vec::new();
    let count = |all: &[Observation]| all.len() as u64;
    while count(&all) < arguments.positions && !context.is_interrupted() {
        let wanted = BATCH.min((arguments.positions - count(&all)) as usize);
        let batch: Vec<Position> = drawn.by_ref().take(wanted).collect::<Result<_, _>>()?;
        if batch.is_empty() {
            break;
        }
        let observations: Vec<Option<Observation>> = pool.install(|| {
            let positions = batch.into_par_iter().with_max_len(1);
            let search = |solver: &mut std::io::Result<Searcher>, position| {
                let solver = solver.as_mut().ok()?;
                observe(&position, arguments.depth, arguments.exact, solver)
            };
            positions.map_init(solver, search).collect()
        });
        all.extend(observations.into_iter().flatten());
        bar.set_position(count(&all));
    }
    bar.finish_and_clear();
    ensure!(!context.is_interrupted(), "stopped: nothing was written");
    ensure!(
        !all.is_empty(),
        "no position in these files that can be searched"
    );

    let squares = shape.squares();
    let tempo = Tempo::fit(squares, &all);
    let mut differences = Differences::new(squares);
    for observation in &all {
        differences.add(&tempo.corrected(observation));
    }
    let model = differences.fit(valued_by.errors());
    context.output.text(
        "search   depth  instead  discs  positions  measured     model\n\
         (standard deviations in discs)",
    )?;
    let shown = differences.measured();
    for measured in shown.filter(|m| m.is_endgame || m.shallow == shallow_depth(m.depth)) {
        let (depth, shallow, discs) = (measured.depth, measured.shallow, measured.discs);
        // A position of a stage between two numbers of discs is not yet at its end.
        let discs = if measured.is_endgame {
            squares - depth
        } else {
            discs
        };
        let line = Line {
            endgame: measured.is_endgame,
            depth,
            shallow,
            discs,
            positions: measured.count,
            measured: measured.deviation / f64::from(UNITS_PER_DISC),
            model: f64::from(model.deviation(discs, squares, depth, shallow))
                / f64::from(UNITS_PER_DISC),
        };
        context.output.object(&line)?;
        context.output.text(format_args!(
            "{:<8} {depth:>5} {shallow:>8} {discs:>6} {:>10} {:>9.2} {:>9.2}",
            if line.endgame { "to end" } else { "midgame" },
            line.positions,
            line.measured,
            line.model,
        ))?;
    }
    let missed = |discs| f64::from(tempo.missed(discs)) / f64::from(UNITS_PER_DISC);
    let discs = MISSED_AT
        .iter()
        .filter_map(|&empties| squares.checked_sub(empties));
    let missed: Vec<(u32, f64)> = discs.map(|discs| (discs, missed(discs))).collect();
    let text = missed.iter();
    let text: Vec<String> = text
        .map(|(discs, missed)| format!("{missed:+.2} ({discs})"))
        .collect();
    context.output.text(format_args!(
        "given to the mover with an odd number of empty squares, discs (discs on the board): {}",
        text.join(", ")
    ))?;
    let more = |discs| tempo.missed(discs);
    let bytes = match valued_by.network() {
        Some(network) => {
            let network = network.clone().with_added_parity_bias(more);
            network.with_errors(model).to_bytes()?
        }
        None => {
            let weights = valued_by.weights().clone().with_added_parity_bias(more);
            weights.with_errors(model).to_bytes()?
        }
    };
    write_atomically(&arguments.to, &bytes).with_context(|| arguments.to.display().to_string())?;
    context.output.object(&Total {
        total: true,
        positions: count(&all),
        midgame: model.midgame,
        endgame: model.endgame,
        missed,
    })?;
    context.output.text(format_args!(
        "{} positions; the model is in {}",
        count(&all),
        arguments.to.display()
    ))?;
    Ok(Verdict::Done)
}
