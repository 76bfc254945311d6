//! Records of either kind, in blocks.

use std::fs;
use std::path::{Path, PathBuf};

use outflank_othello::Shape;

use super::blocks::{self, Appender, Blocks};
use super::error::DatasetError;
use super::header::{Header, Kind};

/// Maximum number of records of a block.
const BLOCK: u32 = 1000;

/// A record of a data set: [`SelfPlayGame`](super::SelfPlayGame) or
/// [`ScoredPosition`](super::ScoredPosition).
pub trait Record: Sized {
    /// The kind of file that holds such records.
    const KIND: Kind;

    /// The data against which records are checked.
    type Board;

    /// Returns the board of a shape, or what is expected if such records cannot have it.
    #[doc(hidden)]
    fn board(shape: Shape) -> Result<Self::Board, String>;

    /// Checks the record on a board, or returns what is wrong.
    #[doc(hidden)]
    fn check(&self, board: &Self::Board) -> Result<(), String>;

    /// Appends the bytes of a checked record.
    #[doc(hidden)]
    fn encode(&self, bytes: &mut Vec<u8>);

    /// Parses a record at the front of the bytes and removes it, or returns `None` if they
    /// are too few.
    #[doc(hidden)]
    fn decode(bytes: &mut &[u8]) -> Option<Self>;
}

/// Removes and returns `N` bytes at the front.
pub(super) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (front, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*front)
}

fn board<R: Record>(shape: Shape, path: &Path) -> Result<R::Board, DatasetError> {
    R::board(shape).map_err(|reason| DatasetError::Unfit {
        path: path.to_owned(),
        reason,
    })
}

/// Writes a data set. Records not flushed are lost when the writer is dropped.
pub struct Writer<R: Record> {
    path: PathBuf,
    file: Appender,
    board: R::Board,
    /// Records in whole blocks.
    written: u64,
    /// Number of the next block.
    number: u64,
    /// Encoded records not yet written.
    block: Vec<u8>,
    /// Number of records not yet written.
    pending: u32,
}

impl<R: Record> Writer<R> {
    /// Creates the file or resumes an existing one, removing a truncated last block.
    ///
    /// # Errors
    ///
    /// Returns an error if the existing file has another header (the error names the first
    /// setting that differs), is not such a data set, is damaged or is being written by
    /// another process; if the file cannot be written; or if such records cannot have the
    /// board, or the header exceeds 1 MiB.
    pub fn create_or_resume(path: &Path, header: &Header) -> Result<Self, DatasetError> {
        let refused = DatasetError::file(path);
        let board = board::<R>(header.shape, path)?;
        let content = header.encode(R::KIND, path)?;
        let mut file = Appender::open(path).map_err(&refused)?;
        let (number, written) = if is_new(path, &content)? {
            file.truncate(0).map_err(&refused)?;
            file.append(&content).map_err(&refused)?;
            (1, 0)
        } else {
            let mut reader = Reader::<R>::open(path)?;
            reader.allows_truncated_tail = true;
            // Numbers compare equal only after the same round trip through JSON.
            let expected = Header::decode(&content, R::KIND, path)?;
            reader.header().expect(&expected, path)?;
            let mut written = 0;
            while reader.next_unchecked()?.is_some() {
                written += 1;
            }
            file.truncate(reader.blocks.end()).map_err(&refused)?;
            (reader.blocks.number(), written)
        };
        Ok(Self {
            path: path.to_owned(),
            file,
            board,
            written,
            number,
            block: Vec::new(),
            pending: 0,
        })
    }

    /// Returns the number of records in the file and not yet written.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.written + u64::from(self.pending)
    }

    /// Adds a record, and writes a block after every 1000 records.
    ///
    /// # Errors
    ///
    /// Returns an error if the record is invalid on the header's board, in which case it
    /// is not added, or if the block cannot be written, in which case the record is added
    /// and the next call tries again.
    pub fn push(&mut self, record: &R) -> Result<(), DatasetError> {
        if self.pending == BLOCK {
            // The previous attempt to write it failed.
            self.write_block()?;
        }
        record
            .check(&self.board)
            .map_err(|reason| DatasetError::Record {
                path: self.path.clone(),
                block: self.number,
                record: self.pending + 1,
                reason,
            })?;
        record.encode(&mut self.block);
        self.pending += 1;
        if self.pending == BLOCK {
            self.write_block()?;
        }
        Ok(())
    }

    /// Writes pending records as a block and waits until they are on disk.
    ///
    /// # Errors
    ///
    /// Returns an error if they cannot be written.
    pub fn flush(&mut self) -> Result<(), DatasetError> {
        if self.pending > 0 {
            self.write_block()?;
        }
        self.file.sync().map_err(DatasetError::file(&self.path))
    }

    fn write_block(&mut self) -> Result<(), DatasetError> {
        let appended = self.file.append(&self.block);
        appended.map_err(DatasetError::file(&self.path))?;
        self.written += u64::from(self.pending);
        self.number += 1;
        self.pending = 0;
        self.block.clear();
        Ok(())
    }
}

/// Returns whether the file is empty, or only a prefix of the block of `header`.
fn is_new(path: &Path, header: &[u8]) -> Result<bool, DatasetError> {
    let refused = DatasetError::file(path);
    match Blocks::open(path)?.next_block() {
        Ok(first) => Ok(first.is_none()),
        Err(error @ DatasetError::CutOff { .. }) => {
            let start = fs::read(path).map_err(&refused)?;
            let frame = blocks::frame(header).map_err(&refused)?;
            // The truncated file of another run must not be overwritten.
            if frame.starts_with(&start) {
                Ok(true)
            } else {
                Err(error)
            }
        }
        Err(error) => Err(error),
    }
}

/// Reads and checks the records of a data set in order, one block in memory at a time. An
/// error ends the iteration.
pub struct Reader<R: Record> {
    blocks: Blocks,
    header: Header,
    board: R::Board,
    allows_truncated_tail: bool,
    /// The current block.
    block: Vec<u8>,
    /// Bytes of it already read.
    read: usize,
    /// Records of it already read.
    records: u32,
    is_done: bool,
}

impl<R: Record> Reader<R> {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or does not begin with a header of this
    /// kind.
    pub fn open(path: &Path) -> Result<Self, DatasetError> {
        let mut blocks = Blocks::open(path)?;
        let content = blocks.next_block()?.ok_or_else(|| DatasetError::CutOff {
            path: path.to_owned(),
            block: 0,
            bytes: 0,
        })?;
        let header = Header::decode(&content, R::KIND, path)?;
        Ok(Self {
            board: board::<R>(header.shape, path)?,
            blocks,
            header,
            allows_truncated_tail: false,
            block: Vec::new(),
            read: 0,
            records: 0,
            is_done: false,
        })
    }

    /// Treats a truncated last block, which an interrupted writer leaves, as the end.
    #[must_use]
    pub fn allow_truncated_tail(mut self) -> Self {
        self.allows_truncated_tail = true;
        self
    }

    /// Returns the header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the next record, unchecked.
    fn next_unchecked(&mut self) -> Result<Option<R>, DatasetError> {
        if self.read == self.block.len() {
            self.block = match self.blocks.next_block() {
                Ok(Some(block)) => block,
                Ok(None) => return Ok(None),
                Err(DatasetError::CutOff { .. }) if self.allows_truncated_tail => {
                    return Ok(None);
                }
                Err(error) => return Err(error),
            };
            (self.read, self.records) = (0, 0);
        }
        let mut rest = &self.block[self.read..];
        let record = R::decode(&mut rest);
        self.read = self.block.len() - rest.len();
        self.records += 1;
        if self.records > BLOCK {
            return Err(self.broken(format!("expected at most {BLOCK} in a block")));
        }
        let cut = || self.broken("expected a whole one, the block ends within it".to_owned());
        record.ok_or_else(cut).map(Some)
    }

    /// Returns the error of the record read last.
    fn broken(&self, reason: String) -> DatasetError {
        DatasetError::Record {
            path: self.blocks.path().to_owned(),
            block: self.blocks.number() - 1,
            record: self.records,
            reason,
        }
    }
}

impl<R: Record> Iterator for Reader<R> {
    type Item = Result<R, DatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let next = self.next_unchecked().and_then(|record| {
            let checked = record.as_ref().map(|record| record.check(&self.board));
            match checked {
                Some(Err(reason)) => Err(self.broken(reason)),
                _ => Ok(record),
            }
        });
        self.is_done = !matches!(next, Ok(Some(_)));
        next.transpose()
    }
}
