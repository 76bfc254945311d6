//! What a program writes, read by threads of their own and within bounds.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Bytes of a line at most.
const LONGEST_LINE: u64 = 4096;

/// Lines that wait to be taken at most; the program then has to wait.
const MOST_WAITING: usize = 256;

/// Lines of standard error that are kept.
const LAST_LINES: usize = 10;

/// How long the end of standard error is waited for.
const TO_END: Duration = Duration::from_millis(500);

/// Characters of a line that is shown.
const SHOWN: usize = 200;

/// A line of standard output.
pub(super) enum Line {
    /// Without its end and without control characters.
    Text(String),
    /// Longer than any answer; nothing more is read.
    TooLong,
}

/// Reads lines until the pipe ends; the receiver then hears of it.
pub(super) fn read_lines(pipe: impl Read + Send + 'static) -> io::Result<Receiver<Line>> {
    let (sender, receiver) = sync_channel(MOST_WAITING);
    let thread = std::thread::Builder::new().name("program output".to_owned());
    thread.spawn(move || send_lines(pipe, &sender))?;
    Ok(receiver)
}

fn send_lines(pipe: impl Read, sender: &SyncSender<Line>) {
    let mut reader = BufReader::new(pipe);
    while let Some(bytes) = next_line(&mut reader) {
        let is_cut = bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n');
        let line = if is_cut {
            Line::TooLong
        } else {
            Line::Text(printable(&bytes))
        };
        // Nobody listens any more once the player is gone.
        if sender.send(line).is_err() || is_cut {
            return;
        }
    }
}

/// The last lines of standard error.
pub(super) struct Tail {
    kept: Arc<Mutex<VecDeque<String>>>,
    /// Closed once the pipe has ended.
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
                keep_last(&mut lines, shown(&printable(&bytes)), LAST_LINES);
            }
        })?;
        Ok(tail)
    }

    /// Waits for the end of the pipe, so that nothing is missed that a program wrote
    /// before it ended; not for long, since what it started may hold the pipe open.
    pub(super) fn wait_for_end(&self) {
        // It ends or time is up: the lines so far are taken in both cases.
        let _ = self.end.recv_timeout(TO_END);
    }

    /// The lines so far.
    pub(super) fn lines(&self) -> Vec<String> {
        let lines = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().cloned().collect()
    }
}

/// Adds a line to those of which only the last `most` are kept.
pub(super) fn keep_last(lines: &mut VecDeque<String>, line: String, most: usize) {
    if lines.len() == most {
        lines.pop_front();
    }
    lines.push_back(line);
}

/// A line, or as much of it as may be; none at the end.
fn next_line(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = reader.take(LONGEST_LINE).read_until(b'\n', &mut bytes);
    // What cannot be read is as good as ended.
    matches!(read, Ok(1..)).then_some(bytes)
}

/// The text without control characters, which could do anything to a terminal.
fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = text.replace('\t', " ");
    text.chars().filter(|c| !c.is_control()).collect()
}

/// As much of a line as is shown.
pub(in crate::engine) fn shown(line: &str) -> String {
    match line.char_indices().nth(SHOWN) {
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
    fn a_line_without_end_is_read_no_further() {
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
