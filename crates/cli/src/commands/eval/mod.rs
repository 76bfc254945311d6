//! `outflank eval`: a static value taken apart.

mod scored;

use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use outflank_classic::{EvaluationKind, Explanation};
use outflank_othello::notation::{parse_game, parse_position};
use outflank_othello::{Move, Position, Square};
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::options::{BoardOption, WeightsOption, read_evaluation};

/// Arguments of `outflank eval`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// `start`, a transcript such as f5d6c3, or a board in OBF.
    #[arg(required_unless_present = "scored")]
    position: Option<String>,

    /// The evaluation: discs, phased, components, positional. All of them if
    /// none is named.
    #[arg(long, value_name = "NAME")]
    evaluation: Option<EvaluationKind>,

    /// Parameters of the evaluation from a TOML file.
    #[arg(long, value_name = "FILE", requires = "evaluation")]
    parameters: Option<PathBuf>,

    #[command(flatten)]
    board: BoardOption,

    /// Give the error of the trained evaluation of 8x8, by stage of the game,
    /// against the scores of a file of positions, as `outflank label` writes it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "evaluation", "shape"])]
    scored: Option<PathBuf>,

    #[command(flatten)]
    weights: WeightsOption,
}

/// The JSON object of an evaluation.
#[derive(Serialize)]
struct Line<'a> {
    position: String,
    mover: &'static str,
    evaluation: &'static str,
    stage: Option<&'a str>,
    terms: Vec<TermLine>,
    total: f64,
}

#[derive(Serialize)]
struct TermLine {
    name: &'static str,
    own: f64,
    opponent: f64,
    weight: f64,
    contribution: f64,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    if let Some(path) = &arguments.scored {
        return scored::run(path, &arguments.weights, context);
    }
    ensure!(
        !arguments.weights.is_given(),
        "--weights: expected beside --scored FILE"
    );
    let shape = arguments.board.shape;
    let text = arguments.position.as_deref().unwrap_or_default();
    let position = parse_position(text, shape)?;
    let (root, last) = before_last_move(text, &position, shape);
    let kinds = match arguments.evaluation {
        Some(kind) => vec![kind],
        None => EvaluationKind::ALL.to_vec(),
    };
    let read = |kind| read_evaluation(kind, arguments.parameters.as_deref());
    let evaluations = kinds.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    context.output.text(position.diagram())?;
    context.output.text(format_args!(
        "seen from {}, who is to move",
        position.mover()
    ))?;
    for evaluation in evaluations {
        let explanation = evaluation.explain_after(&root, &position, last);
        context.output.object(&line(&position, &explanation))?;
        context.output.text(table(&explanation))?;
    }
    Ok(Verdict::Done)
}

/// The position before the last move and that move: what `positional` compares
/// with. A board alone has no last move.
fn before_last_move(
    text: &str,
    position: &Position,
    shape: outflank_othello::Shape,
) -> (Position, Option<Square>) {
    let Ok(game) = parse_game(text, shape) else {
        return (*position, None);
    };
    match (game.positions(), game.last_move()) {
        ([.., before, _], Some(Move::Place(square))) => (*before, Some(square)),
        _ => (*position, None),
    }
}

fn line<'a>(position: &Position, explanation: &'a Explanation) -> Line<'a> {
    let terms = explanation.terms.iter().map(|term| TermLine {
        name: term.name,
        own: term.own,
        opponent: term.opponent,
        weight: term.weight,
        contribution: term.contribution(),
    });
    Line {
        position: position.to_string(),
        mover: position.mover().name(),
        evaluation: explanation.kind.name(),
        stage: explanation.stage.as_deref(),
        terms: terms.collect(),
        total: explanation.total(),
    }
}

fn table(explanation: &Explanation) -> String {
    let stage = explanation.stage.as_ref();
    let stage = stage.map_or(String::new(), |stage| format!(", {stage} stage"));
    let mut text = format!(
        "\n{}{stage}\n  {:<20} {:>6} {:>9} {:>8} {:>13}\n",
        explanation.kind, "term", "own", "opponent", "weight", "contribution"
    );
    for term in &explanation.terms {
        text.push_str(&format!(
            "  {:<20} {:>6} {:>9} {:>8.2} {:>+13.2}\n",
            term.name,
            term.own,
            term.opponent,
            term.weight,
            term.contribution()
        ));
    }
    text.push_str(&format!("  {:<46} {:>+13.2}", "total", explanation.total()));
    text
}
