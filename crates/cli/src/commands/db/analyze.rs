//! `outflank db analyze`: scores moves and stores the results.

use anyhow::Result;
use clap::Args;
use outflank_archive::{Archive, ArchiveAnalyzer};
use outflank_engine::{DEFAULT_LEVEL, Limits, MAX_LEVEL, SearchOptions};
use outflank_othello::{Game, Move, Position};
use outflank_study::Analyzer;
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::analyze::{HEADINGS, review_game, row};
use crate::commands::hint::score_table;
use crate::context::{Context, Verdict};
use crate::input::parse_position;
use crate::options::{EngineOptions, ThreadsOption, WeightsOption};
use crate::output::{counted, grouped};

#[derive(Args)]
#[command(after_help = "\
A stored analysis of the position, or of one equal up to symmetry and colours, is reused if its depth \
and selectivity are at least those of the level. A deeper analysis replaces a stored one. Unlike \
`outflank analyze`, this uses no opening book.")]
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
    engine: EngineOptions,
}

/// A scored move of a position, or a reviewed move of a game.
#[derive(JsonSchema, Serialize)]
pub(super) struct AnalyzedMove<M> {
    #[serde(flatten)]
    mv: M,
    /// Whether the position was already analyzed.
    reused: bool,
}

/// Totals of the analysis.
#[derive(Default, JsonSchema, Serialize)]
pub(super) struct AnalysisTotal {
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
) -> Result<Verdict> {
    let game = match arguments.game.trim().parse() {
        Ok(number) => Some(archive.game(number)?.record.game),
        Err(_) => None,
    };
    let parallelism = match game {
        Some(_) => arguments.engine.threads.on_many_positions(),
        None => arguments.engine.threads.on_one_position(),
    };
    let engine = arguments.weights.engine_name()?;
    let limits = Limits::level(arguments.level);
    let weights = &arguments.weights;
    let options = weights.apply_to_own_shape(SearchOptions::default())?;
    let inner = parallelism.analyzer(limits, options, arguments.engine.hash, context)?;
    let analyzer = ArchiveAnalyzer::new(archive, &inner, limits, engine.as_str());
    let mut done = match &game {
        Some(game) => game_moves(game, &analyzer, arguments.engine.threads, context)?,
        None => {
            let position = parse_position(&arguments.game, arguments.engine.board.shape)?;
            position_moves(&position, &analyzer, context)?
        }
    };
    analyzer.finish()?;
    done.engine = engine;
    let verdict = context.finish(&done)?;
    if !done.complete {
        context.text("interrupted before every move was scored")?;
    }
    context.text(format_args!(
        "{} of {} reused from the archive",
        grouped(done.reused as u64),
        counted(done.positions, "position")
    ))?;
    Ok(verdict)
}

fn position_moves(
    position: &Position,
    analyzer: &ArchiveAnalyzer<'_>,
    context: &Context,
) -> Result<AnalysisTotal> {
    let moves = analyzer.score_moves(position);
    let reused = analyzer.was_reused(position);
    context.text(position.diagram())?;
    for mv in moves.iter().flatten() {
        context.object(&AnalyzedMove { mv, reused })?;
    }
    if let Some(moves) = moves.as_ref().filter(|moves| !moves.is_empty()) {
        context.text(score_table(moves))?;
    }
    Ok(AnalysisTotal {
        total: true,
        complete: moves.is_some(),
        positions: 1,
        reused: usize::from(reused),
        ..AnalysisTotal::default()
    })
}

fn game_moves(
    game: &Game,
    analyzer: &ArchiveAnalyzer<'_>,
    threads: ThreadsOption,
    context: &Context,
) -> Result<AnalysisTotal> {
    let review = review_game(game, analyzer, threads)?;
    let mut done = AnalysisTotal {
        total: true,
        complete: review.complete,
        ..AnalysisTotal::default()
    };
    context.text(HEADINGS)?;
    for (reviewed, position) in review.moves.iter().zip(game.positions()) {
        let reused = analyzer.was_reused(position);
        done.positions += usize::from(matches!(reviewed.played, Move::Place(_)));
        done.reused += usize::from(reused);
        let source = if reused { "  (archive)" } else { "" };
        context.text(format_args!("{}{source}", row(reviewed)))?;
        context.object(&AnalyzedMove {
            mv: reviewed,
            reused,
        })?;
    }
    Ok(done)
}
