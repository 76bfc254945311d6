//! Reading a program's output on threads, in bounded memory.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Maximum length of a line in bytes.
const MAX_LINE_BYTES: u64 = 4096;

/// Maximum number of unread lines; beyond it the program blocks.
const MAX_WAITING: usize = 256;

/// Number of lines of standard error that are kept.
const LAST_LINES: usize = 10;

/// Maximum time to wait for the end of standard error.
const EXIT_TIME: Duration = Duration::from_millis(500);

/// Maximum length of a line in messages, in characters.
const MAX_SHOWN: usize = 200;

/// A line of standard output.
pub(super) enum Line {
    /// A line without its line end and control characters.
    Text(String),
    /// A line longer than any answer. Reading stops there.
    TooLong,
}

/// Reads lines until the pipe ends, which closes the channel.
pub(super) fn read_lines(pipe: impl Read + Send + 'static) -> io::Result<Receiver<Line>> {
    let (sender, receiver) = sync_channel(MAX_WAITING);
    let thread = std::thread::Builder::new().name("program output".to_owned());
    thread.spawn(move || send_lines(pipe, &sender))?;
    Ok(receiver)
}

fn send_lines(pipe: impl Read, sender: &SyncSender<Line>) {
    let mut reader = BufReader::new(pipe);
    while let Some(bytes) = next_line(&mut reader) {
        let is_cut = bytes.len() as u64 == MAX_LINE_BYTES && bytes.last() != Some(&b'\n');
        let line = if is_cut {
            Line::TooLong
        } else {
            Line::Text(printable(&bytes))
        };
        // The receiver is gone once the game is over.
        if sender.send(line).is_err() || is_cut {
            return;
        }
    }
}

/// The last lines of standard error.
pub(super) struct Tail {
    kept: Arc<Mutex<VecDeque<String>>>,
    /// Closed when the pipe has ended.
    end: Receiver<()>,
}

impl Tail {
    /// Drains the pipe until it ends.
    pub(super) fn read(pipe: impl Read + Send + 'static) -> io::Result<Self> {
        let (open, end) = sync_channel(0);
        let tail = Self {
            kept: Arc::default(),
            end,
        };
        let kept = Arc::clone(&tail.kept);
        let thread = std::thread::Builder::new().name("program errors".to_owned());
        thread.spawn(move || {
            let _open: SyncSender<()> = open;
            let mut reader = BufReader::new(pipe);
            while let Some(bytes) = next_line(&mut reader) {
                let mut lines = kept.lock().unwrap_or_else(PoisonError::into_inner);
                keep_last(&mut lines, truncated(&printable(&bytes)), LAST_LINES);
            }
        })?;
        Ok(tail)
    }

    /// Waits briefly for the end of the pipe, so that no line is missed. Processes that
    /// the program started may hold it open for longer.
    pub(super) fn wait_for_end(&self) {
        // The lines so far are used, whether the pipe has ended or not.
        let _ = self.end.recv_timeout(EXIT_TIME);
    }

    /// Returns the lines so far.
    pub(super) fn lines(&self) -> Vec<String> {
        let lines = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().cloned().collect()
    }
}

/// Adds a line and keeps the last `max`.
pub(super) fn keep_last(lines: &mut VecDeque<String>, line: String, max: usize) {
    if lines.len() == max {
        lines.pop_front();
    }
    lines.push_back(line);
}

/// Reads a line up to the maximum length; `None` at the end.
fn next_line(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = reader.take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes);
    // Treat an error as the end.
    matches!(read, Ok(1..)).then_some(bytes)
}

/// Removes control characters, which could corrupt a terminal.
fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = text.replace('\t', " ");
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Returns a line for a message, truncated if long.
pub(in crate::engine) fn truncated(line: &str) -> String {
    match line.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &'static [u8]) -> Vec<Option<String>> {
        let receiver = read_lines(bytes).unwrap();
        let text = |line| match line {
            Line::Text(text) => Some(text),
            Line::TooLong => None,
        };
        receiver.iter().map(text).collect()
    }

    #[test]
    fn lines_lose_their_ends_and_control_characters() {
        let bytes = b"= F5\r\n\n\x1b[2J?\tno\xFF\nlast";
        let expected = ["= F5", "", "[2J? no\u{FFFD}", "last"];
        assert_eq!(lines(bytes), expected.map(|line| Some(line.to_owned())));
    }

    #[test]
    fn an_endless_line_is_not_read_further() {
        let endless: &[u8] = Box::leak(vec![b'x'; 1 << 16].into_boxed_slice());
        assert_eq!(lines(endless), [None]);
    }

    #[test]
    fn the_last_lines_of_a_flood_are_kept() {
        let flood: String = (0..10_000).map(|line| format!("{line}\n")).collect();
        let flood: &[u8] = Box::leak(flood.into_bytes().into_boxed_slice());
        let tail = Tail::read(flood).unwrap();
        while tail.lines().last().map(String::as_str) != Some("9999") {
            std::thread::yield_now();
        }
        assert_eq!(tail.lines().len(), LAST_LINES);
    }
}
