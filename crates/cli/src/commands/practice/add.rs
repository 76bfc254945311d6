//! `outflank practice add`: the lines of an opening as cards.

use std::path::Path;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use outflank_archive::{Archive, ArchiveAnalyzer, ArchiveError};
use outflank_book::BookName;
use outflank_engine::evaluation::Evaluation;
use outflank_engine::{DEFAULT_LEVEL, Limits, MAX_LEVEL, SearchOptions};
use outflank_othello::format::GameFilter;
use outflank_othello::{Color, Position};
use outflank_study::trainer::{LineError, LineOptions, NewCard, opening_cards, replies};
use outflank_study::{BookScores, engine_name};
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::db::parse_loss;
use crate::context::{Context, Verdict};
use crate::game_filter::game_or_opening;
use crate::options::EngineOptions;
use crate::output::counted;

#[derive(Args)]
#[command(after_help = "\
You play the best moves. The opponent plays the moves played in the archive's games (in a position \
with fewer than 10 games, the moves that lose at most 2 discs) and the moves that lose at most \
1 disc in the opening book. Where the book knows the moves, its scores decide. Analyses in the \
archive are reused, and new ones are stored. Positions already in the deck are not added again.")]
pub(super) struct Arguments {
    /// An opening: a name such as tiger, a transcript, `start`, or a board in OBF.
    opening: String,

    /// The side to learn; both if omitted.
    #[arg(long, value_enum)]
    side: Option<Side>,

    /// Length of the lines: moves after the opening, not counting passes.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=60))]
    plies: u32,

    /// Largest loss, in discs, of a right answer.
    #[arg(long, value_name = "DISCS", default_value_t = 0.0, value_parser = parse_loss)]
    loss: f64,

    /// Minimum share of a position's games that continue with a reply, in per cent, for the reply
    /// to become a card.
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    share: u32,

    /// Maximum number of cards for each side.
    #[arg(long, value_name = "N", default_value_t = 200)]
    cards: usize,

    /// Name of the deck; by default, the opening as given.
    #[arg(long, value_name = "NAME")]
    deck: Option<String>,

    /// Search level, 1 to 60.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LEVEL, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_LEVEL)))]
    level: u32,

    /// Opening book to follow: `shipped`, a file made by `outflank book`, or `off`.
    #[arg(long, value_name = "FILE|shipped|off", default_value = "shipped")]
    book: BookName,

    #[command(flatten)]
    engine: EngineOptions,
}

/// A value of `--side`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    Black,
    White,
}

/// The cards added.
#[derive(JsonSchema, Serialize)]
pub(super) struct AddedCards<'a> {
    total: bool,
    deck: &'a str,
    /// Number of positions in the lines.
    positions: usize,
    /// Number of positions that were new to the deck.
    added: usize,
    /// Number of positions whose analysis was already stored.
    reused: usize,
    engine: String,
}

pub(super) fn run(arguments: &Arguments, path: &Path, context: &Context) -> Result<Verdict> {
    let opening = game_or_opening(&arguments.opening, arguments.engine.board.shape)?;
    let deck = arguments.deck.as_deref().unwrap_or(&arguments.opening);
    let mut archive = Archive::open_or_create(path)?;
    // Games are read while analyses are stored.
    let games = Archive::open(path)?;
    let limits = Limits::level(arguments.level);
    let parallelism = arguments.engine.threads.on_one_position();
    let options = SearchOptions::default();
    let inner = parallelism.analyzer(limits, options, arguments.engine.hash, context)?;
    let engine = engine_name(Evaluation::shipped());
    let book = BookScores::new(arguments.book.open()?, &inner);
    let analyzer = ArchiveAnalyzer::new(&mut archive, &book, limits, engine.as_str());
    let sides = match arguments.side {
        Some(Side::Black) => vec![Color::Black],
        Some(Side::White) => vec![Color::White],
        None => Color::ALL.to_vec(),
    };
    let share = f64::from(arguments.share) / 100.0;
    let mut cards: Vec<NewCard> = Vec::new();
    let mut complete = true;
    for side in sides {
        let options = LineOptions {
            side,
            plies: arguments.plies,
            cards: arguments.cards,
        };
        let mut answers = |position: &Position| {
            let played = games.statistics(position, &GameFilter::default())?;
            let mut replies = replies(
                position,
                played.all.games,
                played.counts(),
                share,
                &analyzer,
            );
            replies.extend(book.replies(position).unwrap_or_default());
            Ok::<_, ArchiveError>(replies)
        };
        match opening_cards(&opening, &options, &analyzer, &mut answers) {
            Ok(found) => cards.extend(found),
            Err(LineError::Interrupted) => complete = false,
            Err(LineError::Replies(error)) => return Err(error.into()),
        }
    }
    if let Some(error) = book.failure() {
        return Err(error.into());
    }
    let reused = analyzer.reused();
    analyzer.finish()?;
    if complete && cards.is_empty() {
        bail!(
            "{:?}: the game is over: expected a position with moves",
            arguments.opening
        );
    }
    // An interrupted opening is not partly added.
    let added = if complete {
        archive.add_cards(deck, arguments.loss, &cards)?
    } else {
        0
    };
    let positions = cards.len();
    context.text(format_args!(
        "{} added to the deck {deck}; {} of the lines in all",
        counted(added, "card"),
        counted(positions, "position"),
    ))?;
    context.finish(&AddedCards {
        total: true,
        deck,
        positions,
        added,
        reused,
        engine,
    })
}
