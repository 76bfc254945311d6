//! `outflank practice stats`: what is due and what was solved.

use anyhow::Result;
use outflank_archive::Archive;

use super::now;
use crate::context::{Context, Verdict};
use crate::output::{grouped, new_table};

pub(super) fn run(archive: &Archive, context: &Context) -> Result<Verdict> {
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
    let mut themes = new_table("theme|puzzles|tried|solved|at first", [0]);
    for of in &statistics.themes {
        let [puzzles, tried, solved] = [of.puzzles, of.tried, of.solved].map(grouped);
        let first = share(of.solved, of.tried);
        themes.add_row([of.theme.to_string(), puzzles, tried, solved, first]);
    }
    context.text(format_args!("\n{themes}"))?;
    Ok(Verdict::Done)
}
