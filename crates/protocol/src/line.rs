//! Lines of input of bounded length.

use std::io::{self, BufRead};

/// The maximum number of bytes to keep of a line.
pub const MAX_LINE_BYTES: usize = 1 << 16;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text without its line end; invalid UTF-8 is replaced.
    pub text: String,
    /// Whether the line was longer than [`MAX_LINE_BYTES`] and has been truncated.
    pub is_cut: bool,
}

impl From<&str> for Line {
    fn from(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            is_cut: false,
        }
    }
}

/// An iterator over the lines of an input, each truncated to [`MAX_LINE_BYTES`].
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    /// Returns the lines of `input`.
    pub const fn new(input: R) -> Self {
        Self { input }
    }

    /// Reads the next line; `None` at the end of the input.
    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let (mut is_cut, mut is_empty) = (false, true);
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                break;
            }
            is_empty = false;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let piece = &buffer[..end.unwrap_or(buffer.len())];
            let room = MAX_LINE_BYTES - bytes.len();
            is_cut |= piece.len() > room;
            bytes.extend_from_slice(&piece[..piece.len().min(room)]);
            let used = piece.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok((!is_empty).then_some(Line { text, is_cut }))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Line> {
        // With a small buffer, lines come in pieces.
        let input = io::BufReader::with_capacity(7, input);
        Lines::new(input).map(Result::unwrap).collect()
    }

    #[test]
    fn lines_end_with_a_line_feed_or_the_input() {
        let texts = ["one", "", "a line of many pieces", "last"].map(Line::from);
        assert_eq!(
            lines(b"one\r\n\na line of many pieces\nlast"),
            texts,
            "the last line needs no line end"
        );
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [Line::from("")]);
    }

    #[test]
    fn a_long_line_is_truncated_and_the_next_one_is_intact() {
        let mut input = vec![b'x'; MAX_LINE_BYTES + 5];
        input.extend(b"\nname\n");
        let lines = lines(&input);
        assert_eq!(lines.len(), 2);
        assert_eq!(
            (lines[0].text.len(), lines[0].is_cut),
            (MAX_LINE_BYTES, true)
        );
        assert_eq!(lines[1], Line::from("name"));
    }

    #[test]
    fn a_line_of_the_maximum_length_is_intact() {
        let mut input = vec![b'x'; MAX_LINE_BYTES];
        input.push(b'\n');
        assert!(!lines(&input)[0].is_cut);
    }

    #[test]
    fn invalid_utf8_is_replaced() {
        assert_eq!(lines(b"na\xffme"), [Line::from("na\u{fffd}me")]);
    }
}
