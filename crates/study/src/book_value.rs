//! What an opening book knows about a move, for JSON.

use outflank_book::BookMove;
use schemars::JsonSchema;
use serde::Serialize;

/// What a book knows about a move.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct BookValue {
    /// In discs, for the side that plays it.
    pub score: i8,
    /// Whether the score is proven.
    pub exact: bool,
    /// Level of the search.
    pub level: u8,
    /// Lines of the book after the move.
    pub lines: u32,
    /// Accuracy, from A (all lines solved) to F (all searched to a depth).
    pub grade: Option<String>,
    /// Whether the position after the move is in the book.
    pub inside: bool,
}

impl From<&BookMove> for BookValue {
    fn from(found: &BookMove) -> Self {
        Self {
            score: found.score.whole_discs() as i8,
            exact: found.score.is_exact(),
            level: found.level,
            lines: found.lines,
            grade: found.grade.map(|grade| format!("{grade:?}")),
            inside: found.is_inside,
        }
    }
}
