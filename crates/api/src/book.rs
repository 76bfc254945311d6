//! The entry of a position in the opening book.

use outflank_book::{BookMove, BookPosition};
use outflank_othello::Square;
use outflank_study::BookValue;
use schemars::JsonSchema;
use serde::Serialize;

use crate::endpoint::NoFields;
use crate::game_fields::GameFields;
use crate::{ApiError, Context, Result};

/// A position in the book.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KnownPosition {
    /// Whether the book contains the position itself and not only positions after its moves.
    found: bool,
    /// For the side to move, in discs.
    score: Option<i8>,
    lower: Option<i8>,
    upper: Option<i8>,
    /// The accuracy grade, from A (all lines are solved) to F (all lines are searched to a fixed
    /// depth).
    grade: Option<String>,
    /// Number of book lines from here.
    lines: Option<u32>,
    /// Number of positions in the whole book.
    positions: u64,
    /// Best first.
    moves: Vec<KnownMove>,
}

/// A move with a book value.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KnownMove {
    #[serde(rename = "move")]
    square: Square,
    #[serde(flatten)]
    value: BookValue,
}

pub(crate) fn book(
    game: &GameFields,
    _: &NoFields,
    context: &Context<'_>,
) -> Result<KnownPosition> {
    let game = game.game()?;
    let book = context.book()?;
    let found = book.look_up(game.position());
    let found = found.map_err(|error| ApiError::internal(&error))?;
    Ok(KnownPosition::new(found, book.positions()))
}

impl KnownPosition {
    fn new(found: Option<BookPosition>, positions: u64) -> Self {
        let entry = found.as_ref().and_then(|found| found.entry);
        let grade = entry.and_then(|entry| entry.reached.grade());
        let moves = found.map_or(Vec::new(), |found| found.moves);
        let known = |known: &BookMove| KnownMove {
            square: known.square,
            value: known.into(),
        };
        Self {
            found: entry.is_some(),
            score: entry.map(|entry| entry.score),
            lower: entry.map(|entry| entry.lower),
            upper: entry.map(|entry| entry.upper),
            grade: grade.map(|grade| format!("{grade:?}")),
            lines: entry.map(|entry| entry.lines),
            positions,
            moves: moves.iter().map(known).collect(),
        }
    }
}
