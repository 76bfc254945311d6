//! Writing game files to disk.

use std::ffi::{OsStr, OsString};
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
        finished.output.complete(finished.wthor_header)?;
        finished.output.rename(&self.path)?;
        Ok((finished.games, finished.omissions))
    }

    /// Completes several files before it renames the first, so that a full disk leaves
    /// none of them behind. Returns the omissions that are known only now.
    ///
    /// # Errors
    ///
    /// I/O errors, which name the file.
    pub fn finish_all(files: Vec<Self>) -> io::Result<Vec<(Omission, usize)>> {
        let mut omissions = Vec::new();
        let mut complete = Vec::new();
        let named = |path: &Path, error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        };
        for Self { path, writer } in files {
            let finished = writer.finish().map_err(|error| named(&path, error))?;
            let completed = finished.output.complete(finished.wthor_header);
            completed.map_err(|error| named(&path, error))?;
            omissions.extend(finished.omissions);
            complete.push((finished.output, path));
        }
        for (file, path) in complete {
            file.rename(&path).map_err(|error| named(&path, error))?;
        }
        Ok(omissions)
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

    /// Overwrites the first bytes, if `start` is given, and writes all to the disk.
    fn complete(&self, start: Option<[u8; 16]>) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).open(&self.path)?;
        if let Some(start) = start {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&start)?;
        }
        file.sync_all()
    }

    fn rename(mut self, path: &Path) -> io::Result<()> {
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

/// Removes the temporary files of killed processes from a folder, if `is_ours` of the
/// names that they were to get. Does nothing where processes cannot be listed.
pub fn remove_abandoned(folder: &Path, is_ours: impl Fn(&OsStr) -> bool) {
    let is_abandoned = |path: &Path| {
        // NAME.PROCESS.part
        let stem = path.file_stem().map(Path::new)?;
        let process: u32 = stem.extension()?.to_str()?.parse().ok()?;
        let is_part = path.extension()? == "part" && is_ours(stem.file_stem()?);
        Some(is_part && !Path::new("/proc").join(process.to_string()).exists())
    };
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    if !Path::new("/proc/self").exists() {
        return;
    }
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if is_abandoned(&path) == Some(true) {
            // It is in nobody's way.
            let _ = fs::remove_file(path);
        }
    }
}

/// Writes a file under a temporary name and renames it, so that it is never
/// incomplete.
///
/// # Errors
///
/// I/O errors; the old file stays.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    write_atomically_with(path, |file| file.write_all(content))
}

/// Writes a file by `write` under a temporary name and renames it, so that it is never
/// incomplete. Removes what killed processes left of the same file.
///
/// # Errors
///
/// I/O errors; the old file stays and nothing else.
pub fn write_atomically_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    if let (Some(folder), Some(name)) = (path.parent(), path.file_name()) {
        remove_abandoned(folder, |other| other == name);
    }
    let mut beside = PartFile::create(path)?;
    write(&mut beside)?;
    beside.flush()?;
    beside.complete(None)?;
    beside.rename(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn files_of_killed_processes_are_removed() {
        let folder = std::env::temp_dir().join(format!("outflank-killed-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        // No process has this number.
        let names = ["x.ck.4294967295.part", "y.ck.4294967295.part"];
        for name in names {
            fs::write(folder.join(name), "half").unwrap();
        }
        let running = folder.join(format!("x.ck.{}.part", std::process::id()));
        fs::write(&running, "half").unwrap();
        remove_abandoned(&folder, |name| name == "x.ck");
        assert!(running.exists(), "its process still runs");
        let left = names.map(|name| folder.join(name).exists());
        assert_eq!(left, [false, true]);
        fs::remove_dir_all(&folder).unwrap();
    }

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
