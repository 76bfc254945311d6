//! Lines of standard input, with reaction to Ctrl-C.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use anyhow::Context as _;

use crate::context::Context;

/// Interval of checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Length in bytes at which a line is cut.
const MAX_LENGTH: u64 = 1 << 16;

/// Reads lines on a thread, because a read cannot be interrupted.
pub(super) struct InputLines(Receiver<io::Result<String>>);

impl InputLines {
    /// Starts the reading thread.
    pub(super) fn of_stdin() -> anyhow::Result<Self> {
        // Read at most one line ahead.
        let (sender, lines) = sync_channel(0);
        let reader = std::thread::Builder::new().spawn(move || {
            let mut stdin = io::stdin().lock();
            while let Some(line) = next_line(&mut stdin).transpose() {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        reader.context("cannot read standard input")?;
        Ok(Self(lines))
    }

    /// Returns the next line, or `None` at the end of the input or after Ctrl-C.
    pub(super) fn next(&self, context: &Context) -> anyhow::Result<Option<String>> {
        while !context.is_interrupted() {
            match self.0.recv_timeout(POLL_INTERVAL) {
                Ok(line) => return line.map(Some).context("standard input"),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
        Ok(None)
    }
}

/// Reads a line, replacing invalid UTF-8. Returns `None` at the end.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let length = input
        .by_ref()
        .take(MAX_LENGTH)
        .read_until(b'\n', &mut bytes)?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_utf8_is_replaced() {
        let mut input: &[u8] = b"f5\n\xff\xfe\n\nd6";
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["f5\n", "\u{fffd}\u{fffd}\n", "\n", "d6"]);
    }

    #[test]
    fn long_lines_are_cut() {
        let mut input = io::repeat(b'x').take(MAX_LENGTH + 5);
        let mut input = io::BufReader::new(&mut input);
        let lengths = [(); 2].map(|()| next_line(&mut input).unwrap().unwrap().len());
        assert_eq!(lengths, [MAX_LENGTH as usize, 5]);
    }
}
