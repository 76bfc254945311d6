//! `outflank lab compare`: a comparison of evaluations.

mod agreement;
mod arguments;
mod games;
mod plots;

use std::path::Path;

use anyhow::{Context as _, ensure};
use schemars::JsonSchema;
use serde::Serialize;

pub(crate) use arguments::Arguments;

use crate::context::{Context, Verdict};
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = |generator| {
    [
        agreement::LINES(generator),
        games::LINES(generator),
        lines![Total<'static>](generator),
    ]
    .concat()
};

/// The last JSON object.
#[derive(JsonSchema, Serialize)]
struct Total<'a> {
    total: bool,
    evaluations: Vec<&'a str>,
    /// Round robins with games.
    round_robins: usize,
    games: usize,
    /// Positions solved.
    positions: usize,
    /// False after an interruption.
    complete: bool,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let contenders = arguments.contenders()?;
    let limits = arguments.limits(&contenders)?;
    ensure!(
        !limits.is_empty() || arguments.count > 0,
        "nothing is left to compare by: expected games, --count 1 or more, or both"
    );
    // Check files and folders before the long computations.
    let openings = match limits.is_empty() {
        true => Vec::new(),
        false => context.abandonable(|| arguments.openings(&contenders))?,
    };
    let sample = (arguments.count > 0)
        .then(|| arguments.sample(context))
        .transpose()?;
    for (option, folder) in [
        ("--plot", &arguments.plot),
        ("--results", &arguments.results),
    ] {
        if let Some(folder) = folder {
            make_folder(option, folder)?;
        }
    }
    let mut played = Vec::new();
    for &limit in &limits {
        if context.is_interrupted() {
            break;
        }
        let round_robin = games::play(limit, &contenders, &openings, arguments, context)?;
        if round_robin.pairs > 0 {
            round_robin.report(context)?;
            played.push(round_robin);
        }
    }
    let names: Vec<&str> = contenders
        .iter()
        .map(outflank_lab::comparison::Contender::name)
        .collect();
    games::report_all(&played, &names, context)?;
    let positions = sample.map_or(Vec::new(), |sample| sample.positions());
    let judged = agreement::judge(
        arguments.agreement(contenders.clone()),
        &positions,
        arguments,
        context,
    )?;
    judged.report(arguments, context)?;
    let is_complete = played.iter().all(games::RoundRobin::is_complete)
        && played.len() == limits.len()
        && judged.positions.len() == positions.len()
        && !context.is_interrupted();
    let verdict = context.finish(&Total {
        total: true,
        evaluations: names.clone(),
        round_robins: played.len(),
        games: played.iter().map(|round_robin| 2 * round_robin.pairs).sum(),
        positions: judged.positions.len(),
        complete: is_complete,
    })?;
    if !is_complete {
        context
            .output
            .text("Incomplete: interrupted before the end.")?;
    }
    if let Some(folder) = &arguments.plot {
        plots::draw(folder, &played, &judged, &names)?;
    }
    Ok(verdict)
}

fn make_folder(option: &str, folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("{option} {}", folder.display()))
}
