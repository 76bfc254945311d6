//! Files that are replaced only by complete ones, and files with a single writer.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Size of the write buffer, in bytes.
const BUFFER: usize = 1 << 14;

/// A file written under a temporary name, `NAME.PID.part`, and renamed once it is
/// complete. It is closed between writes, so thousands can be in progress at once.
///
/// Dropping it before [`AtomicFile::rename`] removes the temporary file.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    part: PathBuf,
    buffer: Vec<u8>,
    /// Whether it has been renamed.
    is_done: bool,
}

impl AtomicFile {
    /// Creates the temporary file beside `path`.
    ///
    /// # Errors
    ///
    /// Returns any I/O error.
    pub fn create(path: &Path) -> io::Result<Self> {
        let Some(name) = path.file_name() else {
            return Err(io::Error::other("expected a file name"));
        };
        let mut part: OsString = name.to_owned();
        part.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(part);
        File::create(&part)?;
        Ok(Self {
            path: path.to_owned(),
            part,
            buffer: Vec::new(),
            is_done: false,
        })
    }

    /// Overwrites the first 16 bytes with `start`, if given, and syncs the file to disk.
    ///
    /// # Errors
    ///
    /// Returns any I/O error.
    pub fn complete(&mut self, start: Option<[u8; 16]>) -> io::Result<()> {
        self.flush()?;
        let mut file = OpenOptions::new().write(true).open(&self.part)?;
        if let Some(start) = start {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&start)?;
        }
        file.sync_all()
    }

    /// Renames the complete file to its final name.
    ///
    /// # Errors
    ///
    /// Returns any I/O error; the old file is then unchanged.
    pub fn rename(mut self) -> io::Result<()> {
        fs::rename(&self.part, &self.path)?;
        self.is_done = true;
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.buffer.is_empty() {
            let mut file = OpenOptions::new().append(true).open(&self.part)?;
            file.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.is_done {
            // A leftover temporary file is harmless.
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Removes the temporary files that killed processes left in a folder, if `is_ours`
/// accepts their final names. Does nothing where processes cannot be listed.
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
            // A leftover temporary file is harmless.
            let _ = fs::remove_file(path);
        }
    }
}

/// Writes a file under a temporary name and renames it, so that it is never
/// incomplete.
///
/// # Errors
///
/// Returns any I/O error; the old file is then unchanged.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    write_complete(path, |file| file.write_all(content))?.rename()
}

/// Writes a file under its temporary name, and removes what killed processes left of it.
fn write_complete(
    path: &Path,
    write: impl FnOnce(&mut AtomicFile) -> io::Result<()>,
) -> io::Result<AtomicFile> {
    if let (Some(folder), Some(name)) = (path.parent(), path.file_name()) {
        remove_abandoned(folder, |other| other == name);
    }
    let mut file = AtomicFile::create(path)?;
    write(&mut file)?;
    file.complete(None)?;
    Ok(file)
}

/// Locks a file until it is closed, so that no other process writes it too. Does nothing
/// on file systems without locks.
///
/// # Errors
///
/// Returns [`ResourceBusy`](io::ErrorKind::ResourceBusy) with a message that names the
/// process writing the file, or any I/O error.
pub fn lock_for_writing(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            let process = match holder(file) {
                Some(process) => format!("process {process}"),
                None => "another process".to_owned(),
            };
            let message =
                format!("{process} is writing it: wait for it to finish, or give another file");
            Err(io::Error::new(io::ErrorKind::ResourceBusy, message))
        }
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Returns the process that holds the lock on a file, if the system reports it.
#[cfg(target_os = "linux")]
fn holder(file: &File) -> Option<u32> {
    use std::os::linux::fs::MetadataExt as _;
    let inode = format!(":{}", file.metadata().ok()?.st_ino());
    let locks = fs::read_to_string("/proc/locks").ok()?;
    // 1: FLOCK  ADVISORY  WRITE 8770 fe:00:6643737 0 EOF
    let mut holders = locks.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        match fields[..] {
            [_, "FLOCK", _, "WRITE", process, place, ..] if place.ends_with(&inode) => {
                process.parse().ok()
            }
            _ => None,
        }
    });
    holders.next()
}

#[cfg(not(target_os = "linux"))]
fn holder(_: &File) -> Option<u32> {
    None
}

/// A file with a single writer, which replaces the whole content each time.
#[derive(Debug)]
pub struct LockedFile {
    path: PathBuf,
    /// The current file, locked.
    file: File,
}

impl LockedFile {
    /// Opens and locks the file, creating it if it is missing.
    ///
    /// # Errors
    ///
    /// Returns an error if another process has locked it (see [`lock_for_writing`]), or
    /// any I/O error.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        loop {
            let file = options.open(path)?;
            lock_for_writing(&file)?;
            // Its writer may have replaced or removed it since it was opened.
            if is_at(&file, path) {
                let path = path.to_owned();
                return Ok(Self { path, file });
            }
        }
    }

    /// Replaces the content with what `write` writes, and keeps the lock.
    ///
    /// # Errors
    ///
    /// Returns any I/O error; the old content is then unchanged.
    pub fn replace(
        &mut self,
        write: impl FnOnce(&mut AtomicFile) -> io::Result<()>,
    ) -> io::Result<()> {
        let content = write_complete(&self.path, write)?;
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(&content.part)?;
        // Lock it before the rename makes it visible to others.
        lock_for_writing(&file)?;
        content.rename()?;
        self.file = file;
        Ok(())
    }
}

/// Returns whether a path refers to this file; false if the system cannot tell.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(file), Ok(other)) => identity(file) == identity(other),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        if self
            .file
            .metadata()
            .is_ok_and(|metadata| metadata.len() == 0)
        {
            // It was created only to hold the lock.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("outflank-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_failed_write_leaves_nothing_behind() {
        let folder = folder("failed-write");
        let target = folder.join("target");
        // A folder cannot be replaced by a file.
        fs::create_dir_all(target.join("full")).unwrap();
        assert!(write_atomically(&target, b"content").is_err());
        assert_eq!(names(&folder), ["target"]);
        fs::remove_dir_all(&folder).unwrap();
    }

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
    fn a_second_writer_is_refused_until_the_first_ends() {
        let folder = folder("locked-file");
        let path = folder.join("t.ck");
        let refused = || {
            let error = LockedFile::open(&path).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
            let process = format!("process {} is writing it", std::process::id());
            assert!(error.to_string().contains(&process) || !cfg!(target_os = "linux"));
        };
        let mut file = LockedFile::open(&path).unwrap();
        refused();
        file.replace(|file| file.write_all(b"content")).unwrap();
        refused();
        drop(file);
        let again = LockedFile::open(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"content");
        drop(again);
        fs::remove_file(&path).unwrap();
        drop(LockedFile::open(&path).unwrap());
        assert_eq!(names(&folder), [""; 0]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
