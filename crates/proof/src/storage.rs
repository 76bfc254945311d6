//! Bytes in memory or in a file.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Bytes that can be appended, read and overwritten anywhere.
#[derive(Debug)]
pub(crate) enum Storage {
    Memory(Cursor<Vec<u8>>),
    Disk(File),
}

trait Stream: Read + Write + Seek {}

impl<T: Read + Write + Seek> Stream for T {}

impl Storage {
    /// Makes an empty file in a folder. The file is deleted when it is closed.
    pub(crate) fn on_disk(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        tempfile::tempfile_in(folder).map(Self::Disk)
    }

    fn at(&mut self, place: SeekFrom) -> io::Result<&mut dyn Stream> {
        let stream: &mut dyn Stream = match self {
            Self::Memory(bytes) => bytes,
            Self::Disk(file) => file,
        };
        stream.seek(place)?;
        Ok(stream)
    }

    pub(crate) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at(SeekFrom::End(0))?.write_all(bytes)
    }

    pub(crate) fn read(&mut self, start: usize, bytes: &mut [u8]) -> io::Result<()> {
        self.at(SeekFrom::Start(start as u64))?.read_exact(bytes)
    }

    pub(crate) fn overwrite(&mut self, start: usize, bytes: &[u8]) -> io::Result<()> {
        self.at(SeekFrom::Start(start as u64))?.write_all(bytes)
    }

    /// Returns the number of bytes held in memory.
    pub(crate) const fn memory(&self) -> usize {
        match self {
            Self::Memory(bytes) => bytes.get_ref().len(),
            Self::Disk(_) => 0,
        }
    }

    /// Moves all bytes to a file in a folder.
    pub(crate) fn spill(&mut self, folder: &Path) -> io::Result<()> {
        let mut disk = Self::on_disk(folder)?;
        self.copy_to(&mut disk.at(SeekFrom::Start(0))?)?;
        *self = disk;
        Ok(())
    }

    pub(crate) fn copy_to(&mut self, target: &mut impl Write) -> io::Result<()> {
        io::copy(self.at(SeekFrom::Start(0))?, target).map(drop)
    }
}

impl Default for Storage {
    /// Returns empty storage in memory.
    fn default() -> Self {
        Self::Memory(Cursor::default())
    }
}
