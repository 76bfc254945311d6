//! Tuning by regression, as a command.

use comfy_table::{CellAlignment, Table, presets};
use outflank_training::training::Pouring;
use outflank_training::tuning::{
    Checkpoint, Course, Regression, RegressionTuning, StageFit, Tunable,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::arguments::Arguments;
use super::picture::Picture;
use super::report::{Change, changes, table};
use super::write;
use crate::context::Context;
use crate::output::grouped;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Batch<'static>, Stage<'static>, Total];

/// The JSON object of a batch of positions.
#[derive(JsonSchema, Serialize)]
struct Batch<'a> {
    positions: u64,
    /// Root mean square of the error of the positions held out, in discs.
    held_out_error: Option<f64>,
    values: &'a [f64],
}

/// The JSON object of a stage; errors are root mean squares in discs.
#[derive(JsonSchema, Serialize)]
struct Stage<'a> {
    stage: &'a str,
    until: f64,
    positions: u64,
    held_out: u64,
    held_out_error: f64,
    held_out_error_before: f64,
    held_out_error_of_nothing: f64,
}

/// The last JSON object.
#[derive(JsonSchema, Serialize)]
struct Total {
    total: bool,
    evaluation: &'static str,
    by: &'static str,
    /// Whether all positions were read.
    complete: bool,
    positions: u64,
    held_out: u64,
    held_out_error: f64,
    held_out_error_before: f64,
    held_out_error_of_nothing: f64,
    parameters: Vec<Change>,
}

pub(super) fn run(
    arguments: &Arguments,
    tunable: Tunable,
    context: &Context,
) -> anyhow::Result<()> {
    let options = &arguments.regression;
    let tuning = RegressionTuning {
        tunable,
        shape: arguments.board.shape,
        sources: options.scores.clone(),
        pouring: Pouring {
            hold_out: options.hold_out(),
            lambda: options.lambda(),
            share: 1.0,
        },
    };
    let mut checkpoint = Checkpoint::new(arguments.checkpoint.as_deref());
    let mut picture = Picture::new(arguments.plot.as_deref(), &tuning.tunable, "positions read")
        .with_measured("error of positions held out");
    let bar = indicatif::ProgressBar::new_spinner().with_style(
        indicatif::ProgressStyle::with_template("{human_pos} positions  {per_sec}  {msg}")?,
    );
    let mut reported = Ok(());
    let found = tuning.run(arguments.threads.count(), &mut checkpoint, |course| {
        bar.set_position(course.last().seen);
        reported = tell(course, context).and_then(|()| picture.draw_if_due(course));
        reported.is_ok() && !context.is_interrupted()
    });
    bar.finish_and_clear();
    reported?;
    finish(arguments, &tuning, &found?, &mut picture, context)
}

fn tell(course: &Course, context: &Context) -> anyhow::Result<()> {
    let point = course.last();
    context.output.object(&Batch {
        positions: point.seen,
        held_out_error: point.measured,
        values: &point.values,
    })
}

/// Writes what was found and tells it.
fn finish(
    arguments: &Arguments,
    tuning: &RegressionTuning,
    found: &Regression,
    picture: &mut Picture,
    context: &Context,
) -> anyhow::Result<()> {
    let fit = &found.fit;
    let parameters = tuning.tunable.finished(&fit.values);
    let kind = tuning.tunable.kind();
    let sum = |count: fn(&StageFit) -> u64| fit.stages.iter().map(count).sum::<u64>();
    let (positions, held_out) = (sum(|stage| stage.positions), sum(|stage| stage.held_out));
    let mut lines = vec![
        format!("Parameters of `{kind}`, found by regression:"),
        arguments.command(),
    ];
    if !found.complete {
        lines.push(format!(
            "broken off after {} positions",
            positions + held_out
        ));
    }
    write(arguments, &parameters, &lines)?;
    picture.draw(&found.course)?;
    let changes = changes(&tuning.tunable, &parameters)?;
    context.output.text(table(&changes))?;
    context.output.text(format_args!("\n{}", errors(found)))?;
    for stage in &fit.stages {
        context.output.object(&Stage {
            stage: &stage.name,
            until: stage.until,
            positions: stage.positions,
            held_out: stage.held_out,
            held_out_error: stage.error,
            held_out_error_before: stage.error_before,
            held_out_error_of_nothing: stage.error_of_nothing,
        })?;
    }
    context.output.text(format_args!(
        "\n{} positions to learn from, {} held out; the parameters are in {}",
        grouped(positions),
        grouped(held_out),
        arguments.to.display()
    ))?;
    context.output.object(&Total {
        total: true,
        evaluation: kind.name(),
        by: "regression",
        complete: found.complete,
        positions,
        held_out,
        held_out_error: fit.total(|stage| stage.error),
        held_out_error_before: fit.total(|stage| stage.error_before),
        held_out_error_of_nothing: fit.total(|stage| stage.error_of_nothing),
        parameters: changes,
    })
}

/// The errors of the positions held out, by stage.
fn errors(found: &Regression) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header([
        "stage",
        "until",
        "positions",
        "held out",
        "error, discs",
        "before",
        "if all were even",
    ]);
    let discs = |error: f64| format!("{error:.3}");
    for stage in &found.fit.stages {
        table.add_row([
            stage.name.clone(),
            format!("{:.3}", stage.until),
            grouped(stage.positions),
            grouped(stage.held_out),
            discs(stage.error),
            discs(stage.error_before),
            discs(stage.error_of_nothing),
        ]);
    }
    let fit = &found.fit;
    if fit.stages.len() > 1 {
        table.add_row([
            "all".to_owned(),
            String::new(),
            grouped(fit.stages.iter().map(|stage| stage.positions).sum()),
            grouped(fit.stages.iter().map(|stage| stage.held_out).sum()),
            discs(fit.total(|stage| stage.error)),
            discs(fit.total(|stage| stage.error_before)),
            discs(fit.total(|stage| stage.error_of_nothing)),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
