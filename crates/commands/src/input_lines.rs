//! Lines of standard input, with reaction to Ctrl-C.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::protocol::{Line, Lines};
use anyhow::Context as _;

use crate::context::Context;

/// Interval of checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Reads lines on a thread, because a read cannot be interrupted.
pub(crate) struct InputLines(Receiver<io::Result<Line>>);

impl InputLines {
    /// Starts the reading thread.
    pub(crate) fn of_stdin() -> anyhow::Result<Self> {
        // Read at most one line ahead.
        let (sender, lines) = sync_channel(0);
        let reader = std::thread::Builder::new().spawn(move || {
            for line in Lines::new(io::stdin().lock()) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        reader.context("cannot read standard input")?;
        Ok(Self(lines))
    }

    /// Returns the next line, or `None` at the end of the input or after Ctrl-C.
    pub(crate) fn next(&self, context: &Context) -> anyhow::Result<Option<String>> {
        while !context.is_interrupted() {
            match self.0.recv_timeout(POLL_INTERVAL) {
                Ok(line) => return Ok(Some(line.context("standard input")?.text)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
        Ok(None)
    }
}
