//! Standard input that Ctrl-C can interrupt.

use std::io::{self, BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use anyhow::{Context as _, Result};
use outflank_protocol::Lines;

use crate::context::{Context, Interrupted};

/// Interval between checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The lines of standard input.
pub(crate) struct InputLines(Lines<BufReader<StandardInput>>);

impl InputLines {
    pub(crate) fn new(context: &Context) -> Result<Self> {
        let input = BufReader::new(StandardInput::new(context)?);
        Ok(Self(Lines::new(input)))
    }

    /// Returns the next line, or `None` at the end of the input or after Ctrl-C.
    pub(crate) fn next(&mut self, context: &Context) -> Result<Option<String>> {
        if context.is_interrupted() {
            return Ok(None);
        }
        match self.0.next().transpose() {
            Err(_) if context.is_interrupted() => Ok(None),
            line => Ok(line.context("standard input")?.map(|line| line.text)),
        }
    }
}

/// Size of a chunk of standard input, in bytes.
const CHUNK: usize = 64 * 1024;

/// Standard input, whose reads fail after Ctrl-C. A thread reads it, because a blocking read cannot
/// be interrupted.
pub(crate) struct StandardInput {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Cursor<Vec<u8>>,
    interrupted: Arc<AtomicBool>,
}

impl StandardInput {
    pub(crate) fn new(context: &Context) -> Result<Self> {
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
