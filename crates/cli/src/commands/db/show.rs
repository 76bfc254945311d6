//! `outflank db show`: one game.

use anyhow::Result;
use clap::Args;
use outflank_archive::{Archive, ArchivedGame};
use outflank_othello::format::GameRecord;
use outflank_othello::notation::numbered_moves;
use outflank_othello::{Color, Position};

use crate::context::{Context, Verdict};

#[derive(Args)]
pub(super) struct Arguments {
    /// Number of the game in the archive.
    number: u32,
}

/// Formats the result, or an empty string if unknown.
pub(super) fn short_result(record: &GameRecord) -> String {
    let result = record.played_result();
    result.map_or_else(String::new, |result| result.score.to_string())
}

pub(super) fn run(arguments: &Arguments, archive: &Archive, context: &Context) -> Result<Verdict> {
    let game = archive.game(arguments.number)?;
    context.text(details(&game))?;
    context.finish(&game.object())
}

fn details(game: &ArchivedGame) -> String {
    let record = &game.record;
    let name = |color: Color| record.player(color).name.as_deref().unwrap_or("?");
    let [black, white] = Color::ALL.map(name);
    let mut text = format!("game {}: {black} (black) - {white} (white)\n", game.number);
    let date = record.date.as_ref().map(ToString::to_string);
    let result = Some(short_result(record)).filter(|result| !result.is_empty());
    let start = record.game.start();
    let other_start = (*start != Position::start(start.shape())).then(|| start.to_string());
    for (what, value) in [
        ("tournament", &record.tournament),
        ("round", &record.round),
        ("place", &record.place),
        ("date", &date),
        ("result", &result),
        ("start", &other_start),
        ("comment", &record.comment),
    ] {
        if let Some(value) = value {
            text.push_str(&format!("{what}: {value}\n"));
        }
    }
    for source in &game.sources {
        let (file, number) = (&source.file, source.number);
        text.push_str(&format!("source: {file}, game {number}\n"));
    }
    let moves = numbered_moves(&record.game);
    text.push_str(&format!("\n{moves}\n\n{}", record.game.diagram()));
    text
}
