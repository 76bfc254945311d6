//! The book value of a move, for JSON.

use outflank_book::BookMove;
use schemars::JsonSchema;
use serde::Serialize;

/// The book value of a move.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct BookValue {
    /// The score in discs for the side that plays the move.
    pub score: i8,
    /// Whether the score is proven.
    pub exact: bool,
    /// The level of the search.
    pub level: u8,
    /// Number of book lines after the move.
    pub lines: u32,
    /// The accuracy grade, from A (all lines are solved) to F (all lines are searched to a fixed
    /// depth).
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
