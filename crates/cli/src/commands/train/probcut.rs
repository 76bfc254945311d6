//! `outflank train probcut`: the ProbCut error model and the parity bias of an evaluation.

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use outflank_engine::evaluation::{
    BEST_COMPRESSION, ErrorModel, Evaluation, UNITS_PER_DISC, shallow_depth,
};
use outflank_othello::Position;
use outflank_training::probcut::{Differences, Observation, ParityBias, observe};
use outflank_training::{Label, SELFPLAY_HASH};
use schemars::JsonSchema;
use serde::Serialize;

use super::shared::{SearcherPool, write_file};
use crate::context::{Context, Verdict};
use crate::options::{BoardOption, ThreadsOption, WeightsOption};
use crate::output::{counted, grouped, progress_bar};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of games or positions to sample positions from.
    #[arg(required = true)]
    games: Vec<PathBuf>,

    /// Where to write the weights or the network with the fitted parameters.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,

    /// Number of positions to search.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,

    /// Depth of the deepest searches in plies.
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(3..=20))]
    depth: u32,

    /// Empties at or below which positions are also solved.
    #[arg(long, value_name = "EMPTIES", default_value_t = 18, value_parser = clap::value_parser!(u32).range(0..=26))]
    exact: u32,

    /// Maximum number of random moves after a sampled position.
    #[arg(long, value_name = "N", alias = "stray", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=20))]
    random_moves: u32,

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

/// A pair of depths at a stage of the game.
#[derive(JsonSchema, Serialize)]
pub(super) struct Line {
    endgame: bool,
    depth: u32,
    shallow: u32,
    discs: u32,
    positions: u64,
    /// Measured standard deviation, in discs.
    measured: f64,
    /// Standard deviation of the model, in discs.
    model: f64,
}

/// The last line.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total {
    total: bool,
    positions: u64,
    midgame: [f32; 5],
    endgame: [f32; 5],
    /// Pairs of a number of discs and the parity bias there, in discs.
    parity_bias: Vec<(u32, f64)>,
}

/// Empties at which the parity bias is reported.
const REPORTED_EMPTIES: [u32; 12] = [53, 52, 43, 42, 33, 32, 23, 22, 13, 12, 5, 4];

/// Positions searched between two checks for an interrupt.
const BATCH: usize = 64;

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let shape = arguments.board.shape;
    let custom = arguments.weights.read_for(shape)?;
    let evaluation = Evaluation::for_shape(custom.as_ref(), shape)
        .with_context(|| format!("board {shape}: expected --weights for it"))?;
    let label = Label {
        shape,
        seed: arguments.seed,
        per_game: 1,
        max_random_moves: arguments.random_moves,
        min_empties: 4,
        max_empties: shape.squares().saturating_sub(4),
        ..Label::default()
    };
    let label = context.abandonable(|| Ok(label.with_sources(&arguments.games)?))?;
    let searchers = SearcherPool::new(arguments.threads, SELFPLAY_HASH, custom.clone(), context)?;
    let observations = arguments.observe(&label, &searchers, context)?;
    if context.is_interrupted() {
        context.text(format_args!(
            "{} of {} positions were searched; no model was written",
            grouped(observations.len() as u64),
            grouped(arguments.positions)
        ))?;
        return Ok(Verdict::Interrupted);
    }

    let squares = shape.squares();
    let bias = ParityBias::fit(squares, &observations);
    let mut differences = Differences::new(squares);
    for observation in &observations {
        differences.add(&bias.corrected(observation));
    }
    let model = differences.fit(evaluation.errors());
    report(&differences, &model, squares, context)?;
    let in_discs = |discs| f64::from(bias.value(discs)) / f64::from(UNITS_PER_DISC);
    let reported = REPORTED_EMPTIES.iter();
    let reported = reported.filter_map(|&empties| squares.checked_sub(empties));
    let reported: Vec<(u32, f64)> = reported.map(|discs| (discs, in_discs(discs))).collect();
    let text = reported.iter();
    let text = text.map(|(discs, bias)| format!("{bias:+.2} ({discs})"));
    context.text(format_args!(
        "parity bias for the mover, in discs (by discs on the board): {}",
        text.collect::<Vec<_>>().join(", ")
    ))?;
    let added = |discs| bias.value(discs);
    let bytes = context.abandonable(|| match evaluation.network() {
        Some(network) => {
            let network = network.clone().with_added_parity_bias(added);
            Ok(network.with_errors(model).to_bytes(BEST_COMPRESSION)?)
        }
        None => {
            let weights = evaluation.weights().clone().with_added_parity_bias(added);
            Ok(weights.with_errors(model).to_bytes(BEST_COMPRESSION)?)
        }
    })?;
    write_file(&arguments.to, &bytes)?;
    let positions = observations.len() as u64;
    let verdict = context.finish(&Total {
        total: true,
        positions,
        midgame: model.midgame,
        endgame: model.endgame,
        parity_bias: reported,
    })?;
    context.text(format_args!(
        "{}; the model is in {}",
        counted(observations.len(), "position"),
        arguments.to.display()
    ))?;
    Ok(verdict)
}

impl Arguments {
    /// Searches the sampled positions.
    fn observe(
        &self,
        label: &Label,
        searchers: &SearcherPool,
        context: &Context,
    ) -> Result<Vec<Observation>> {
        let template = "{bar:30} {pos}/{len} positions  {eta} left";
        let bar = progress_bar(Some(self.positions), template)?;
        let mut positions = label.positions();
        let mut observations: Vec<Observation> = Vec::new();
        while !context.is_interrupted() {
            let left = self.positions - observations.len() as u64;
            let batch = positions.by_ref().take(BATCH.min(left as usize));
            let batch: Vec<Position> = batch.collect::<Result<_, _>>()?;
            if batch.is_empty() {
                break;
            }
            let observed = searchers.map(batch, |position, searcher| {
                observe(&position, self.depth, self.exact, searcher)
            });
            observations.extend(observed.into_iter().flatten());
            bar.set_position(observations.len() as u64);
        }
        bar.finish_and_clear();
        ensure!(
            !observations.is_empty() || context.is_interrupted(),
            "no position in these files that can be searched"
        );
        Ok(observations)
    }
}

/// Prints the measurements beside the model.
fn report(
    differences: &Differences,
    model: &ErrorModel,
    squares: u32,
    context: &Context,
) -> Result<()> {
    context.text(
        "search   depth  shallow  discs  positions  measured     model\n\
         (standard deviations in discs)",
    )?;
    let used = differences
        .measured()
        .filter(|m| m.is_endgame || m.shallow == shallow_depth(m.depth));
    for measured in used {
        let (depth, shallow) = (measured.depth, measured.shallow);
        // The depth of an endgame search determines the number of discs.
        let discs = if measured.is_endgame {
            squares - depth
        } else {
            measured.discs
        };
        let deviation = model.deviation(discs, squares, depth, shallow);
        let line = Line {
            endgame: measured.is_endgame,
            depth,
            shallow,
            discs,
            positions: measured.count,
            measured: measured.deviation / f64::from(UNITS_PER_DISC),
            model: f64::from(deviation) / f64::from(UNITS_PER_DISC),
        };
        context.object(&line)?;
        context.text(format_args!(
            "{:<8} {depth:>5} {shallow:>8} {discs:>6} {:>10} {:>9.2} {:>9.2}",
            if line.endgame { "endgame" } else { "midgame" },
            line.positions,
            line.measured,
            line.model,
        ))?;
    }
    Ok(())
}
