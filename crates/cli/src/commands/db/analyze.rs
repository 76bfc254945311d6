//! `outflank db analyze`: scoring moves and storing the results.

use clap::Args;
use outflank_engine::evaluation::Evaluation;
use outflank_engine::{DEFAULT_LEVEL, Limits, MAX_LEVEL, SearchOptions};
use outflank_othello::notation::parse_position;
use outflank_othello::{Game, Move, Position};
use outflank_study::archive::{Archive, ArchiveAnalyzer, engine_name};
use outflank_study::{Analyzer, Review, ScoredMove, Severity};
use schemars::JsonSchema;
use serde::Serialize;

use super::table;
use crate::commands::analyze::review_game;
use crate::context::{Context, Verdict};
use crate::options::{BoardOption, HashOption, ThreadsOption, WeightsOption};
use crate::output::counted;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![ValuedLine, PlayedLine, AnalysisTotal];

/// Arguments of `outflank db analyze`.
#[derive(Args)]
#[command(after_help = "\
A stored analysis of the position, or of one equal up to symmetry and colours, is reused if its \
depth and selectivity are at least those of the level. A deeper analysis replaces a stored one.")]
pub(super) struct Arguments {
    /// Number of a game in the archive, or a position: `start`, a transcript or a
    /// board in OBF.
    game: String,

    /// Search level, 1 to 60.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LEVEL, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_LEVEL)))]
    level: u32,

    #[command(flatten)]
    weights: WeightsOption,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    hash: HashOption,
}

/// The JSON object of a move of a position.
#[derive(JsonSchema, Serialize)]
struct ValuedLine {
    #[serde(rename = "move")]
    square: String,
    score: f64,
    exact: bool,
    depth: u32,
    selectivity: u32,
    pv: Vec<String>,
    reused: bool,
}

/// The JSON object of a move of a game.
#[derive(JsonSchema, Serialize)]
struct PlayedLine {
    ply: usize,
    mover: &'static str,
    #[serde(rename = "move")]
    played: String,
    score: Option<f64>,
    best: Option<String>,
    best_score: Option<f64>,
    loss: f64,
    exact: bool,
    mistake: Option<&'static str>,
    reused: bool,
}

/// Totals of the analysis.
#[derive(JsonSchema, Serialize)]
struct AnalysisTotal {
    total: bool,
    complete: bool,
    /// Positions scored.
    positions: usize,
    /// Positions reused from the archive.
    reused: usize,
    engine: String,
}

pub(super) fn run(
    arguments: &Arguments,
    archive: &mut Archive,
    context: &Context,
) -> anyhow::Result<Verdict> {
    let game = match arguments.game.trim().parse() {
        Ok(number) => Some(archive.game(number)?.record.game),
        Err(_) => None,
    };
    let parallelism = match game {
        Some(_) => arguments.threads.on_many_positions(),
        None => arguments.threads.on_one_position(),
    };
    let given = arguments.weights.read()?;
    let engine = engine_name(given.as_deref().unwrap_or(Evaluation::shipped()));
    let limits = Limits::level(arguments.level);
    let mut options = SearchOptions::default();
    if let Some(evaluation) = given {
        options = options.with_evaluation(evaluation);
    }
    let inner = parallelism.analyzer(limits, options, arguments.hash, context)?;
    let analyzer = ArchiveAnalyzer::new(archive, &inner, limits, engine.as_str());
    let done = match &game {
        Some(game) => game_moves(game, &analyzer, arguments.threads, context)?,
        None => {
            let position = parse_position(&arguments.game, arguments.board.shape)?;
            position_moves(&position, &analyzer, context)?
        }
    };
    analyzer.finish()?;
    context.output.object(&AnalysisTotal {
        total: true,
        complete: done.complete,
        positions: done.positions,
        reused: done.reused,
        engine,
    })?;
    if !done.complete {
        context
            .output
            .text("interrupted before every move was scored")?;
    }
    context.output.text(format_args!(
        "{} of {} reused from the archive",
        done.reused,
        counted(done.positions, "position")
    ))?;
    Ok(Verdict::Done)
}

/// Counts of an analysis.
struct Done {
    positions: usize,
    reused: usize,
    complete: bool,
}

/// Scores the moves of a position.
fn position_moves(
    position: &Position,
    analyzer: &ArchiveAnalyzer<'_>,
    context: &Context,
) -> anyhow::Result<Done> {
    let moves = analyzer.score_moves(position);
    let reused = analyzer.was_reused(position);
    context.output.text(position.diagram())?;
    let mut text = table(
        &["move", "score", "", "depth", "principal variation"],
        &[0, 2, 4],
    );
    for valued in moves.iter().flatten() {
        let pv: Vec<String> = valued.pv.iter().map(ToString::to_string).collect();
        text.add_row([
            valued.square.to_string(),
            format!("{:+.2}", valued.score),
            if valued.exact { "exact" } else { "estimate" }.to_owned(),
            valued.depth.to_string(),
            pv[..pv.len().min(10)].join(" "),
        ]);
        context.output.object(&valued_line(valued, pv, reused))?;
    }
    if moves.as_ref().is_some_and(|moves| !moves.is_empty()) {
        context.output.text(text)?;
    }
    Ok(Done {
        positions: 1,
        reused: usize::from(reused),
        complete: moves.is_some(),
    })
}

fn valued_line(valued: &ScoredMove, pv: Vec<String>, reused: bool) -> ValuedLine {
    ValuedLine {
        square: valued.square.to_string(),
        score: valued.score,
        exact: valued.exact,
        depth: valued.depth,
        selectivity: valued.selectivity,
        pv,
        reused,
    }
}

/// Scores the moves of a game.
fn game_moves(
    game: &Game,
    analyzer: &ArchiveAnalyzer<'_>,
    threads: ThreadsOption,
    context: &Context,
) -> anyhow::Result<Done> {
    let review = review_game(game, analyzer, threads)?;
    show_game(game, &review, analyzer, context)
}

fn show_game(
    game: &Game,
    review: &Review,
    analyzer: &ArchiveAnalyzer<'_>,
    context: &Context,
) -> anyhow::Result<Done> {
    let mut done = Done {
        positions: 0,
        reused: 0,
        complete: review.complete,
    };
    let header = [
        "ply", "side", "move", "score", "best", "score", "loss", "", "from",
    ];
    let mut text = table(&header, &[1, 2, 4, 7, 8]);
    for (reviewed, position) in review.moves.iter().zip(game.positions()) {
        let is_move = matches!(reviewed.played, Move::Place(_));
        let reused = analyzer.was_reused(position);
        done.positions += usize::from(is_move);
        done.reused += usize::from(reused);
        let score = |score: Option<f64>| match score {
            Some(score) if reviewed.exact => format!("{score:+.0}"),
            Some(score) => format!("~{score:+.2}"),
            None => String::new(),
        };
        let best = reviewed.best.map(|square| square.to_string());
        text.add_row([
            reviewed.ply.to_string(),
            reviewed.mover.to_string(),
            reviewed.played.to_string(),
            score(reviewed.score),
            best.clone().unwrap_or_default(),
            score(reviewed.best_score),
            match reviewed.loss {
                loss if loss > 0.0 => format!("{loss:.2}"),
                _ => String::new(),
            },
            reviewed.mistake.map_or("", Severity::mark).to_owned(),
            if reused { "archive" } else { "" }.to_owned(),
        ]);
        context.output.object(&PlayedLine {
            ply: reviewed.ply,
            mover: reviewed.mover.name(),
            played: reviewed.played.to_string(),
            score: reviewed.score,
            best,
            best_score: reviewed.best_score,
            loss: reviewed.loss,
            exact: reviewed.exact,
            mistake: reviewed.mistake.map(Severity::name),
            reused,
        })?;
    }
    context.output.text(text)?;
    Ok(done)
}
