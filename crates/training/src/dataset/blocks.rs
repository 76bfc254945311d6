//! The container: a sequence of Zstandard frames, each a block.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use outflank_support::open_locked;

use super::error::DatasetError;

/// Maximum size of a block's content in bytes. A thousand games take 129,000.
pub(super) const MAX_CONTENT: usize = 1 << WINDOW_LOG;

/// Largest decoder window, as a power of two.
const WINDOW_LOG: u32 = 20;

/// Zstandard compression level: higher is slower and gains little.
const LEVEL: i32 = 3;

/// The magic number of a frame.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The frame header descriptor without its upper two bits (the width of the size field):
/// single segment, content size present, checksum, no dictionary.
const DESCRIPTOR: u8 = 0b0010_0100;

/// Reads blocks, one at a time.
pub(super) struct Blocks {
    path: PathBuf,
    file: BufReader<File>,
    /// Number of the next block.
    number: u64,
    /// Its offset in the file, in bytes.
    start: u64,
}

/// The reason why a frame cannot be read.
enum Broken {
    CutOff,
    Damaged(String),
    Refused(io::Error),
}

impl Blocks {
    pub(super) fn open(path: &Path) -> Result<Self, DatasetError> {
        let file = File::open(path).map_err(DatasetError::file(path))?;
        Ok(Self {
            path: path.to_owned(),
            file: BufReader::new(file),
            number: 0,
            start: 0,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of the next block.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the offset of the end of the last whole block, in bytes.
    pub(super) const fn end(&self) -> u64 {
        self.start
    }

    /// Returns the content of the next block, or `None` at the end of the file. Nothing can
    /// be read after an error.
    pub(super) fn next_block(&mut self) -> Result<Option<Vec<u8>>, DatasetError> {
        let path = self.path.clone();
        let refused = DatasetError::file(&path);
        if self.file.fill_buf().map_err(&refused)?.is_empty() {
            return Ok(None);
        }
        match read_frame(&mut self.file) {
            Ok(content) => {
                self.number += 1;
                self.start = self.file.stream_position().map_err(&refused)?;
                Ok(Some(content))
            }
            Err(Broken::Refused(error)) => Err(refused(error)),
            Err(Broken::Damaged(reason)) => Err(self.damaged(reason)),
            Err(Broken::CutOff) => Err(self.judge_tail().map_err(&refused)?),
        }
    }

    fn damaged(&self, reason: String) -> DatasetError {
        DatasetError::Damaged {
            path: self.path.clone(),
            block: self.number,
            expected: "a whole Zstandard frame with a checksum",
            reason,
        }
    }

    /// Returns the error of a file that ends within the frame at `self.start`: either it is
    /// truncated, or damage makes the frame seem longer and hide later ones.
    fn judge_tail(&mut self) -> io::Result<DatasetError> {
        self.file.seek(SeekFrom::Start(self.start))?;
        let mut tail = Vec::new();
        let longest = zstd::zstd_safe::compress_bound(MAX_CONTENT);
        let mut tail_of_file = self.file.by_ref().take(longest as u64 + 1);
        tail_of_file.read_to_end(&mut tail)?;
        let is_magic = |&at: &usize| tail[at..].starts_with(&MAGIC);
        let hides_frame = (1..tail.len())
            .filter(is_magic)
            .any(|at| read_frame(&mut &tail[at..]).is_ok());
        Ok(if hides_frame || tail.len() > longest {
            self.damaged("its size is wrong".to_owned())
        } else {
            DatasetError::CutOff {
                path: self.path.clone(),
                block: self.number,
                bytes: tail.len() as u64,
            }
        })
    }
}

/// Reads one frame and nothing after it.
fn read_frame(file: &mut impl BufRead) -> Result<Vec<u8>, Broken> {
    let mut start = Vec::new();
    let length = MAGIC.len() + 1;
    file.by_ref()
        .take(length as u64)
        .read_to_end(&mut start)
        .map_err(Broken::Refused)?;
    if !start.iter().zip(&MAGIC).all(|(byte, magic)| byte == magic) {
        return Err(Broken::Damaged(format!("it begins with {start:02x?}")));
    }
    match start.get(MAGIC.len()) {
        None => return Err(Broken::CutOff),
        Some(descriptor) if descriptor & 0b0011_1111 == DESCRIPTOR => {}
        Some(_) => {
            let reason = "a frame without a checksum or without its size".to_owned();
            return Err(Broken::Damaged(reason));
        }
    }
    let mut content = Vec::new();
    let read = (|| {
        let mut decoder = zstd::Decoder::with_buffer(start.chain(file))?.single_frame();
        decoder.window_log_max(WINDOW_LOG)?;
        decoder.read_to_end(&mut content)
    })();
    match read {
        Ok(_) => Ok(content),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(Broken::CutOff),
        Err(error) if error.raw_os_error().is_some() => Err(Broken::Refused(error)),
        Err(error) => Err(Broken::Damaged(error.to_string())),
    }
}

/// Returns the frame of `content`.
pub(super) fn frame(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    compressor.include_checksum(true)?;
    compressor.compress(content)
}

/// Appends blocks to a file.
pub(super) struct Appender {
    file: File,
    /// Offset of the end of the last whole block, in bytes.
    end: u64,
}

impl Appender {
    /// Opens or creates the file for a single writer.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = open_locked(path)?;
        let end = file.metadata()?.len();
        Ok(Self { file, end })
    }

    /// Truncates the file.
    pub(super) fn truncate(&mut self, end: u64) -> io::Result<()> {
        self.end = end;
        self.file.set_len(end)
    }

    /// Appends a block. On failure the file is restored if possible.
    pub(super) fn append(&mut self, content: &[u8]) -> io::Result<()> {
        let frame = frame(content)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        if let Err(error) = self.file.write_all(&frame).and_then(|()| self.file.flush()) {
            // The first error is the cause.
            let _ = self.file.set_len(self.end);
            return Err(error);
        }
        self.end += frame.len() as u64;
        Ok(())
    }

    /// Waits until the appended blocks are on disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}
