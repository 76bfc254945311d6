//! The parser of the table of openings.

use std::fmt;

use outflank_othello::{Game, Shape};

use super::Opening;

/// An error in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableError {
    line: usize,
    message: String,
}

impl TableError {
    pub(super) fn new(line: usize, message: String) -> Self {
        Self { line, message }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// A parsed line. The parents of the opening are not known yet.
pub(super) struct Line {
    pub(super) number: usize,
    pub(super) opening: Opening,
    pub(super) game: Game,
}

/// Parses the lines that contain openings.
pub(super) fn lines(text: &'static str) -> impl Iterator<Item = Result<Line, TableError>> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(number, line)| read(number, line))
}

fn read(number: usize, line: &'static str) -> Result<Line, TableError> {
    let wrong = |message| TableError::new(number, message);
    let Some((moves, names)) = line.split_once("  ") else {
        let expected = "expected the moves, two spaces and the name";
        return Err(wrong(format!("{line:?}: {expected}")));
    };
    let game = Game::from_transcript(Shape::STANDARD, moves)
        .map_err(|error| wrong(format!("{moves}: {error}")))?;
    let mut names = names.split('|').map(str::trim);
    let name = names.next().unwrap_or_default();
    let also: Vec<_> = names.collect();
    if name.is_empty() || also.contains(&"") {
        return Err(wrong(format!("{line:?}: expected a name")));
    }
    let opening = Opening {
        name,
        also,
        moves,
        parents: Vec::new(),
    };
    Ok(Line {
        number,
        opening,
        game,
    })
}
