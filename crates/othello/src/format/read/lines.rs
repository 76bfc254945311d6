//! Text formats with one game per line, and PGN.

use std::io::{self, BufRead};

use super::text::{Chunk, LIMIT, Lines};
use crate::format::obf::is_comment;

/// Returns the next line that is not a comment.
pub(super) fn next_line<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Option<Chunk>> {
    loop {
        let text = match lines.next()? {
            None => return Ok(None),
            Some(Some(text)) if is_comment(&text) => continue,
            Some(text) => text.map(|text| text.trim_end_matches(['\r', '\n']).to_owned()),
        };
        let line = lines.number;
        return Ok(Some(match text {
            Some(text) => Chunk {
                line,
                column: 1,
                text: Ok(text),
            },
            None => Chunk::too_long(line, 1),
        }));
    }
}

/// The games in PGN text: tags, then moves, up to the next tags.
#[derive(Debug)]
pub(super) struct Paragraphs<R> {
    lines: Lines<R>,
    /// The first line of the next game.
    pending: Option<(usize, String)>,
}

impl<R: BufRead> Paragraphs<R> {
    pub(super) const fn new(lines: Lines<R>) -> Self {
        Self {
            lines,
            pending: None,
        }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Chunk>> {
        let mut game = Paragraph::default();
        if let Some((line, text)) = self.pending.take() {
            game.add(line, &text);
        }
        while let Some(text) = self.lines.next()? {
            let text = text.map(String::from);
            let line = self.lines.number;
            match text {
                Some(text) if game.ends_before(&text) => {
                    self.pending = Some((line, text));
                    break;
                }
                Some(text) => game.add(line, &text),
                None => game.too_long = true,
            }
        }
        Ok(game.into_chunk())
    }
}

/// A game whose lines are being collected.
#[derive(Debug, Default)]
struct Paragraph {
    /// The line on which it begins; 0 before the first line.
    line: usize,
    text: String,
    in_moves: bool,
    in_comment: bool,
    has_event: bool,
    too_long: bool,
}

impl Paragraph {
    /// Returns whether a line begins the next game.
    fn ends_before(&self, text: &str) -> bool {
        let text = text.trim_start();
        let is_tag = text.starts_with('[') && !self.in_comment;
        let is_event = text.starts_with("[Event ");
        is_tag && (self.in_moves || (is_event && self.has_event))
    }

    fn add(&mut self, line: usize, text: &str) {
        let is_blank = text.trim().is_empty();
        if self.line == 0 {
            if is_blank {
                return;
            }
            self.line = line;
        }
        let is_tag = text.trim_start().starts_with('[');
        self.has_event |= is_tag && text.trim_start().starts_with("[Event ");
        if self.in_moves || !(is_tag || is_blank || text.starts_with('%')) {
            self.in_moves = true;
            if let Some(last) = text.rfind(['{', '}']) {
                self.in_comment = text[last..].starts_with('{');
            }
        }
        self.too_long |= self.text.len() + text.len() > LIMIT;
        if self.too_long {
            self.text.clear();
        } else {
            self.text.push_str(text);
        }
    }

    fn into_chunk(self) -> Option<Chunk> {
        if self.too_long {
            return Some(Chunk::too_long(self.line.max(1), 1));
        }
        (self.line > 0).then_some(Chunk {
            line: self.line,
            column: 1,
            text: Ok(self.text),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_end_where_new_tags_begin() {
        let text = "\n[Event \"a\"]\n[Black \"x\"]\n\n1. f5 {a\n[b]}\n*\n[Event \"b\"]\n\n\
            [Event \"c\"]\n1. f5\n";
        let mut games = Paragraphs::new(Lines::new(text.as_bytes()));
        let mut found = Vec::new();
        while let Some(chunk) = games.next().unwrap() {
            found.push((chunk.line, chunk.text.unwrap().lines().count()));
        }
        assert_eq!(found, [(2, 6), (8, 2), (10, 2)]);
    }

    #[test]
    fn overlong_games_are_skipped() {
        let moves = "f5 d6\n".repeat(LIMIT / 6);
        let text = format!("[Event \"a\"]\n{moves}[Event \"b\"]\n*\n");
        let mut games = Paragraphs::new(Lines::new(text.as_bytes()));
        assert!(games.next().unwrap().unwrap().text.is_err());
        assert!(games.next().unwrap().unwrap().text.is_ok());
        assert!(games.next().unwrap().is_none());
    }
}
