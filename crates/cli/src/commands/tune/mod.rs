//! `outflank tune`: parameters of the textbook evaluations, by matches or from scores.

mod arguments;
mod chart;
mod matches;
mod regression;
mod report;

use anyhow::Context as _;
use outflank_support::write_atomically;
use outflank_textbook::Parameters;
use outflank_training::tuning::Tunable;

pub(crate) use arguments::Arguments;
use arguments::Method;

use super::training::{check_chart, check_checkpoint};
use crate::context::{Context, Verdict};
use crate::options::check_folder;
use crate::schema::Lines;

/// The lines printed with `--json`.
pub(super) const LINES: Lines =
    |generator| [matches::LINES(generator), regression::LINES(generator)].concat();

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    arguments.check()?;
    check_folder("--to", &arguments.to)?;
    if let Some(path) = &arguments.plot {
        check_chart("--plot", path)?;
    }
    check_checkpoint(arguments.checkpoint.as_deref())?;
    let tunable = start(arguments)?;
    match arguments.by {
        Method::Matches => matches::run(arguments, tunable, context),
        Method::Regression => regression::run(arguments, tunable, context),
    }
}

/// Returns the starting parameters.
fn start(arguments: &Arguments) -> anyhow::Result<Tunable> {
    let kind = arguments.evaluation;
    let Some(path) = &arguments.from else {
        return Ok(Tunable::new(Parameters::shipped(kind)?)?);
    };
    let place = || format!("--from {}", path.display());
    let text = std::fs::read_to_string(path).with_context(place)?;
    let parameters = Parameters::from_toml(kind, &text).with_context(place)?;
    Tunable::new(parameters).with_context(place)
}

/// Writes the parameters, after comments that say how they were found.
fn write(
    arguments: &Arguments,
    parameters: &Parameters,
    interrupted: Option<String>,
) -> anyhow::Result<()> {
    let (evaluation, by) = (arguments.evaluation, arguments.by.name());
    let mut text = format!("# Parameters of `{evaluation}`, found by {by}:\n");
    for line in [Some(arguments.command()), interrupted]
        .into_iter()
        .flatten()
    {
        text.push_str(&format!("# {line}\n"));
    }
    text.push_str(&format!("\n{}", parameters.to_toml()));
    let place = || format!("--to {}", arguments.to.display());
    write_atomically(&arguments.to, text.as_bytes()).with_context(place)
}
