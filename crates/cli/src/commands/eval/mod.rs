//! `outflank eval`: shows the terms of a static evaluation.

mod difference;
mod errors;
mod patterns;
mod selection;
mod textbook;

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::context::{Context, Verdict};
use crate::input::parse_position;
use crate::options::{BoardOption, WeightsOption};
use crate::schema::{Lines, lines};
use difference::Difference;
use patterns::View;
use selection::{EvaluationName, Selection, parse_name};

/// The lines printed with `--json`.
pub(super) const LINES: &[(&str, Lines)] = lines! {
    "eval": patterns::PatternEvaluation, textbook::TextbookEvaluation<'static>,
        difference::Difference, errors::StageErrorLine, errors::ErrorTotal;
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// `start`, a transcript such as f5d6c3, or a board in OBF.
    #[arg(required_unless_present = "scored")]
    position: Option<String>,

    /// Evaluation: patterns (the trained one, for 8x8 or the board of --weights), discs, phased,
    /// components or positional [default: all that support the board].
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    evaluation: Option<EvaluationName>,

    /// Parameters of a textbook evaluation from a TOML file.
    #[arg(long, value_name = "FILE", requires = "evaluation")]
    parameters: Option<PathBuf>,

    /// Compare with another position (`start`, a transcript or a board): the terms of
    /// both, seen from the mover of POSITION, and their differences, largest first.
    #[arg(long, value_name = "OTHER")]
    against: Option<String>,

    /// Also list each pattern instance: its squares, the discs on them (X the mover of
    /// POSITION, O the opponent) and its contribution in discs.
    #[arg(long)]
    instances: bool,

    #[command(flatten)]
    board: BoardOption,

    /// Measure the error of the trained evaluation on a file of labelled positions written by
    /// `outflank train label`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "evaluation", "against", "instances", "shape"])]
    scored: Option<PathBuf>,

    #[command(flatten)]
    weights: WeightsOption,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    if let Some(path) = &arguments.scored {
        return errors::run(path, &arguments.weights, context);
    }
    let text = arguments.position.as_deref().unwrap_or_default();
    let selection = Selection::new(arguments)?;
    match &arguments.against {
        Some(other) => compare(text, other, &selection, arguments, context)?,
        None => explain(text, &selection, arguments, context)?,
    }
    Ok(Verdict::Done)
}

fn explain(
    text: &str,
    selection: &Selection,
    arguments: &Arguments,
    context: &Context,
) -> Result<()> {
    let shape = arguments.board.shape;
    let position = parse_position(text, shape)?;
    context.text(position.diagram())?;
    let mover = position.mover();
    context.text(format_args!("seen from {mover}, the side to move"))?;
    if position.is_over() {
        let score = position.score(mover);
        context.text(format_args!("The game is over: {score:+} for {mover}."))?;
    }
    if let Some(view) = selection.patterns().and_then(|e| View::new(e, &position)) {
        context.object(&view.line(&position))?;
        context.text(view.text(arguments.instances))?;
    }
    let (root, last) = textbook::before_last_move(text, &position, shape);
    for evaluation in &selection.textbook {
        let explanation = evaluation.explain_after(&root, &position, last);
        context.object(&textbook::line(&position, &explanation))?;
        context.text(textbook::table(&explanation))?;
    }
    Ok(())
}

fn compare(
    text: &str,
    other: &str,
    selection: &Selection,
    arguments: &Arguments,
    context: &Context,
) -> Result<()> {
    let shape = arguments.board.shape;
    let before = parse_position(text, shape)?;
    let after = parse_position(other, shape).context("--against")?;
    context.text(difference::heading(&before, &after))?;
    let patterns = selection.patterns();
    let patterns =
        patterns.and_then(|e| Difference::of_patterns(e, &before, &after, arguments.instances));
    let textbook = selection.textbook.iter();
    let textbook = textbook.filter_map(|e| Difference::of_textbook(e, &before, &after));
    for difference in patterns.into_iter().chain(textbook) {
        context.object(&difference)?;
        context.text(difference.text())?;
    }
    Ok(())
}
