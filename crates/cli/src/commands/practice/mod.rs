//! `outflank practice`: spaced repetition of openings and puzzles, and guessing of moves.

mod add;
mod ask;
pub(super) mod guess;
pub(super) mod puzzles;

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use clap::{Args, Subcommand};
use outflank_archive::Archive;
use outflank_othello::{Position, Square};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::input_lines::InputLines;
use crate::output::{counted, grouped, new_table};
use crate::schema::{Lines, lines};

/// The lines of each subcommand.
pub(super) const LINES: &[(&str, Lines)] = lines! {
    "practice add": add::AddedCards<'static>;
    "practice ask": ask::AskedQuestion, outflank_archive::AnswerObject, Refused, ask::AskedTotal;
    "practice guess": guess::AskedMove, guess::JudgedGuess, Refused, guess::Total;
    "practice puzzles": puzzles::MadePuzzle<'static>, puzzles::PuzzlesTotal;
    "practice remove": Removed<'static>;
    "practice stats": outflank_archive::PracticeStatistics;
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Archive file with the cards and their answers; `add` and `puzzles --deck` create it.
    #[arg(
        long = "db",
        value_name = "FILE",
        default_value = "outflank.db",
        global = true
    )]
    path: PathBuf,

    #[command(subcommand)]
    action: Action,
}

/// A subcommand of `practice`.
#[derive(Subcommand)]
enum Action {
    /// Add the lines of an opening as cards.
    Add(add::Arguments),
    /// Ask the cards that are due, and new ones.
    Ask(ask::Arguments),
    /// Make puzzles from games.
    Puzzles(Box<puzzles::Arguments>),
    /// Guess the moves of a game, for points.
    Guess(Box<guess::Arguments>),
    /// Print what is due and what was solved, by deck and theme.
    Stats,
    /// Remove a deck and its answers.
    Remove {
        /// Name of the deck.
        deck: String,
    },
}

/// A deck was removed.
#[derive(JsonSchema, Serialize)]
struct Removed<'a> {
    removed: &'a str,
    cards: usize,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let path = &arguments.path;
    match &arguments.action {
        Action::Add(arguments) => add::run(arguments, path, context),
        Action::Ask(arguments) => ask::run(arguments, &mut Archive::open(path)?, context),
        Action::Puzzles(arguments) => puzzles::run(arguments, path, context),
        Action::Guess(arguments) => guess::run(arguments, context),
        Action::Stats => context.abandonable(|| statistics(&Archive::open(path)?, context)),
        Action::Remove { deck } => {
            let cards = Archive::open(path)?.remove_deck(deck)?;
            let removed = counted(cards, "card");
            context.text(format_args!("removed {removed}"))?;
            let removed = deck.as_str();
            context.finish(&Removed { removed, cards })
        }
    }
}

/// Returns the seconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}

/// An answer that is not a legal move; the question is asked again.
#[derive(JsonSchema, Serialize)]
struct Refused {
    error: String,
}

/// Reads lines until one is a legal move; `None` if the user ends the session.
fn read_move(
    position: &Position,
    input: &mut InputLines,
    context: &Context,
) -> Result<Option<Square>> {
    while let Some(line) = input.next(context)? {
        let text = line.trim();
        if matches!(text, "" | "quit" | "exit" | "q") {
            return Ok(None);
        }
        let played = text.parse::<Square>().map_err(|error| error.to_string());
        let played = played.and_then(|square| {
            let after = position.play(square).map_err(|error| error.to_string());
            after.map(|_| square)
        });
        let error = match played {
            Ok(square) => return Ok(Some(square)),
            Err(error) => error,
        };
        let refusal = format!("{error}: expected a legal move, or quit");
        context.text(refusal)?;
        context.object(&Refused { error })?;
    }
    Ok(None)
}

/// Prints what is due and what was solved.
fn statistics(archive: &Archive, context: &Context) -> Result<Verdict> {
    let statistics = archive.practice_statistics(now())?;
    context.object(&statistics)?;
    if statistics.decks.is_empty() {
        context.text("no cards: add an opening with `outflank practice add`")?;
        return Ok(Verdict::Done);
    }
    let share = |part: u64, of: u64| match of {
        0 => String::new(),
        _ => format!("{:.0} %", 100.0 * part as f64 / of as f64),
    };
    let mut decks = new_table("deck|cards|new|due|answers|right", [0]);
    for deck in &statistics.decks {
        let [cards, new, due, answers] =
            [deck.cards, deck.new, deck.due, deck.answers].map(grouped);
        let right = share(deck.right, deck.answers);
        decks.add_row([deck.deck.clone(), cards, new, due, answers, right]);
    }
    context.text(decks)?;
    if statistics.themes.is_empty() {
        return Ok(Verdict::Done);
    }
    let mut themes = new_table("theme|puzzles|tried|solved|first time", [0]);
    for of in &statistics.themes {
        let [puzzles, tried, solved] = [of.puzzles, of.tried, of.solved].map(grouped);
        let first = share(of.solved, of.tried);
        themes.add_row([of.theme.to_string(), puzzles, tried, solved, first]);
    }
    context.text(format_args!("\n{themes}"))?;
    let of = statistics.puzzles;
    if of.rated > 0 {
        context.text(format_args!(
            "\nyour rating with puzzles: {:.0} ± {:.0}; streak: {}, best: {}",
            of.rating, of.deviation, of.streak, of.best_streak
        ))?;
    }
    Ok(Verdict::Done)
}
