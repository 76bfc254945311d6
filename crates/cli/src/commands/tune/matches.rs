//! `tune --by matches`.

use anyhow::Context as _;
use outflank_matches::{RandomOpenings, read_openings};
use outflank_othello::Game;
use outflank_training::tuning::{Gains, History, MatchTuning, Tunable};
use schemars::JsonSchema;
use serde::Serialize;

use super::arguments::Arguments;
use super::chart::HistoryChart;
use super::report::{Change, changes, table};
use super::write;
use crate::balanced;
use crate::commands::training::Monitor;
use crate::context::{Context, Verdict};
use crate::output::grouped;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Iteration<'static>, Total];

/// Maximum number of random openings.
const MAX_OPENINGS: usize = 2000;

/// An iteration.
#[derive(JsonSchema, Serialize)]
struct Iteration<'a> {
    iteration: usize,
    games: u64,
    /// Score of the side with the larger first value, from −1 to 1.
    score: Option<f64>,
    values: &'a [f64],
}

/// The last line.
#[derive(JsonSchema, Serialize)]
struct Total {
    total: bool,
    evaluation: &'static str,
    by: &'static str,
    iterations: usize,
    /// Whether all iterations were done.
    complete: bool,
    games: u64,
    parameters: Vec<Change>,
}

pub(super) fn run(
    arguments: &Arguments,
    tunable: Tunable,
    context: &Context,
) -> anyhow::Result<Verdict> {
    let options = &arguments.matches;
    let tuning = MatchTuning {
        tunable,
        depth: options.depth(),
        iterations: options.iterations(),
        pairs: options.games() / 2,
        openings: context.abandonable(|| openings(arguments))?,
        gains: Gains::new(options.iterations(), options.step(), options.width()),
        seed: options.seed(),
    };
    let mut chart = HistoryChart::new(arguments.plot.as_deref(), &tuning.tunable, "games played");
    let games = 2 * tuning.pairs as u64 * u64::from(tuning.iterations);
    let template = "{bar:30} {pos}/{len} games  {per_sec}  {eta} left";
    let mut monitor = Monitor::new(context).with_bar(Some(games), template)?;
    let mut is_first = true;
    let (threads, checkpoint) = (arguments.threads.count(), arguments.checkpoint());
    let history = tuning.run(threads, &checkpoint, &context.interrupted, |history| {
        monitor.step(|bar| {
            let point = history.last();
            bar.set_position(point.seen);
            if std::mem::take(&mut is_first) {
                bar.reset_eta();
                if history.steps() > 0 {
                    let steps = grouped(history.steps() as u64);
                    eprintln!("resumed after iteration {steps}");
                }
            } else {
                context.output.object(&Iteration {
                    iteration: history.steps(),
                    games: point.seen,
                    score: point.measured,
                    values: &point.values,
                })?;
            }
            chart.draw_if_due(history)
        })
    });
    let history = history.with_context(|| match &options.openings {
        Some(path) => format!("openings {}", path.display()),
        None => format!("random openings on {}", arguments.board.shape),
    });
    monitor.finish()?;
    finish(arguments, &tuning, &history?, &mut chart, context)
}

/// Writes and reports the result.
fn finish(
    arguments: &Arguments,
    tuning: &MatchTuning,
    history: &History,
    chart: &mut HistoryChart,
    context: &Context,
) -> anyhow::Result<Verdict> {
    let complete = history.steps() == tuning.iterations as usize;
    let parameters = tuning.tunable.normalized(&history.mean_of_last_half());
    let games = history.last().seen;
    let interrupted = (!complete).then(|| {
        format!(
            "interrupted after {} of {} iterations",
            grouped(history.steps() as u64),
            grouped(tuning.iterations.into())
        )
    });
    write(arguments, &parameters, interrupted)?;
    chart.draw(history)?;
    let changes = changes(&tuning.tunable, &parameters)?;
    context.output.text(table(&changes))?;
    context.output.text(format_args!(
        "\n{} of {} iterations, {} games; the mean of their last half is in {}",
        grouped(history.steps() as u64),
        grouped(tuning.iterations.into()),
        grouped(games),
        arguments.to.display()
    ))?;
    context.finish(&Total {
        total: true,
        evaluation: tuning.tunable.kind().name(),
        by: "matches",
        iterations: history.steps(),
        complete,
        games,
        parameters: changes,
    })
}

/// Returns the openings of the file, or random ones.
fn openings(arguments: &Arguments) -> anyhow::Result<Vec<Game>> {
    let (options, shape) = (&arguments.matches, arguments.board.shape);
    let Some(path) = &options.openings else {
        let pairs = (options.games() / 2).max(1);
        let needed = pairs.saturating_mul(options.iterations() as usize);
        let random = RandomOpenings::new(shape, options.plies(), options.seed());
        return Ok(random.generate(needed.min(MAX_OPENINGS.max(pairs))));
    };
    let place = || format!("openings {}", path.display());
    if let Some(balanced) = balanced::named(path, shape)? {
        return Ok(balanced);
    }
    let text = std::fs::read_to_string(path).with_context(place)?;
    read_openings(&text, shape).with_context(place)
}
