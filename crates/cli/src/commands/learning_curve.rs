//! `outflank learning-curve`: how the error falls with the number of games.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use outflank_engine::evaluation::{Evaluation, Weights};
use outflank_othello::{Bitboard, Board, Shape};
use outflank_training::dataset::{PositionsReader, ScoredPosition};
use outflank_training::training::{ErrorByStage, StageError, Trainer};
use schemars::JsonSchema;
use serde::Serialize;

use super::train::{
    LearningOptions, Poured, Stage, check_picture, of_stage, parse_percent, stage_lines, stages,
    write_picture,
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
    /// Where the picture goes.
    #[arg(long, value_name = "FILE.svg")]
    to: PathBuf,

    /// Shares of the games not held out that are learned from, in percent; the games
    /// of a smaller share are among those of a larger one.
    #[arg(
        long, value_name = "PERCENT,…", value_delimiter = ',', value_parser = parse_percent,
        default_value = "1,2,5,10,20,50,100"
    )]
    shares: Vec<f64>,

    /// Scored positions of the same board, by which the weights are measured as well.
    #[arg(long, value_name = "FILE")]
    scored: Option<PathBuf>,

    #[command(flatten)]
    learning: LearningOptions,
}

/// What was learned from one share; in JSON one object. Errors are in discs.
#[derive(JsonSchema, Serialize)]
struct Learned {
    /// Percent of the games not held out.
    share: f64,
    /// Games, those held out among them.
    games: u64,
    /// Positions learned from.
    positions: u64,
    /// Positions held out.
    held_out: u64,
    best_pass: u32,
    mean_absolute_error: Option<f64>,
    root_mean_square_error: Option<f64>,
    stages: Vec<Stage>,
    /// Against the scores of `--scored`.
    scored_mean_absolute_error: Option<f64>,
    scored_stages: Option<Vec<Stage>>,
    #[serde(skip)]
    error: ErrorByStage,
}

/// The last JSON object.
#[derive(JsonSchema, Serialize)]
struct Total {
    total: bool,
    shares: usize,
    scored_positions: Option<usize>,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    arguments.learning.check()?;
    check_picture("--to", &arguments.to)?;
    let scored = match &arguments.scored {
        Some(path) => Some(read_scored(path, arguments.learning.board.shape)?),
        None => None,
    };
    let mut shares = arguments.shares.clone();
    shares.sort_by(f64::total_cmp);
    shares.dedup();
    let mut all: Vec<Learned> = Vec::new();
    for share in shares {
        let learned = learn(arguments, share, scored.as_deref(), context)?;
        // What was broken off is not comparable with the others.
        if context.is_interrupted() {
            break;
        }
        context.output.object(&learned)?;
        context.output.text(format_args!(
            "{share} %: {} games, {} positions, best pass {}, error {:.3} discs",
            grouped(learned.games),
            grouped(learned.positions),
            learned.best_pass,
            learned.mean_absolute_error.unwrap_or(f64::NAN),
        ))?;
        all.push(learned);
        draw(&all, &arguments.to)?;
    }
    context.output.object(&Total {
        total: true,
        shares: all.len(),
        scored_positions: scored.as_ref().map(Vec::len),
    })?;
    context.output.text(format_args!("\n{}", table(&all)))?;
    Ok(Verdict::Done)
}

/// Learns from a share of the games.
fn learn(
    arguments: &Arguments,
    share: f64,
    scored: Option<&[ScoredPosition]>,
    context: &Context,
) -> anyhow::Result<Learned> {
    let learning = &arguments.learning;
    let Poured {
        games,
        spool,
        place,
    } = learning.pour(share, &arguments.to, context)?;
    let trainer = Trainer::new(&spool, learning.training());
    let pool = learning.pool()?;
    let trained = pool
        .install(|| trainer.train(|_, _| !context.is_interrupted()))
        .map_err(|error| place.explain(error))?;
    place.remove()?;
    let best = trained.steps.iter().find(|step| step.pass == trained.best);
    let error = best.map(|step| step.error.clone()).unwrap_or_default();
    let patterns = spool.patterns();
    let evaluation = Evaluation::new(Weights::new(patterns, "", trained.knots));
    let scored = scored.map(|positions| against(&evaluation, positions));
    let total = error.total();
    Ok(Learned {
        share,
        games,
        positions: spool.training(),
        held_out: spool.held_out(),
        best_pass: trained.best,
        mean_absolute_error: total.mean_absolute(),
        root_mean_square_error: total.root_mean_square(),
        stages: stages(&error),
        scored_mean_absolute_error: scored.as_ref().and_then(mean),
        scored_stages: scored.as_ref().map(stages),
        error,
    })
}

fn mean(error: &ErrorByStage) -> Option<f64> {
    StageError::mean_absolute(&error.total())
}

/// The scored positions of a file, which must be of a board of `expected`.
fn read_scored(path: &Path, expected: Shape) -> anyhow::Result<Vec<ScoredPosition>> {
    let reader = PositionsReader::open(path)?;
    let shape = reader.header().shape;
    anyhow::ensure!(
        shape == expected,
        "{}: expected positions of a board of {expected}, found {shape}",
        path.display()
    );
    let positions: Result<Vec<_>, _> = reader.truncated_tail_is_fine().collect();
    let positions = positions?;
    anyhow::ensure!(
        !positions.is_empty(),
        "{}: expected a position, found none",
        path.display()
    );
    Ok(positions)
}

/// How far an evaluation is from scores.
fn against(evaluation: &Evaluation, positions: &[ScoredPosition]) -> ErrorByStage {
    let mut error = ErrorByStage::default();
    for position in positions {
        let board = Board::new_unchecked(position.mover, position.opponent).widen();
        let value = f64::from(evaluation.value(board)) / f64::from(ScoredPosition::UNITS);
        let discs = board.occupied().count();
        let most = f64::from(evaluation.shape().squares());
        error.add(discs, value.clamp(-most, most) - position.discs());
    }
    error
}

/// Draws the errors by the number of positions.
fn draw(all: &[Learned], path: &Path) -> anyhow::Result<()> {
    let line = |value: &dyn Fn(&Learned) -> Option<f64>| -> Vec<(f64, f64)> {
        let point = |learned: &Learned| Some((learned.positions as f64, value(learned)?));
        all.iter().filter_map(point).collect()
    };
    let mut lines = vec![
        Line::all(
            "held out, all",
            line(&|learned| learned.mean_absolute_error),
        ),
        Line::second(
            "scored, all",
            line(&|learned| learned.scored_mean_absolute_error),
        ),
    ];
    lines.retain(|line| !line.points.is_empty());
    lines.extend(stage_lines(|first| {
        line(&|learned| of_stage(&learned.error, first))
    }));
    let chart = Chart {
        title: "Error by the number of positions learned from",
        x_axis: XAxis::Logarithmic("positions learned from"),
        y_label: "mean absolute error in discs",
        legend: "mean absolute error",
        marked: None,
        lines,
        bars: Vec::new(),
    };
    write_picture(&chart, path).with_context(|| "the picture of the learning curve")
}

/// Errors by share: a row each, a column for each stage.
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
    header.extend(
        firsts
            .iter()
            .map(|first| format!("{first}–{}", (first + 9).min(64))),
    );
    header.push("all".to_owned());
    if has_scored {
        header.push("scored".to_owned());
    }
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(header);
    let discs = |error: Option<f64>| error.map_or("-".to_owned(), |error| format!("{error:.3}"));
    for learned in all {
        let mut row = vec![format!("{} %", learned.share), grouped(learned.positions)];
        let stages = firsts.iter();
        row.extend(stages.map(|&first| discs(of_stage(&learned.error, first))));
        row.push(discs(learned.mean_absolute_error));
        if has_scored {
            row.push(discs(learned.scored_mean_absolute_error));
        }
        table.add_row(row);
    }
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
