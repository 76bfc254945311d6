//! `outflank hint`: the best moves of a position.

use std::time::Instant;

use clap::Args;
use outflank_othello::notation::parse_game;
use outflank_study::{AnalyzedMove, OpeningNames};
use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis_options::AnalysisOptions;
use crate::context::{Context, Verdict};
use crate::options::{BoardOption, HashOption, ThreadsOption};
use crate::output::{grouped, pv_text};
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![HintedMove<'static>];

/// Arguments of `outflank hint`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// `start`, a transcript such as f5d6c3, or a board in OBF.
    position: String,

    /// Print only the N best moves.
    #[arg(long, value_name = "N")]
    count: Option<usize>,

    #[command(flatten)]
    options: AnalysisOptions,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    hash: HashOption,
}

/// A scored move.
#[derive(JsonSchema, Serialize)]
struct HintedMove<'a> {
    #[serde(flatten)]
    scored: &'a AnalyzedMove,
    /// Time of the search of all moves.
    seconds: f64,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let game = parse_game(&arguments.position, arguments.board.shape)?;
    // A board keeps its side to move even if that side must pass.
    let position = match game.last_square() {
        Some(_) => *game.position(),
        None => *game.start(),
    };
    let analyzer = arguments.options.analyzer(
        arguments.board.shape,
        arguments.threads.on_one_position(),
        arguments.hash,
        context,
    )?;
    context.output.text(position.diagram())?;
    if let Some(named) = OpeningNames::shipped().name_of(&game) {
        context.output.text(format_args!("opening: {named}"))?;
    }
    let mover = position.mover();
    if position.is_over() {
        let score = position.score(mover);
        context
            .output
            .text(format_args!("The game is over: {score:+} for {mover}."))?;
        return Ok(Verdict::Done);
    }
    if position.must_pass() {
        context
            .output
            .text(format_args!("{mover} has no legal move and passes."))?;
        return Ok(Verdict::Done);
    }
    let started = Instant::now();
    let Some(moves) = analyzer.score_moves(&position) else {
        context
            .output
            .text("Stopped before the moves were scored.")?;
        return Ok(context.verdict());
    };
    let seconds = started.elapsed().as_secs_f64();
    let shown = &moves[..moves.len().min(arguments.count.unwrap_or(usize::MAX))];
    for scored in shown {
        context.output.object(&HintedMove { scored, seconds })?;
    }
    context
        .output
        .text(format_args!("{mover} to move\n\n{}", score_table(shown)))?;
    Ok(Verdict::Done)
}

/// Formats scored moves as a table.
pub(super) fn score_table(moves: &[AnalyzedMove]) -> String {
    let mut text = "move   score        depth         nodes  principal variation".to_owned();
    for scored in moves {
        text.push_str(&format!(
            "\n{:<4} {:>+7.2} {:<9} {:>5} {:>13}  {}",
            scored.square.to_string(),
            scored.score,
            if scored.exact { "exact" } else { "estimate" },
            scored.depth,
            grouped(scored.nodes),
            pv_text(&scored.pv, 10),
        ));
    }
    text
}
