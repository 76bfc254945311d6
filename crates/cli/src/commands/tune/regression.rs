//! `tune --by regression`.

use comfy_table::Table;
use outflank_training::samples::SampleOptions;
use outflank_training::tuning::{Regression, RegressionTuning, StageFit, Tunable};
use schemars::JsonSchema;
use serde::Serialize;

use super::arguments::Arguments;
use super::chart::HistoryChart;
use super::report::{Change, changes, table};
use super::write;
use crate::commands::matches::tables::markdown;
use crate::commands::training::Monitor;
use crate::context::{Context, Verdict};
use crate::output::grouped;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Batch<'static>, Stage<'static>, Total];

/// A batch of positions.
#[derive(JsonSchema, Serialize)]
struct Batch<'a> {
    positions: u64,
    /// Root mean square hold-out error, in discs.
    held_out_error: Option<f64>,
    values: &'a [f64],
}

/// A stage.
#[derive(JsonSchema, Serialize)]
struct Stage<'a> {
    stage: &'a str,
    until: f64,
    #[serde(flatten)]
    fit: FitLine,
}

/// The last line.
#[derive(JsonSchema, Serialize)]
struct Total {
    total: bool,
    evaluation: &'static str,
    by: &'static str,
    /// Whether all positions were read.
    complete: bool,
    #[serde(flatten)]
    fit: FitLine,
    parameters: Vec<Change>,
}

/// A fit; errors are root mean squares in discs.
#[derive(JsonSchema, Serialize)]
struct FitLine {
    positions: u64,
    held_out: u64,
    held_out_error: f64,
    held_out_error_before: f64,
    held_out_error_of_nothing: f64,
}

impl FitLine {
    fn of_stage(stage: &StageFit) -> Self {
        Self {
            positions: stage.positions,
            held_out: stage.held_out,
            held_out_error: stage.error,
            held_out_error_before: stage.error_before,
            held_out_error_of_nothing: stage.error_of_nothing,
        }
    }

    fn total(found: &Regression) -> Self {
        let fit = &found.fit;
        let sum = |count: fn(&StageFit) -> u64| fit.stages.iter().map(count).sum();
        Self {
            positions: sum(|stage| stage.positions),
            held_out: sum(|stage| stage.held_out),
            held_out_error: fit.total(|stage| stage.error),
            held_out_error_before: fit.total(|stage| stage.error_before),
            held_out_error_of_nothing: fit.total(|stage| stage.error_of_nothing),
        }
    }

    fn cells(&self, name: &str, until: String) -> [String; 7] {
        let discs = |error: f64| format!("{error:.3}");
        [
            name.to_owned(),
            until,
            grouped(self.positions),
            grouped(self.held_out),
            discs(self.held_out_error),
            discs(self.held_out_error_before),
            discs(self.held_out_error_of_nothing),
        ]
    }
}

pub(super) fn run(
    arguments: &Arguments,
    tunable: Tunable,
    context: &Context,
) -> anyhow::Result<Verdict> {
    let options = &arguments.regression;
    let tuning = RegressionTuning {
        tunable,
        shape: arguments.board.shape,
        sources: options.scores.clone(),
        options: SampleOptions {
            hold_out: options.hold_out(),
            lambda: options.lambda(),
            share: 1.0,
        },
    };
    let plot = arguments.plot.as_deref();
    let mut chart =
        HistoryChart::new(plot, &tuning.tunable, "positions read").with_measured("hold-out error");
    let template = "{pos} positions  {per_sec}  {msg}";
    let mut monitor = Monitor::new(context).with_bar(None, template)?;
    let (threads, checkpoint) = (arguments.threads.count(), arguments.checkpoint());
    let found = tuning.run(threads, &checkpoint, |history| {
        monitor.step(|bar| {
            let point = history.last();
            bar.set_position(point.seen);
            context.output.object(&Batch {
                positions: point.seen,
                held_out_error: point.measured,
                values: &point.values,
            })?;
            chart.draw_if_due(history)
        })
    });
    monitor.finish()?;
    finish(arguments, &tuning, &found?, &mut chart, context)
}

/// Writes and reports the result.
fn finish(
    arguments: &Arguments,
    tuning: &RegressionTuning,
    found: &Regression,
    chart: &mut HistoryChart,
    context: &Context,
) -> anyhow::Result<Verdict> {
    let parameters = tuning.tunable.normalized(&found.fit.values);
    let fit = FitLine::total(found);
    let (positions, held_out) = (fit.positions, fit.held_out);
    let read = positions + held_out;
    let interrupted =
        (!found.complete).then(|| format!("interrupted after {} positions", grouped(read)));
    write(arguments, &parameters, interrupted)?;
    chart.draw(&found.history)?;
    let changes = changes(&tuning.tunable, &parameters)?;
    context.output.text(table(&changes))?;
    context
        .output
        .text(format_args!("\n{}", errors(found, &fit)))?;
    for stage in &found.fit.stages {
        context.output.object(&Stage {
            stage: &stage.name,
            until: stage.until,
            fit: FitLine::of_stage(stage),
        })?;
    }
    context.output.text(format_args!(
        "\n{} positions to learn from, {} held out; the parameters are in {}",
        grouped(positions),
        grouped(held_out),
        arguments.to.display()
    ))?;
    context.finish(&Total {
        total: true,
        evaluation: tuning.tunable.kind().name(),
        by: "regression",
        complete: found.complete,
        fit,
        parameters: changes,
    })
}

/// Returns a table of hold-out errors by stage.
fn errors(found: &Regression, total: &FitLine) -> Table {
    let header = [
        "stage",
        "until",
        "positions",
        "held out",
        "error, discs",
        "before",
        "valued 0",
    ];
    let mut table = markdown(header, 1);
    let stages = &found.fit.stages;
    for stage in stages {
        let until = format!("{:.3}", stage.until);
        table.add_row(FitLine::of_stage(stage).cells(&stage.name, until));
    }
    if stages.len() > 1 {
        table.add_row(total.cells("all", String::new()));
    }
    table
}
