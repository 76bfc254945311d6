//! Splitting GGF and SGF into games.

use std::io::{self, BufRead};

use super::text::{Chunk, LIMIT, decode};
use crate::notation::ParseError;

/// Maximum number of bytes kept from the text between games.
const BETWEEN: usize = 64;

/// The games in GGF or SGF text.
#[derive(Debug)]
pub(super) struct Trees<R> {
    input: R,
    /// In SGF, nested brackets hold variations and a backslash escapes the next character. In GGF,
    /// a new `(;` begins a new game.
    is_sgf: bool,
    line: usize,
    column: usize,
    /// Whether a game has begun: text before the first is skipped.
    begun: bool,
    /// Line and column of the last opening bracket.
    bracket: (usize, usize),
    /// Whether the opening bracket of the next game has already been read.
    opened: bool,
}

/// The text read so far, and the state of its brackets.
#[derive(Debug, Default)]
struct State {
    bytes: Vec<u8>,
    line: usize,
    column: usize,
    /// Number of open brackets.
    depth: usize,
    in_value: bool,
    escaped: bool,
    /// The last non-blank byte outside values.
    last: u8,
    too_long: bool,
}

/// The effect of a byte.
enum Step {
    GoesOn,
    /// The byte ends the game.
    Ends,
    /// The game ended before the bracket and this semicolon, which begin the next.
    EndsBefore,
}

impl<R: BufRead> Trees<R> {
    pub(super) const fn new(input: R, is_sgf: bool) -> Self {
        Self {
            input,
            is_sgf,
            line: 1,
            column: 1,
            begun: false,
            bracket: (1, 1),
            opened: false,
        }
    }

    /// Returns the next game, or an error for stray text between games.
    pub(super) fn next(&mut self) -> io::Result<Option<Chunk>> {
        let mut between = State::default();
        let mut game = State::default();
        if std::mem::take(&mut self.opened) {
            (game.line, game.column) = self.bracket;
            game.take(b'(', self.is_sgf);
        }
        while let Some(byte) = self.peek()? {
            if game.depth == 0 {
                if byte == b'(' {
                    if let Some(chunk) = between.stray(self.begun) {
                        return Ok(Some(chunk));
                    }
                    (game.line, game.column) = (self.line, self.column);
                    self.begun = true;
                } else {
                    between.keep(byte, self.line, self.column);
                    self.advance(byte);
                    continue;
                }
            }
            if byte == b'(' && !game.in_value {
                self.bracket = (self.line, self.column);
            }
            let step = game.take(byte, self.is_sgf);
            if matches!(step, Step::EndsBefore) {
                self.opened = true;
                return Ok(Some(game.into_chunk()));
            }
            self.advance(byte);
            if matches!(step, Step::Ends) {
                return Ok(Some(game.into_chunk()));
            }
        }
        if game.depth > 0 {
            return Ok(Some(game.into_chunk()));
        }
        Ok(between.stray(self.begun))
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => return Ok(other?.first().copied()),
            }
        }
    }

    fn advance(&mut self, byte: u8) {
        self.input.consume(1);
        if byte == b'\n' {
            self.line += 1;
            self.column = 1;
        } else if byte & 0xC0 != 0x80 {
            // Continuation bytes of UTF-8 do not count as columns.
            self.column += 1;
        }
    }
}

impl State {
    fn keep(&mut self, byte: u8, line: usize, column: usize) {
        if self.bytes.is_empty() {
            if byte.is_ascii_whitespace() {
                return;
            }
            (self.line, self.column) = (line, column);
        }
        if self.bytes.len() < BETWEEN {
            self.bytes.push(byte);
        }
    }

    /// Returns an error for stray text between games. A number of games, as in GGF
    /// archives, and the NBoard command `set game` are allowed.
    fn stray(&self, begun: bool) -> Option<Chunk> {
        let text = decode(&self.bytes);
        let text = text.trim();
        let may_stand = text.bytes().all(|byte| byte.is_ascii_digit()) || text == "set game";
        let expected = "a game that begins with (;";
        (begun && !may_stand).then(|| Chunk {
            line: self.line,
            column: self.column,
            text: Err(ParseError::expected(1, 1, text, expected)),
        })
    }

    fn take(&mut self, byte: u8, is_sgf: bool) -> Step {
        if self.in_value {
            self.in_value = byte != b']' || self.escaped;
            self.escaped = is_sgf && byte == b'\\' && !self.escaped;
            self.push(byte);
            return Step::GoesOn;
        }
        let last = self.last;
        if !byte.is_ascii_whitespace() {
            self.last = byte;
        }
        match byte {
            b'[' => self.in_value = true,
            b'(' => self.depth += 1,
            b')' => self.depth -= 1,
            b';' if !is_sgf && last == b'(' && self.depth > 1 => {
                self.bytes.pop();
                return Step::EndsBefore;
            }
            _ => {}
        }
        self.push(byte);
        match self.depth {
            0 => Step::Ends,
            _ => Step::GoesOn,
        }
    }

    fn push(&mut self, byte: u8) {
        self.too_long |= self.bytes.len() == LIMIT;
        if !self.too_long {
            self.bytes.push(byte);
        }
    }

    fn into_chunk(self) -> Chunk {
        if self.too_long {
            return Chunk::too_long(self.line, self.column);
        }
        Chunk {
            line: self.line,
            column: self.column,
            text: Ok(decode(&self.bytes).into_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns line, column and text of each game; `None` for stray text.
    fn games(text: &str, is_sgf: bool) -> Vec<(usize, usize, Option<String>)> {
        let mut trees = Trees::new(text.as_bytes(), is_sgf);
        let mut games = Vec::new();
        while let Some(chunk) = trees.next().unwrap() {
            games.push((chunk.line, chunk.column, chunk.text.ok()));
        }
        games
    }

    fn game(line: usize, column: usize, text: &str) -> (usize, usize, Option<String>) {
        (line, column, Some(text.to_owned()))
    }

    #[test]
    fn games_may_share_lines() {
        let found = games("2 (;PB[é)];)(;PB[b];)\n1 (;\nX[c];)\n", false);
        let expected = [
            game(1, 3, "(;PB[é)];)"),
            game(1, 13, "(;PB[b];)"),
            game(2, 3, "(;\nX[c];)"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn an_unterminated_game_does_not_swallow_the_next_one() {
        let found = games("1 (;PB[a]\n1 (;PB[b];)", false);
        assert_eq!(found, [game(1, 3, "(;PB[a]\n1 "), game(2, 3, "(;PB[b];)")]);
        let cut = games("(;PB[a];)\n(;PB[b", false);
        assert_eq!(cut[1], game(2, 1, "(;PB[b"));
    }

    #[test]
    fn variations_belong_to_their_game() {
        let text = "a letter\n(;C[\\]](;B[a])(;B[b]))\n(;C[c])";
        let expected = [game(2, 1, "(;C[\\]](;B[a])(;B[b]))"), game(3, 1, "(;C[c])")];
        assert_eq!(games(text, true), expected);
    }

    #[test]
    fn text_between_games_is_reported() {
        let found = games("x (;A[];) y (;B[];)\nz", false);
        assert_eq!(found.len(), 4);
        assert_eq!((&found[1], &found[3]), (&(1, 11, None), &(2, 1, None)));
    }

    #[test]
    fn overlong_games_are_skipped() {
        let text = format!("(;C[{}];)(;A[];)", "x".repeat(LIMIT));
        let found = games(&text, false);
        assert_eq!((found.len(), found[0].2.is_none()), (2, true));
        assert_eq!(found[1].2.as_deref(), Some("(;A[];)"));
    }
}
