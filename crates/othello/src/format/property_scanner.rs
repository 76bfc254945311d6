//! Scanner for properties, `ID[value]`, the syntax of GGF and SGF.

use crate::notation::ParseError;

/// A token of GGF or SGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// A value with its name, which may precede several values.
    Property(Property<'a>),
}

/// A property: a value and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Property<'a> {
    pub(super) id: &'a str,
    /// The text between the brackets, with escapes.
    pub(super) value: &'a str,
    /// Byte offset of the value.
    pub(super) at: usize,
}

/// Splits text into tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// The name to which further values belong.
    id: &'a str,
    /// Whether a backslash escapes the next character.
    escapes: bool,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a str, escapes: bool) -> Self {
        let (at, id) = (0, "");
        Self {
            text,
            at,
            id,
            escapes,
        }
    }

    /// Returns an error at a byte offset.
    pub(super) fn error_at(&self, at: usize, message: impl Into<String>) -> ParseError {
        let (line, column) = place(self.text, at);
        ParseError::new(line, column, message)
    }

    /// Returns an error for unexpected text at a byte offset.
    pub(super) fn unexpected(&self, at: usize, expected: &str) -> ParseError {
        let (line, column) = place(self.text, at);
        let found = self.text.get(at..).unwrap_or_default();
        let found = found.lines().next().unwrap_or_default();
        ParseError::expected(line, column, found, expected)
    }

    /// Continues at a byte offset.
    pub(super) const fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Returns the byte offset of the next token.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// Checks that only whitespace follows.
    pub(super) fn expect_end(&self) -> Result<(), ParseError> {
        let rest = self.text[self.at..].trim_start();
        match rest {
            "" => Ok(()),
            rest => Err(self.unexpected(self.text.len() - rest.len(), "the end of the text")),
        }
    }

    /// Returns the next token; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, ParseError> {
        let trimmed = self.skip_blanks();
        let Some(first) = trimmed.bytes().next() else {
            return Ok(None);
        };
        let token = match first {
            b'(' => Token::Open,
            b')' => Token::Close,
            b';' => Token::Node,
            b'[' if !self.id.is_empty() => return self.value().map(Some),
            b'A'..=b'Z' | b'a'..=b'z' => {
                let letters = trimmed.bytes().take_while(u8::is_ascii_alphanumeric);
                let length = letters.count();
                self.id = &trimmed[..length];
                self.at += length;
                return self.value().map(Some);
            }
            _ => return Err(self.unexpected(self.at, "a property such as PB[name]")),
        };
        self.at += 1;
        self.id = "";
        Ok(Some(token))
    }

    /// Skips blanks, and returns the text after them.
    fn skip_blanks(&mut self) -> &'a str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    fn value(&mut self) -> Result<Token<'a>, ParseError> {
        let Some(body) = self.skip_blanks().strip_prefix('[') else {
            let expected = format!("[ and a value after {}", self.id);
            return Err(self.unexpected(self.at, &expected));
        };
        let at = self.at + 1;
        let mut escaped = false;
        let end = body.bytes().position(|byte| {
            let ends = byte == b']' && !escaped;
            escaped = self.escapes && byte == b'\\' && !escaped;
            ends
        });
        let Some(end) = end else {
            let message = format!("the value of {} is not terminated: expected ]", self.id);
            return Err(self.error_at(self.at, message));
        };
        self.at = at + end + 1;
        let (id, value) = (self.id, &body[..end]);
        Ok(Token::Property(Property { id, value, at }))
    }
}

/// Returns the 1-based line and column, in characters, of a byte offset.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str, escapes: bool) -> Result<Vec<(String, String)>, ParseError> {
        let mut scanner = Scanner::new(text, escapes);
        let mut values = Vec::new();
        while let Some(token) = scanner.next()? {
            if let Token::Property(property) = token {
                values.push((property.id.to_owned(), property.value.to_owned()));
            }
        }
        Ok(values)
    }

    #[test]
    fn a_name_applies_to_the_values_after_it() {
        let read = values("(;AB[d4]\n [e5] C[a\\]b];W[é])", true).unwrap();
        let read: Vec<(&str, &str)> = read.iter().map(|(a, b)| (&**a, &**b)).collect();
        let expected = [("AB", "d4"), ("AB", "e5"), ("C", "a\\]b"), ("W", "é")];
        assert_eq!(read, expected);
        let plain = values("C[a\\]", false).unwrap();
        assert_eq!(plain[0].1, "a\\");
    }

    #[test]
    fn errors_name_line_and_column() {
        let place = |text: &str| values(text, true).unwrap_err().place();
        assert_eq!(place("(;\nPB[é"), (2, 3));
        assert_eq!(place("(;PB[é] ?"), (1, 9));
        assert_eq!(place("(;PB;"), (1, 5));
        assert_eq!(place("[x]"), (1, 1));
    }
}
