//! `outflank book show`.

use std::path::Path;

use anyhow::Result;
use clap::Args;
use comfy_table::Table;
use outflank_book::{Book, BookMove, BookName, Fault, Grade};
use outflank_othello::{Position, Square};
use outflank_study::BookValue;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::input::parse_position;
use crate::output::{grouped, new_table};

#[derive(Args)]
#[command(after_help = "Exit status 1 if a position is not in the book.")]
pub(super) struct Arguments {
    /// The book: a file, or `shipped`.
    #[arg(value_name = "BOOK")]
    book: BookName,

    /// `start`, transcripts such as f5d6c3, or boards in OBF.
    #[arg(required = true, value_name = "POSITION")]
    positions: Vec<String>,
}

/// A move in the book.
#[derive(JsonSchema, Serialize)]
pub(super) struct ShownMove {
    #[serde(rename = "move")]
    square: Square,
    #[serde(flatten)]
    value: BookValue,
}

/// The position.
#[derive(JsonSchema, Serialize)]
pub(super) struct ShownTotal {
    total: bool,
    /// Whether the position itself is in the book.
    found: bool,
    score: Option<i8>,
    lower: Option<i8>,
    upper: Option<i8>,
    lines: Option<u32>,
    /// The fewest lines that the side to move must know.
    mover_lines: Option<u16>,
    /// The same for the other side.
    opponent_lines: Option<u16>,
    grade: Option<String>,
    /// The meaning of the grade.
    meaning: Option<&'static str>,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let book = arguments.book.open()?;
    let book = book.ok_or_else(|| Fault::NoBook.at(Path::new("off")))?;
    let parse = |position: &String| parse_position(position, book.shape());
    let positions: Result<Vec<_>, _> = arguments.positions.iter().map(parse).collect();
    let mut verdict = Verdict::Done;
    for position in positions? {
        match show(&book, &position, context)? {
            Verdict::Done => {}
            other => verdict = other,
        }
    }
    Ok(verdict)
}

/// Prints the entry of a position in a book.
fn show(book: &Book, position: &Position, context: &Context) -> Result<Verdict> {
    context.text(position.diagram())?;
    let found = book.look_up(position)?;
    let moves = found.as_ref().map_or(&[][..], |found| &found.moves);
    for shown in moves {
        context.object(&ShownMove {
            square: shown.square,
            value: BookValue::from(shown),
        })?;
    }
    let text = moves_table(moves);
    let entry = found.as_ref().and_then(|found| found.entry);
    let grade = entry.and_then(|entry| entry.reached.grade());
    match (&found, entry) {
        (None, _) => context.text("This position is not in the book.")?,
        (Some(_), None) => context.text(format_args!("Reached from outside the book.\n{text}"))?,
        (Some(_), Some(entry)) => {
            let meaning = grade.map_or("no search below", |grade| grade.meaning());
            let (score, mover) = (entry.score, position.mover());
            context.text(format_args!(
                "book: {score:+} for {mover}, {meaning}\n{text}"
            ))?;
        }
    }
    let verdict = context.finish(&ShownTotal {
        total: true,
        found: entry.is_some(),
        score: entry.map(|entry| entry.score),
        lower: entry.map(|entry| entry.lower),
        upper: entry.map(|entry| entry.upper),
        lines: entry.map(|entry| entry.lines),
        mover_lines: entry.map(|entry| entry.mover_lines),
        opponent_lines: entry.map(|entry| entry.opponent_lines),
        grade: grade.map(|grade| format!("{grade:?}")),
        meaning: grade.map(Grade::meaning),
    })?;
    Ok(verdict.negative_if(found.is_none()))
}

pub(crate) fn moves_table(moves: &[BookMove]) -> Table {
    let mut text = new_table("move|score||level|lines|grade", [0, 2, 5]);
    for shown in moves {
        text.add_row([
            shown.square.to_string(),
            format!("{:+}", shown.score),
            match (shown.score.is_exact(), shown.is_inside) {
                (true, _) => "exact".to_owned(),
                (false, true) => "book".to_owned(),
                (false, false) => "leaf".to_owned(),
            },
            shown.level.to_string(),
            grouped(shown.lines.into()),
            BookValue::from(shown).grade.unwrap_or_default(),
        ]);
    }
    text
}
