//! Records in blocks, whatever the records are.

use std::fs;
use std::path::{Path, PathBuf};

use outflank_othello::Shape;

use super::blocks::{self, Appender, Blocks};
use super::error::DatasetError;
use super::header::{Header, Kind};

/// Most records of a block.
const BLOCK: u32 = 1000;

/// What blocks consist of.
pub(super) trait Record: Sized {
    /// The kind of file that holds such records.
    const KIND: Kind;

    /// What is to be known of a shape to check records on it.
    type Board;

    /// Takes a shape if such records can be of it; else says what is expected.
    fn board(shape: Shape) -> Result<Self::Board, String>;

    /// What is wrong with the record on that board.
    fn check(&self, board: &Self::Board) -> Result<(), String>;

    /// Appends the bytes of a checked record.
    fn encode(&self, bytes: &mut Vec<u8>);

    /// Takes a record off the front of the bytes; none if they are too few.
    fn decode(bytes: &mut &[u8]) -> Option<Self>;
}

/// Takes so many bytes off the front, if there are so many.
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

/// Writes records of one kind.
pub(super) struct Writer<R: Record> {
    path: PathBuf,
    file: Appender,
    board: R::Board,
    /// Records in whole blocks.
    written: u64,
    /// Number of the block that comes next.
    number: u64,
    /// Bytes of the records not yet written.
    block: Vec<u8>,
    /// Number of records not yet written.
    pending: u32,
}

impl<R: Record> Writer<R> {
    pub(super) fn create_or_resume(path: &Path, header: &Header) -> Result<Self, DatasetError> {
        let refused = DatasetError::file(path);
        let board = board::<R>(header.shape, path)?;
        let content = header.encode(R::KIND, path)?;
        let (file, number, written) = if is_to_begin(path, &content)? {
            let mut file = Appender::open(path, 0).map_err(&refused)?;
            file.append(&content).map_err(&refused)?;
            (file, 1, 0)
        } else {
            let mut reader = Reader::<R>::open(path)?;
            reader.set_truncated_tail_is_fine();
            // Read back, a number is the same as in the file to the last bit.
            let expected = Header::decode(&content, R::KIND, path)?;
            reader.header().expect(&expected, path)?;
            let mut written = 0;
            while reader.next_unchecked()?.is_some() {
                written += 1;
            }
            let file = Appender::open(path, reader.blocks.end()).map_err(&refused)?;
            (file, reader.blocks.number(), written)
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

    /// Records written and not yet written.
    pub(super) fn records(&self) -> u64 {
        self.written + u64::from(self.pending)
    }

    pub(super) fn push(&mut self, record: &R) -> Result<(), DatasetError> {
        if self.pending == BLOCK {
            // It could not be written when it became full.
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

    pub(super) fn flush(&mut self) -> Result<(), DatasetError> {
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

/// Whether there is no file yet, or no more of one than the beginning of the
/// `header` that would be written.
fn is_to_begin(path: &Path, header: &[u8]) -> Result<bool, DatasetError> {
    let refused = DatasetError::file(path);
    if !path.try_exists().map_err(&refused)? {
        return Ok(true);
    }
    match Blocks::open(path)?.next_block() {
        Ok(first) => Ok(first.is_none()),
        Err(error @ DatasetError::CutOff { .. }) => {
            let start = fs::read(path).map_err(&refused)?;
            let frame = blocks::frame(header).map_err(&refused)?;
            // Another's file that is cut off is not ours to overwrite.
            if frame.starts_with(&start) {
                Ok(true)
            } else {
                Err(error)
            }
        }
        Err(error) => Err(error),
    }
}

/// Reads records of one kind, a block in memory at a time.
pub(super) struct Reader<R: Record> {
    blocks: Blocks,
    header: Header,
    board: R::Board,
    truncated_tail_is_fine: bool,
    /// The block that is being read.
    block: Vec<u8>,
    /// Bytes of it that have been read.
    read: usize,
    /// Records of it that have been read.
    records: u32,
    /// Whether there is nothing more, after an error too.
    is_done: bool,
}

impl<R: Record> Reader<R> {
    pub(super) fn open(path: &Path) -> Result<Self, DatasetError> {
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
            truncated_tail_is_fine: false,
            block: Vec::new(),
            read: 0,
            records: 0,
            is_done: false,
        })
    }

    pub(super) fn set_truncated_tail_is_fine(&mut self) {
        self.truncated_tail_is_fine = true;
    }

    pub(super) const fn header(&self) -> &Header {
        &self.header
    }

    pub(super) fn next(&mut self) -> Option<Result<R, DatasetError>> {
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

    /// The next record, which may make no sense on the board.
    fn next_unchecked(&mut self) -> Result<Option<R>, DatasetError> {
        if self.read == self.block.len() {
            self.block = match self.blocks.next_block() {
                Ok(Some(block)) => block,
                Ok(None) => return Ok(None),
                Err(DatasetError::CutOff { .. }) if self.truncated_tail_is_fine => {
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

    /// What is wrong with the record read last.
    fn broken(&self, reason: String) -> DatasetError {
        DatasetError::Record {
            path: self.blocks.path().to_owned(),
            block: self.blocks.number() - 1,
            record: self.records,
            reason,
        }
    }
}
