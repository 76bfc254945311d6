//! What is wrong with a text, and where.

use std::fmt;

/// Most characters of the offending text that a message quotes.
const QUOTED: usize = 24;

/// A text that could not be read: where, what stood there, what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    line: usize,
    column: usize,
    message: String,
}

impl ParseError {
    /// An error at a 1-based line and column (in characters), where `found`
    /// stood instead of what was `expected`.
    #[must_use]
    pub fn in_line(line: usize, column: usize, found: &str, expected: &str) -> Self {
        let message = if found.is_empty() {
            format!("nothing there: expected {expected}")
        } else {
            format!("found {}: expected {expected}", quote(found))
        };
        Self::message_in_line(line, column, message)
    }

    /// An error at a 1-based line and column with a message of its own.
    #[must_use]
    pub fn message_in_line(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            column,
            message: message.into(),
        }
    }

    /// 1-based line.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// 1-based column, in characters.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// What was found and what was expected, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The same error where the text that was read begins at a 1-based line and
    /// column of a larger one.
    pub(crate) fn moved_to(mut self, line: usize, column: usize) -> Self {
        if self.line == 1 {
            self.column += column - 1;
        }
        self.line += line - 1;
        self
    }

    /// The same error in another line: for a reader that hands single lines to
    /// a parser.
    #[must_use]
    pub fn at_line(mut self, line: usize) -> Self {
        self.line = line;
        self
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            message,
        } = self;
        write!(f, "line {line}, column {column}: {message}")
    }
}

impl std::error::Error for ParseError {}

/// The text in quotes, on one line, cut to a length that fits a message.
fn quote(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTED).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}
