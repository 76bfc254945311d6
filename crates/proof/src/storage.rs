//! Bytes in memory or in a file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Bytes that can be appended, read and overwritten anywhere.
#[derive(Debug)]
pub(crate) enum Storage {
    Memory(Vec<u8>),
    Disk(File),
}

impl Storage {
    pub(crate) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Memory(all) => all.extend_from_slice(bytes),
            Self::Disk(file) => {
                file.seek(SeekFrom::End(0))?;
                file.write_all(bytes)?;
            }
        }
        Ok(())
    }

    pub(crate) fn read(&self, start: usize, bytes: &mut [u8]) -> io::Result<()> {
        match self {
            Self::Memory(all) => {
                let there = all.get(start..start + bytes.len());
                bytes.copy_from_slice(there.ok_or(io::ErrorKind::UnexpectedEof)?);
            }
            Self::Disk(file) => {
                let mut file: &File = file;
                file.seek(SeekFrom::Start(start as u64))?;
                file.read_exact(bytes)?;
            }
        }
        Ok(())
    }

    pub(crate) fn overwrite(&mut self, start: usize, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Memory(all) => {
                let there = all.get_mut(start..start + bytes.len());
                there
                    .ok_or(io::ErrorKind::UnexpectedEof)?
                    .copy_from_slice(bytes);
            }
            Self::Disk(file) => {
                file.seek(SeekFrom::Start(start as u64))?;
                file.write_all(bytes)?;
            }
        }
        Ok(())
    }

    /// Returns the number of bytes held in memory.
    pub(crate) const fn memory(&self) -> usize {
        match self {
            Self::Memory(all) => all.len(),
            Self::Disk(_) => 0,
        }
    }

    /// Moves all bytes to a file.
    pub(crate) fn spill(&mut self, mut file: File) -> io::Result<()> {
        self.copy_to(&mut file)?;
        *self = Self::Disk(file);
        Ok(())
    }

    pub(crate) fn copy_to(&mut self, target: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Memory(all) => target.write_all(all),
            Self::Disk(file) => {
                file.seek(SeekFrom::Start(0))?;
                io::copy(file, target).map(drop)
            }
        }
    }
}
