//! `outflank hint`: the best moves of a position.

use std::time::Instant;

use clap::Args;
use outflank_othello::Square;
use outflank_othello::notation::parse_game;
use outflank_study::{OpeningNames, ScoredMove};
use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis_options::AnalysisOptions;
use crate::context::{Context, Verdict};
use crate::options::{BoardOption, HashOption, ThreadsOption};
use crate::output::grouped;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Line];

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

/// The JSON object of one move.
#[derive(JsonSchema, Serialize)]
struct Line {
    #[serde(rename = "move")]
    square: String,
    score: f64,
    exact: bool,
    depth: u32,
    /// Per cent of certainty with which branches were left out; 100 if none was.
    selectivity: u32,
    pv: Vec<String>,
    nodes: u64,
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
        return Ok(Verdict::Done);
    };
    let seconds = started.elapsed().as_secs_f64();
    context.output.text(format_args!(
        "{mover} to move\n\nmove   score        depth         nodes  principal variation"
    ))?;
    for valued in moves.iter().take(arguments.count.unwrap_or(usize::MAX)) {
        let line = line(valued, seconds);
        context.output.object(&line)?;
        context.output.text(format_args!(
            "{:<4} {:>+7.2} {:<9} {:>5} {:>13}  {}",
            line.square,
            line.score,
            if line.exact { "exact" } else { "estimate" },
            line.depth,
            grouped(line.nodes),
            line.pv
                .iter()
                .take(10)
                .cloned()
                .collect::<Vec<_>>()
                .join(" "),
        ))?;
    }
    Ok(Verdict::Done)
}

fn line(valued: &ScoredMove, seconds: f64) -> Line {
    Line {
        square: valued.square.to_string(),
        score: valued.score,
        exact: valued.exact,
        depth: valued.depth,
        selectivity: valued.selectivity,
        pv: valued.pv.iter().map(Square::to_string).collect(),
        nodes: valued.nodes,
        seconds,
    }
}
