//! Reading WTHOR games one by one.

use std::io::{self, BufRead, Read as _};

use super::StreamError;
use crate::format::wthor::{WthorError, WthorGame, WthorHeader};

/// The games of a WTHOR file.
#[derive(Debug)]
pub(super) struct Records<R> {
    input: R,
    pub(super) header: WthorHeader,
    /// Number of games read.
    read: usize,
    buffer: Vec<u8>,
}

impl<R: BufRead> Records<R> {
    /// Reads the header.
    pub(super) fn new(mut input: R) -> Result<Self, StreamError> {
        let mut buffer = Vec::new();
        let size = WthorHeader::SIZE as u64;
        input.by_ref().take(size).read_to_end(&mut buffer)?;
        let header = WthorHeader::from_bytes(&buffer)?;
        if !matches!(header.board, 0 | 8) {
            return Err(WthorError::Board(header.board).into());
        }
        Ok(Self {
            input,
            header,
            read: 0,
            buffer,
        })
    }

    /// Returns the next game. If the length of the file does not match its header, the last item is that
    /// error.
    pub(super) fn next(&mut self) -> io::Result<Option<Result<WthorGame, WthorError>>> {
        if self.read == self.header.games as usize {
            let trailing = io::copy(&mut self.input, &mut io::sink())?;
            return Ok((trailing > 0).then(|| Err(self.wrong_length(trailing as usize))));
        }
        self.buffer.clear();
        let mut record = self.input.by_ref().take(WthorGame::SIZE as u64);
        let size = record.read_to_end(&mut self.buffer)?;
        let Some(record) = self.buffer.first_chunk() else {
            let error = self.wrong_length(size);
            self.read = self.header.games as usize;
            return Ok(Some(Err(error)));
        };
        self.read += 1;
        Ok(Some(Ok(WthorGame::from_bytes(record))))
    }

    /// Returns the error for a file with `trailing` bytes after the games read.
    const fn wrong_length(&self, trailing: usize) -> WthorError {
        WthorError::Length {
            length: WthorHeader::SIZE + self.read * WthorGame::SIZE + trailing,
            records: self.header.games as usize,
            size: WthorGame::SIZE,
        }
    }
}
