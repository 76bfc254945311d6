//! Tokens of the move text.

use crate::{Move, ParseError};

/// The kind of a token after the tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'a> {
    Move(Move),
    /// `33-31`, `1-0`, `*`.
    Result(&'a str),
    Comment(String),
    /// The start of a variation.
    Open,
    Close,
    /// `$1`, `!?`
    Glyph,
}

/// A token and its 1-based line and column, in characters.
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// Iterates over the tokens of text that begins on line `line`.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(text: &'a str, line: usize) -> Self {
        Self {
            rest: text,
            line,
            column: 1,
        }
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        match taken.rfind('\n') {
            Some(end) => {
                self.line += taken.matches('\n').count();
                self.column = taken[end + 1..].chars().count() + 1;
            }
            None => self.column += taken.chars().count(),
        }
        taken
    }

    fn skip_blanks(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        self.take(blanks);
    }

    /// Returns the next token; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, ParseError> {
        loop {
            self.skip_blanks();
            let (line, column) = (self.line, self.column);
            let Some(first) = self.rest.bytes().next() else {
                return Ok(None);
            };
            let kind = match first {
                b'(' => self.sign(TokenKind::Open),
                b')' => self.sign(TokenKind::Close),
                b'!' | b'?' => self.sign(TokenKind::Glyph),
                b'{' => self.braces()?,
                b';' => {
                    let line = self.rest.lines().next().unwrap_or_default();
                    TokenKind::Comment(self.take(line.len())[1..].trim().to_owned())
                }
                _ => match self.plain()? {
                    Some(kind) => kind,
                    None => continue,
                },
            };
            return Ok(Some(Token { kind, line, column }));
        }
    }

    fn sign(&mut self, kind: TokenKind<'a>) -> TokenKind<'a> {
        self.take(1);
        kind
    }

    fn braces(&mut self) -> Result<TokenKind<'a>, ParseError> {
        let Some(end) = self.rest.find('}') else {
            let message = "unterminated comment: expected }";
            return Err(ParseError::new(self.line, self.column, message));
        };
        let comment = &self.take(end + 1)[1..end];
        Ok(TokenKind::Comment(comment.trim().replace("\r\n", "\n")))
    }

    /// Returns a move, a result or a glyph; `None` for a move number.
    fn plain(&mut self) -> Result<Option<TokenKind<'a>>, ParseError> {
        let ends = |c: char| c.is_whitespace() || "(){};!?".contains(c);
        let word = &self.rest[..self.rest.find(ends).unwrap_or(self.rest.len())];
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && word.as_bytes().get(digits) == Some(&b'.') {
            let dots = word[digits..].bytes().take_while(|&b| b == b'.').count();
            self.take(digits + dots);
            return Ok(None);
        }
        let found = if is_result(word) {
            Some(TokenKind::Result(word))
        } else if word.starts_with('$') {
            Some(TokenKind::Glyph)
        } else {
            word.parse().ok().map(TokenKind::Move)
        };
        let Some(found) = found else {
            let expected = "a move such as f5, a number such as 1. or a result such as 33-31";
            return Err(ParseError::expected(self.line, self.column, word, expected));
        };
        self.take(word.len());
        Ok(Some(found))
    }
}

fn is_result(word: &str) -> bool {
    let is_number = |side: &str| {
        (1..=3).contains(&side.len()) && side.bytes().all(|byte| byte.is_ascii_digit())
    };
    let two = word.split_once('-');
    matches!(word, "*" | "1/2-1/2") || two.is_some_and(|(a, b)| is_number(a) && is_number(b))
}
