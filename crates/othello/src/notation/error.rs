//! Parse errors.

use std::fmt;

/// Maximum number of characters that a message quotes.
const QUOTED: usize = 24;

/// A parse error: its position, what was found and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    line: usize,
    column: usize,
    message: String,
}

impl ParseError {
    /// Creates an error at a 1-based line and column (in characters) where the text has `found`
    /// instead of `expected`.
    pub(crate) fn expected(line: usize, column: usize, found: &str, expected: &str) -> Self {
        let found = match found {
            "" => "found nothing".to_owned(),
            found => format!("found {}", quote(found)),
        };
        Self::new(line, column, format!("{found}: expected {expected}"))
    }

    /// Creates an error at a 1-based line and column with its own message.
    #[must_use]
    pub fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            line,
            column,
            message,
        }
    }

    /// Returns the 1-based line.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Returns the 1-based column, in characters.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// Returns the 1-based line and column.
    #[must_use]
    pub const fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    /// Returns the message without line and column.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the error for text that begins at a 1-based line and column of a larger text.
    pub(crate) fn moved_to(mut self, line: usize, column: usize) -> Self {
        if self.line == 1 {
            self.column += column - 1;
        }
        self.line += line - 1;
        self
    }

    /// Returns the error at another line, for readers that parse single lines.
    #[must_use]
    pub fn at_line(self, line: usize) -> Self {
        Self { line, ..self }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.place();
        write!(f, "line {line}, column {column}: {}", self.message)
    }
}

impl std::error::Error for ParseError {}

/// Quotes the text on one line, truncated to fit a message.
fn quote(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTED).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}
