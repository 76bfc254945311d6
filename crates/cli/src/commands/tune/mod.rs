//! `outflank tune`: parameters of the textbook evaluations, by matches or from scores.

mod arguments;
mod matches;
mod picture;
mod regression;
mod report;

use anyhow::Context as _;
use outflank_classic::Parameters;
use outflank_othello::format::write_atomically;
use outflank_training::tuning::Tunable;

pub(crate) use arguments::Arguments;
use arguments::Way;

use super::train::{check_folder, check_picture};
use crate::context::{Context, Verdict};
use crate::schema::Lines;

/// The lines printed with `--json`.
pub(super) const LINES: Lines =
    |generator| [matches::LINES(generator), regression::LINES(generator)].concat();

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    arguments.check()?;
    check_folder("--to", &arguments.to)?;
    if let Some(path) = &arguments.plot {
        check_picture("--plot", path)?;
    }
    if let Some(path) = &arguments.checkpoint {
        check_folder("--checkpoint", path)?;
    }
    let tunable = start(arguments)?;
    match arguments.by {
        Way::Matches => matches::run(arguments, tunable, context)?,
        Way::Regression => regression::run(arguments, tunable, context)?,
    }
    Ok(Verdict::Done)
}

/// What the tuning starts from.
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

/// Writes the parameters with what they were made by.
fn write(arguments: &Arguments, parameters: &Parameters, found: &[String]) -> anyhow::Result<()> {
    let mut text = String::new();
    for line in found {
        text.push_str(&format!("# {line}\n"));
    }
    text.push_str(&format!("\n{}", parameters.to_toml()));
    let place = || format!("--to {}", arguments.to.display());
    write_atomically(&arguments.to, text.as_bytes()).with_context(place)
}
