//! Writing game files to disk.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::wthor::WthorHeader;
use super::{Format, GameRecord, GameWriter, NameNumbers, Omission, WriteError};

/// Bytes written to a file at once.
const BUFFER: usize = 1 << 14;

/// A game file that is written under a temporary name and renamed once it is complete.
/// It is closed between writes, so that there may be thousands.
///
/// Dropped before [`GameFile::finish`] it leaves nothing behind.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    writer: GameWriter<PartFile>,
}

impl GameFile {
    /// Creates a file.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn create(path: &Path, format: Format) -> io::Result<Self> {
        let beside = PartFile::create(path)?;
        Ok(Self {
            path: path.to_owned(),
            writer: GameWriter::new(beside, format),
        })
    }

    /// Sets the header of a WTHOR file: see
    /// [`GameWriter::set_wthor_header`].
    pub const fn set_wthor_header(&mut self, header: Option<WthorHeader>) {
        self.writer.set_wthor_header(header);
    }

    /// Sets the names for WTHOR: see [`GameWriter::set_names`].
    pub fn set_names(&mut self, names: Option<Arc<NameNumbers>>) {
        self.writer.set_names(names);
    }

    /// Returns the number of games written.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.writer.games()
    }

    /// Writes a game: see [`GameWriter::write`].
    ///
    /// # Errors
    ///
    /// Games that the format cannot hold, and I/O errors.
    pub fn write(&mut self, record: &GameRecord) -> Result<Vec<Omission>, WriteError> {
        self.writer.write(record)
    }

    /// Completes the file and renames it. Returns the number of games, and the omissions
    /// that are known only now.
    ///
    /// # Errors
    ///
    /// I/O errors; the old file stays.
    pub fn finish(self) -> io::Result<(usize, Vec<(Omission, usize)>)> {
        let finished = self.writer.finish()?;
        finished.output.rename(&self.path, finished.wthor_header)?;
        Ok((finished.games, finished.omissions))
    }
}

/// The file under its temporary name.
#[derive(Debug)]
struct PartFile {
    path: PathBuf,
    buffer: Vec<u8>,
    /// Whether it has been renamed.
    is_done: bool,
}

impl PartFile {
    fn create(path: &Path) -> io::Result<Self> {
        let path = beside(path)?;
        File::create(&path)?;
        Ok(Self {
            path,
            buffer: Vec::new(),
            is_done: false,
        })
    }

    /// Overwrites the first bytes, if `start` is given, and renames the file.
    fn rename(mut self, path: &Path, start: Option<[u8; 16]>) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).open(&self.path)?;
        if let Some(start) = start {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&start)?;
        }
        file.sync_all()?;
        drop(file);
        fs::rename(&self.path, path)?;
        self.is_done = true;
        Ok(())
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.buffer.is_empty() {
            let mut file = OpenOptions::new().append(true).open(&self.path)?;
            file.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.is_done {
            // A leftover temporary file is no error.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Returns the temporary name of a file.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let Some(name) = path.file_name() else {
        return Err(io::Error::other("expected the name of a file"));
    };
    let mut beside: OsString = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(beside))
}

/// Writes a file under a temporary name and renames it, so that it is never
/// incomplete.
///
/// # Errors
///
/// I/O errors; the old file stays.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut beside = PartFile::create(path)?;
    beside.write_all(content)?;
    beside.flush()?;
    beside.rename(path, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_file_is_not_left_behind() {
        let folder = std::env::temp_dir().join(format!("outflank-save-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.txt");
        fs::write(&path, "before").unwrap();
        let count = || fs::read_dir(&folder).unwrap().count();
        let file = GameFile::create(&path, Format::Ggf).unwrap();
        assert_eq!(count(), 2);
        drop(file);
        assert_eq!(count(), 1);
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        write_atomically(&path, b"after").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "after");
        assert_eq!(count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
