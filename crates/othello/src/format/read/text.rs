//! Lines and encoding of text files, in bounded memory.

use std::borrow::Cow;
use std::io::{self, BufRead};

use encoding_rs::mem;

use crate::notation::ParseError;

/// Maximum length of one game, in bytes.
pub(super) const LIMIT: usize = 1 << 20;

/// The text of one game and its 1-based position in the file.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) text: Result<String, ParseError>,
}

impl Chunk {
    pub(super) fn too_long(line: usize, column: usize) -> Self {
        let message = format!("a game of more than {LIMIT} bytes: expected its end");
        Self {
            line,
            column,
            text: Err(ParseError::new(1, 1, message)),
        }
    }
}

/// Decodes bytes as UTF-8 or, if they are invalid UTF-8, as ISO 8859-1.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => mem::decode_latin1(bytes),
    }
}

/// The lines of text input.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    /// 1-based number of the last line read.
    pub(super) number: usize,
    buffer: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(super) const fn new(input: R) -> Self {
        Self {
            input,
            number: 0,
            buffer: Vec::new(),
        }
    }

    /// Returns the next line with its line ending; `Some(None)` if it is too long.
    pub(super) fn next(&mut self) -> io::Result<Option<Option<Cow<'_, str>>>> {
        self.buffer.clear();
        let mut too_long = false;
        let mut any = false;
        loop {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if available.is_empty() {
                break;
            }
            any = true;
            let end = available.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(available.len(), |end| end + 1);
            too_long |= self.buffer.len() + length > LIMIT;
            if !too_long {
                self.buffer.extend_from_slice(&available[..length]);
            }
            self.input.consume(length);
            if end.is_some() {
                break;
            }
        }
        self.number += usize::from(any);
        Ok(any.then(|| (!too_long).then(|| decode(&self.buffer))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped() {
        let long = format!("a\n{}\nb", "x".repeat(LIMIT));
        let mut lines = Lines::new(long.as_bytes());
        assert_eq!(lines.next().unwrap(), Some(Some(Cow::Borrowed("a\n"))));
        assert_eq!(lines.next().unwrap(), Some(None));
        assert_eq!(lines.next().unwrap(), Some(Some(Cow::Borrowed("b"))));
        assert_eq!(lines.next().unwrap(), None);
        assert_eq!(lines.number, 3);
    }

    #[test]
    fn invalid_utf8_is_read_as_latin1() {
        assert_eq!(decode("Höhne".as_bytes()), "Höhne");
        assert_eq!(decode(b"H\xF6hne"), "Höhne");
    }
}
