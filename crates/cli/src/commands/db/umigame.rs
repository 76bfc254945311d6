//! `outflank db umigame`: how many lines of an opening each side must know.

use anyhow::Result;
use clap::Args;
use outflank_archive::{Archive, ArchiveAnalyzer};
use outflank_engine::{Limits, MAX_LEVEL, SearchOptions};
use outflank_othello::Position;
use outflank_study::{Analyzer, Umigame, UmigameOptions, umigame};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::game_filter::position_or_opening;
use crate::options::{EngineOptions, WeightsOption, parse_in};
use crate::output::{counted, grouped, new_table, progress_bar};

#[derive(Args)]
#[command(after_help = "\
A side's number is the number of lines left if that side plays the best moves that leave the fewest \
lines and the other side may play any best move. Best moves have the highest score in whole discs. The \
scores come from stored analyses at least as strong as --level, or from searches, whose results are \
stored. The numbers are only as good as these scores.")]
pub(super) struct Arguments {
    /// `start`, a transcript such as f5d6c3, a board in OBF, or the name of an opening
    /// such as tiger.
    position: String,

    /// Number of moves, passes excluded, after which lines end.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=60))]
    plies: u32,

    /// Maximum loss in discs of a move that counts as a best move, for both sides.
    #[arg(long, value_name = "DISCS", default_value_t = 0.0, value_parser = parse_loss)]
    loss: f64,

    /// Use only stored analyses, of any strength, and do not search; lines end where there is no
    /// analysis.
    #[arg(long, conflicts_with_all = ["level", "weights"])]
    stored: bool,

    /// Maximum number of positions to score.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    positions: usize,

    /// Search level, 1 to 60.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_LEVEL)))]
    level: u32,

    #[command(flatten)]
    weights: WeightsOption,

    #[command(flatten)]
    engine: EngineOptions,
}

pub(crate) fn parse_loss(text: &str) -> Result<f64, String> {
    parse_in(0.0..=128.0, "discs from 0 to 128", text)
}

/// The umigame numbers of the position.
#[derive(JsonSchema, Serialize)]
pub(super) struct UmigameTotal<'a> {
    total: bool,
    position: String,
    #[serde(flatten)]
    umigame: &'a Umigame,
    /// Positions whose scores were already stored.
    reused: usize,
    /// The engine that searched the other positions; null with --stored.
    engine: Option<&'a str>,
}

pub(super) fn run(
    arguments: &Arguments,
    archive: &mut Archive,
    context: &Context,
) -> Result<Verdict> {
    let position = position_or_opening(&arguments.position, arguments.engine.board.shape)?;
    let options = UmigameOptions {
        plies: arguments.plies,
        loss: arguments.loss,
        positions: arguments.positions,
    };
    let count = |analyzer: &dyn Analyzer| -> Result<Umigame> {
        let bar = progress_bar(None, "{spinner} {elapsed} {msg}")?;
        let report = |plies, scored| {
            let positions = counted(scored, "position");
            bar.set_message(format!("{plies} plies, {positions} scored"));
            bar.tick();
        };
        let pool = arguments.engine.threads.pool()?;
        let counted = pool.install(|| umigame(&position, &options, analyzer, &report));
        Ok(counted)
    };
    if arguments.stored {
        let stored = ArchiveAnalyzer::stored(archive);
        let found = count(&stored)?;
        stored.finish()?;
        let reused = found.scored;
        return show(&position, &found, reused, None, context);
    }
    let engine = arguments.weights.engine_name()?;
    let limits = Limits::level(arguments.level);
    let shape = arguments.engine.board.shape;
    let search = arguments.weights.apply(SearchOptions::default(), shape)?;
    let parallelism = arguments.engine.threads.on_many_positions();
    let inner = parallelism.analyzer(limits, search, arguments.engine.hash, context)?;
    let analyzer = ArchiveAnalyzer::new(archive, &inner, limits, engine.as_str());
    let found = count(&analyzer)?;
    let reused = analyzer.reused();
    analyzer.finish()?;
    show(&position, &found, reused, Some(&engine), context)
}

fn show(
    position: &Position,
    umigame: &Umigame,
    reused: usize,
    engine: Option<&str>,
    context: &Context,
) -> Result<Verdict> {
    context.text(position.diagram())?;
    let mut moves = new_table("best move|score|black|white", [0]);
    for mv in &umigame.moves {
        context.object(mv)?;
        moves.add_row([
            mv.square.to_string(),
            format!("{:+}", mv.score),
            grouped(mv.black),
            grouped(mv.white),
        ]);
    }
    context.text(format_args!("{moves}\n"))?;
    let mut sides = new_table("to know|umigame number|distinct ends|moves", [0]);
    for (side, known) in [("Black", umigame.black), ("White", umigame.white)] {
        sides.add_row([
            side.to_owned(),
            grouped(known.lines),
            grouped(known.ends as u64),
            grouped(known.positions as u64),
        ]);
    }
    context.text(format_args!("{sides}\n"))?;
    let mut notes = format!(
        "lines of {}, loss up to {}; {} scored, {} of them already stored",
        counted(umigame.plies as usize, "move"),
        umigame.loss,
        counted(umigame.scored, "position"),
        grouped(reused as u64),
    );
    if umigame.unknown > 0 {
        notes.push_str(&format!(
            "; lines end early at {} without scores",
            counted(umigame.unknown, "position")
        ));
    }
    if !umigame.complete {
        notes.push_str("; the count ended early");
    }
    context.text(notes)?;
    context.finish(&UmigameTotal {
        total: true,
        position: position.to_string(),
        umigame,
        reused,
        engine,
    })
}
