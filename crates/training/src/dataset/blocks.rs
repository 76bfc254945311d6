//! The container: Zstandard frames one after the other, each a block.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::DatasetError;

/// Most bytes of a block's content. A thousand games take 129,000.
pub(super) const MAX_CONTENT: usize = 1 << WINDOW_LOG;

/// Decoders allocate no window larger than this, as a power of two.
const WINDOW_LOG: u32 = 20;

/// Level of compression: more takes longer and gains little.
const LEVEL: i32 = 3;

/// How a frame begins.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The byte after the magic number, but for its upper two bits (the width of the
/// size field): one segment, whose size is told, with a checksum, without a
/// dictionary.
const DESCRIPTOR: u8 = 0b0010_0100;

/// Reads blocks, one at a time.
pub(super) struct Blocks {
    path: PathBuf,
    file: BufReader<File>,
    /// Number of the block that comes next.
    number: u64,
    /// Where it begins, in bytes from the start of the file.
    start: u64,
}

/// Why a frame cannot be read.
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

    /// Number of the block that comes next.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Where the last whole block ends, in bytes from the start of the file.
    pub(super) const fn end(&self) -> u64 {
        self.start
    }

    /// The content of the next block; none at the end of the file. After an
    /// error there is nothing more to be read.
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

    /// The file ends within the frame that begins at `self.start`: either it was
    /// cut off there, or damage lets the frame seem longer than it is, and it
    /// swallows those behind it.
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
            self.damaged("its end is not where it says".to_owned())
        } else {
            DatasetError::CutOff {
                path: self.path.clone(),
                block: self.number,
                bytes: tail.len() as u64,
            }
        })
    }
}

/// Reads one frame and nothing of what follows it.
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

/// The frame that holds `content`.
pub(super) fn frame(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    compressor.include_checksum(true)?;
    compressor.compress(content)
}

/// Appends blocks to a file.
pub(super) struct Appender {
    file: File,
    /// Where the last whole block ends, in bytes from the start of the file.
    end: u64,
}

impl Appender {
    /// Opens or creates the file and forgets what is behind `end`.
    pub(super) fn open(path: &Path, end: u64) -> io::Result<Self> {
        let file = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        file.set_len(end)?;
        Ok(Self { file, end })
    }

    /// Appends a block. If that fails, the file is as it was, as far as it can
    /// still be written at all.
    pub(super) fn append(&mut self, content: &[u8]) -> io::Result<()> {
        let frame = frame(content)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        if let Err(error) = self.file.write_all(&frame).and_then(|()| self.file.flush()) {
            // The first error says what is wrong.
            let _ = self.file.set_len(self.end);
            return Err(error);
        }
        self.end += frame.len() as u64;
        Ok(())
    }

    /// Waits until what was appended is on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}
