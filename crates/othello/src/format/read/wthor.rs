//! Reading WTHOR games one by one.

use std::io::{self, BufRead};

use super::StreamError;
use crate::format::wthor::{WthorError, WthorGame, WthorHeader};

/// The games of a WTHOR file.
#[derive(Debug)]
pub(super) struct Records<R> {
    input: R,
    pub(super) header: WthorHeader,
    /// Number of games read.
    read: usize,
}

impl<R: BufRead> Records<R> {
    /// Reads the header.
    pub(super) fn new(mut input: R) -> Result<Self, StreamError> {
        let mut bytes = [0; WthorHeader::SIZE];
        let length = read_full(&mut input, &mut bytes)?;
        let header = WthorHeader::from_bytes(&bytes[..length])?;
        if !matches!(header.board, 0 | 8) {
            return Err(WthorError::Board(header.board).into());
        }
        Ok(Self {
            input,
            header,
            read: 0,
        })
    }

    /// Returns the next game.
    pub(super) fn next(&mut self) -> Result<Option<WthorGame>, StreamError> {
        let mut record = [0; WthorGame::SIZE];
        if self.read == self.header.games as usize {
            let behind = io::copy(&mut self.input, &mut io::sink())?;
            return match behind {
                0 => Ok(None),
                _ => Err(self.wrong_length(behind as usize)),
            };
        }
        let length = read_full(&mut self.input, &mut record)?;
        if length < record.len() {
            return Err(self.wrong_length(length));
        }
        self.read += 1;
        Ok(Some(WthorGame::from_bytes(&record)))
    }

    /// Returns the error of a file with `behind` bytes after the games read.
    fn wrong_length(&self, behind: usize) -> StreamError {
        let error = WthorError::Length {
            length: WthorHeader::SIZE + self.read * WthorGame::SIZE + behind,
            records: self.header.games as usize,
            size: WthorGame::SIZE,
        };
        error.into()
    }
}

/// Fills the buffer up to the end of the input, and returns the length.
fn read_full(input: &mut impl BufRead, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match input.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}
