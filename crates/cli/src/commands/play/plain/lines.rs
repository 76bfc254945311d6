//! Lines of standard input, waited for without being deaf to Ctrl-C.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use anyhow::Context as _;

use crate::context::Context;

/// How long a line is waited for before Ctrl-C is looked at.
const PATIENCE: Duration = Duration::from_millis(50);
/// The longest line in bytes; no command is that long, and what goes on and on
/// is cut there.
const LONGEST: u64 = 1 << 16;

/// The lines as a thread of their own reads them: a read cannot be ended.
pub(super) struct InputLines(Receiver<io::Result<String>>);

impl InputLines {
    /// Starts to read.
    pub(super) fn of_stdin() -> anyhow::Result<Self> {
        // One line ahead and no more.
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

    /// The next line; none at the end of the input or after Ctrl-C.
    pub(super) fn next(&self, context: &Context) -> anyhow::Result<Option<String>> {
        while !context.is_interrupted() {
            match self.0.recv_timeout(PATIENCE) {
                Ok(line) => return line.map(Some).context("standard input"),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
        Ok(None)
    }
}

/// A line, whatever its bytes are; none at the end.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let length = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_are_lines() {
        let mut input: &[u8] = b"f5\n\xff\xfe\n\nd6";
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["f5\n", "\u{fffd}\u{fffd}\n", "\n", "d6"]);
    }

    #[test]
    fn endless_lines_are_cut() {
        let mut input = io::repeat(b'x').take(LONGEST + 5);
        let mut input = io::BufReader::new(&mut input);
        let lengths = [(); 2].map(|()| next_line(&mut input).unwrap().unwrap().len());
        assert_eq!(lengths, [LONGEST as usize, 5]);
    }
}
