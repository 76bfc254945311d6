//! `outflank practice add`: the lines of an opening as cards.

use std::path::Path;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use outflank_archive::{Archive, ArchiveAnalyzer, ArchiveError, engine_name};
use outflank_book::BookName;
use outflank_engine::evaluation::Evaluation;
use outflank_engine::{DEFAULT_LEVEL, Limits, MAX_LEVEL, SearchOptions};
use outflank_othello::{Color, Position};
use outflank_study::BookScores;
use outflank_study::trainer::{LineError, LineOptions, NewCard, opening_cards};
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::db::parse_loss;
use crate::context::{Context, Verdict};
use crate::game_filter::game_or_opening;
use crate::options::EngineOptions;
use crate::output::counted;

#[derive(Args)]
#[command(after_help = "\
You play the best moves; the opponent plays what was played in the games of the archive, or, where \
it has fewer than 10, moves that lose at most 2 discs, and those that lose at most a disc by the \
opening book. The book decides between the moves that it knows. Analyses of the archive are reused, and new \
ones are stored. Positions that the deck has already are not added again.")]
pub(super) struct Arguments {
    /// Name of an opening such as tiger, a transcript, `start`, or a board in OBF.
    opening: String,

    /// The side to learn; both if omitted.
    #[arg(long, value_enum)]
    side: Option<Side>,

    /// Moves placed from the opening on, at which lines end.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=60))]
    plies: u32,

    /// Loss in discs up to which an answer is right.
    #[arg(long, value_name = "DISCS", default_value_t = 0.0, value_parser = parse_loss)]
    loss: f64,

    /// Minimum share of the games of a position, in per cent, for a reply to be asked.
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    share: u32,

    /// Largest number of cards of a side.
    #[arg(long, value_name = "N", default_value_t = 200)]
    cards: usize,

    /// Name of the deck; that of the opening as given if omitted.
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
    /// Positions of the lines.
    positions: usize,
    /// Positions that were new to the deck.
    added: usize,
    /// Positions whose analysis was stored before.
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
        let mut replies = |position: &Position| {
            let mut replies = games.replies(position, share, &analyzer)?;
            replies.extend(book.replies(position).unwrap_or_default());
            Ok::<_, ArchiveError>(replies)
        };
        match opening_cards(&opening, &options, &analyzer, &mut replies) {
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
    // An interrupted opening is not added in part.
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
