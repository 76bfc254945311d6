//! Standard input that Ctrl-C interrupts.

use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use anyhow::Context as _;
use outflank_protocol::{Line, Lines};

use crate::context::{Context, Interrupted};

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

/// Size of a chunk of standard input, in bytes.
const CHUNK: usize = 64 * 1024;

/// Standard input whose reads fail after Ctrl-C. A thread does the reading, because a blocking read
/// cannot be interrupted.
pub(crate) struct StandardInput {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Cursor<Vec<u8>>,
    interrupted: Arc<AtomicBool>,
}

impl StandardInput {
    /// Starts the reading thread.
    pub(crate) fn new(context: &Context) -> anyhow::Result<Self> {
        let (sender, chunks) = sync_channel(1);
        let reader = std::thread::Builder::new().spawn(move || {
            let mut stdin = io::stdin().lock();
            loop {
                let mut chunk = vec![0; CHUNK];
                let read = stdin.read(&mut chunk);
                let is_last = matches!(read, Ok(0) | Err(_));
                let chunk = read.map(|count| {
                    chunk.truncate(count);
                    chunk
                });
                if sender.send(chunk).is_err() || is_last {
                    break;
                }
            }
        });
        reader.context("cannot read standard input")?;
        Ok(Self {
            chunks,
            chunk: Cursor::default(),
            interrupted: Arc::clone(&context.interrupted),
        })
    }
}

impl Read for StandardInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.chunk.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if self.interrupted.load(Ordering::Relaxed) {
                return Err(io::Error::other(Interrupted));
            }
            match self.chunks.recv_timeout(POLL_INTERVAL) {
                Ok(chunk) => {
                    let chunk = chunk?;
                    if chunk.is_empty() {
                        return Ok(0);
                    }
                    self.chunk = Cursor::new(chunk);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}
