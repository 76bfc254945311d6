//! `outflank learning-curve`: the error by number of training games.

use std::path::{Path, PathBuf};

use clap::Args;
use comfy_table::Table;
use outflank_engine::evaluation::{Evaluation, Weights};
use outflank_othello::{Bitboard, Shape};
use outflank_training::dataset::{PositionFile, ScoredPosition};
use outflank_training::weights::WeightsTrainer;
use outflank_training::{ErrorByStage, ErrorSummary, StageSummary};
use schemars::JsonSchema;
use serde::Serialize;

use super::matches::tables::markdown;
use super::train::{LoadedSamples, WeightsArguments};
use super::training::{
    check_chart, parse_percent, stage_error, stage_lines, stage_range, write_chart,
};
use crate::chart::{Chart, Line, XAxis};
use crate::context::{Context, Verdict};
use crate::output::grouped;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Learned, Total];

/// Arguments of `outflank learning-curve`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Where to write the chart.
    #[arg(long, value_name = "FILE.svg")]
    to: PathBuf,

    /// Percentages of the games to train on; the games of a smaller share are a subset of those
    /// of a larger one.
    #[arg(
        long, value_name = "PERCENT,…", value_delimiter = ',', value_parser = parse_percent,
        default_value = "1,2,5,10,20,50,100"
    )]
    shares: Vec<f64>,

    /// Measure the weights on these scored positions too.
    #[arg(long, value_name = "FILE")]
    scored: Option<PathBuf>,

    #[command(flatten)]
    weights: WeightsArguments,
}

/// The result of one share. Errors are in discs.
#[derive(JsonSchema, Serialize)]
struct Learned {
    /// Percentage of the games not held out.
    share: f64,
    /// Games, those held out included.
    games: u64,
    /// Positions of the training set.
    positions: u64,
    /// Positions of the hold-out set.
    held_out: u64,
    best_pass: u32,
    /// Hold-out errors.
    #[serde(flatten)]
    summary: ErrorSummary,
    /// On the positions of `--scored`.
    scored_mean_absolute_error: Option<f64>,
    scored_stages: Option<Vec<StageSummary>>,
    #[serde(skip)]
    error: ErrorByStage,
}

/// The last line.
#[derive(JsonSchema, Serialize)]
struct Total {
    total: bool,
    shares: usize,
    scored_positions: Option<usize>,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    arguments.weights.check()?;
    check_chart("--to", &arguments.to)?;
    let scored = match &arguments.scored {
        Some(path) => {
            let shape = arguments.weights.board.shape;
            Some(context.abandonable(|| read_scored(path, shape))?)
        }
        None => None,
    };
    let mut shares = arguments.shares.clone();
    shares.sort_by(f64::total_cmp);
    shares.dedup();
    let mut all: Vec<Learned> = Vec::new();
    for share in shares {
        let learned = learn(arguments, share, scored.as_deref(), context);
        // An interrupted run is not comparable with the others.
        if context.is_interrupted() {
            break;
        }
        let learned = learned?;
        context.output.object(&learned)?;
        context.output.text(format_args!(
            "{share} %: {} games, {} positions, best pass {}, error {:.3} discs",
            grouped(learned.games),
            grouped(learned.positions),
            learned.best_pass,
            learned.summary.mean_absolute_error.unwrap_or(f64::NAN),
        ))?;
        all.push(learned);
        draw(&all, &arguments.to)?;
    }
    let verdict = context.finish(&Total {
        total: true,
        shares: all.len(),
        scored_positions: scored.as_ref().map(Vec::len),
    })?;
    context.output.text(format_args!("\n{}", table(&all)))?;
    Ok(verdict)
}

/// Trains on a share of the games.
fn learn(
    arguments: &Arguments,
    share: f64,
    scored: Option<&[ScoredPosition]>,
    context: &Context,
) -> anyhow::Result<Learned> {
    let weights = &arguments.weights;
    let LoadedSamples {
        games,
        store,
        directory,
    } = weights.load(share, &arguments.to, context)?;
    anyhow::ensure!(
        store.training() > 0,
        "no position to learn from in {share} % of the games of these files"
    );
    let trainer =
        WeightsTrainer::new(&store, weights.training()).with_stop(context.interrupted.clone());
    let pool = weights.threads.pool()?;
    let trained = pool
        .install(|| trainer.train(|_, _| true))
        .map_err(|error| directory.explain(error))?;
    directory.remove()?;
    let best = trained.passes.iter().find(|pass| pass.pass == trained.best);
    let error = best.map(|pass| pass.error.clone()).unwrap_or_default();
    let evaluation = Evaluation::new(Weights::new(store.patterns(), "", trained.knots));
    let scored = scored.map(|positions| scored_error(&evaluation, positions));
    let scored = scored.transpose()?.map(|error| error.summary());
    Ok(Learned {
        share,
        games,
        positions: store.training(),
        held_out: store.held_out(),
        best_pass: trained.best,
        summary: error.summary(),
        scored_mean_absolute_error: scored
            .as_ref()
            .and_then(|scored| scored.mean_absolute_error),
        scored_stages: scored.map(|scored| scored.stages),
        error,
    })
}

/// Reads the scored positions of a file, which must be for the `expected` board.
fn read_scored(path: &Path, expected: Shape) -> anyhow::Result<Vec<ScoredPosition>> {
    let reader = PositionFile::open(path, expected)?;
    let shape = reader.shape();
    anyhow::ensure!(
        shape == expected,
        "{}: expected positions of a board of {expected}, found {shape}",
        path.display()
    );
    let positions = reader.collect::<Result<Vec<_>, _>>()?;
    anyhow::ensure!(
        !positions.is_empty(),
        "{}: expected a position, found none",
        path.display()
    );
    Ok(positions)
}

/// Returns the errors of an evaluation.
fn scored_error(
    evaluation: &Evaluation,
    positions: &[ScoredPosition],
) -> anyhow::Result<ErrorByStage> {
    let mut error = ErrorByStage::default();
    for position in positions {
        let board = position.position(evaluation.shape())?;
        let value = f64::from(evaluation.value(&board)?) / f64::from(ScoredPosition::UNITS);
        let discs = board.widened_board().occupied().count();
        let most = f64::from(evaluation.shape().squares());
        error.add(discs, value.clamp(-most, most) - position.discs());
    }
    Ok(error)
}

/// Draws the errors by number of positions.
fn draw(all: &[Learned], path: &Path) -> anyhow::Result<()> {
    let line = |value: &dyn Fn(&Learned) -> Option<f64>| -> Vec<(f64, f64)> {
        let point = |learned: &Learned| Some((learned.positions as f64, value(learned)?));
        all.iter().filter_map(point).collect()
    };
    let mut lines = vec![
        Line::all(
            "held out, all",
            line(&|learned| learned.summary.mean_absolute_error),
        ),
        Line::second(
            "scored, all",
            line(&|learned| learned.scored_mean_absolute_error),
        ),
    ];
    lines.retain(|line| !line.points.is_empty());
    lines.extend(stage_lines(|first| {
        line(&|learned| stage_error(&learned.error, first))
    }));
    let chart = Chart {
        title: "Error by the number of positions learned from",
        x_axis: XAxis::Logarithmic("positions learned from"),
        y_label: "mean absolute error in discs",
        legend: "mean absolute error",
        lines,
        ..Chart::default()
    };
    write_chart(&chart, path)
}

/// Returns a table of errors with a row for each share and a column for each stage.
fn table(all: &[Learned]) -> Table {
    let mut firsts: Vec<u32> = Vec::new();
    for learned in all {
        firsts.extend(learned.error.stages().map(|(first, _)| first));
    }
    firsts.sort_unstable();
    firsts.dedup();
    let has_scored = all
        .iter()
        .any(|learned| learned.scored_mean_absolute_error.is_some());
    let mut header = vec!["share".to_owned(), "positions".to_owned()];
    header.extend(firsts.iter().map(|&first| stage_range(first)));
    header.push("all".to_owned());
    if has_scored {
        header.push("scored".to_owned());
    }
    let mut table = markdown(header, 0);
    let discs = |error: Option<f64>| error.map_or("-".to_owned(), |error| format!("{error:.3}"));
    for learned in all {
        let mut row = vec![format!("{} %", learned.share), grouped(learned.positions)];
        let stages = firsts.iter();
        row.extend(stages.map(|&first| discs(stage_error(&learned.error, first))));
        row.push(discs(learned.summary.mean_absolute_error));
        if has_scored {
            row.push(discs(learned.scored_mean_absolute_error));
        }
        table.add_row(row);
    }
    table
}
