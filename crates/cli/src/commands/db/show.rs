//! `outflank db show`: one game, and the JSON object of an archived game.

use clap::Args;
use outflank_othello::format::{GameRecord, GameResult, RecordedScore};
use outflank_othello::notation::{numbered_moves, transcript};
use outflank_othello::{Color, Position};
use outflank_study::archive::{Archive, ArchivedGame};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![ArchivedGameLine];

/// Arguments of `outflank db show`.
#[derive(Args)]
pub(super) struct Arguments {
    /// Number of the game in the archive.
    number: u32,
}

/// An archived game.
#[derive(JsonSchema, Serialize)]
pub(super) struct ArchivedGameLine {
    number: u32,
    black: Option<String>,
    white: Option<String>,
    tournament: Option<String>,
    round: Option<String>,
    place: Option<String>,
    date: Option<String>,
    year: Option<u16>,
    board: String,
    /// The starting position, unless it is the standard one.
    start: Option<String>,
    moves: String,
    /// Whether the moves reach the end of the game.
    finished: bool,
    /// `black`, `white` or `draw`, if known.
    winner: Option<&'static str>,
    /// Disc difference for Black, as recorded or else on the board.
    score: Option<f64>,
    /// Disc difference for Black on the final board, empties to the winner.
    board_score: Option<i32>,
    comment: Option<String>,
    source: String,
    source_number: u64,
}

impl ArchivedGameLine {
    pub(super) fn new(game: &ArchivedGame) -> Self {
        let record = &game.record;
        let shape = record.game.shape();
        let start = record.game.start();
        let result = known_result(record);
        Self {
            number: game.number,
            black: record.black.name.clone(),
            white: record.white.name.clone(),
            tournament: record.tournament.clone(),
            round: record.round.clone(),
            place: record.place.clone(),
            date: record.date.as_ref().map(ToString::to_string),
            year: record.year(),
            board: shape.to_string(),
            start: (*start != Position::start(shape)).then(|| start.to_string()),
            moves: transcript(&record.game),
            finished: record.game.is_over(),
            winner: result.map(|result| result.winner().map_or("draw", Color::name)),
            score: result.and_then(|result| result.score.black_score(shape.squares())),
            board_score: record.game.outcome().map(|outcome| outcome.black_score),
            comment: record.comment.clone(),
            source: game.source.clone(),
            source_number: game.source_number,
        }
    }
}

/// Returns the result, if known. 0-0 stands for games that were not played.
fn known_result(record: &GameRecord) -> Option<GameResult> {
    const NOT_PLAYED: RecordedScore = RecordedScore::Discs { black: 0, white: 0 };
    let result = record.known_result();
    result.filter(|result| result.score != NOT_PLAYED)
}

/// Formats the result, or an empty string if unknown.
pub(super) fn short_result(record: &GameRecord) -> String {
    match known_result(record).map(|result| result.score) {
        None => String::new(),
        Some(RecordedScore::Discs { black, white }) => format!("{black}-{white}"),
        Some(RecordedScore::Difference(difference)) => format!("{difference:+}"),
        Some(RecordedScore::Winner(color)) => format!("{color} won"),
    }
}

pub(super) fn run(
    arguments: &Arguments,
    archive: &Archive,
    context: &Context,
) -> anyhow::Result<Verdict> {
    let game = archive.game(arguments.number)?;
    context.output.object(&ArchivedGameLine::new(&game))?;
    context.output.text(details(&game))?;
    Ok(Verdict::Done)
}

/// Formats the game with its details.
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
    text.push_str(&format!(
        "source: {}, game {}\n\n{}\n\n{}",
        game.source,
        game.source_number,
        numbered_moves(&record.game),
        record.game.diagram(),
    ));
    text
}
