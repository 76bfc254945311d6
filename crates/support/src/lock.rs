//! Files with a single writer.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::atomic_file::AtomicFile;
use crate::destination::regular_path;

/// An open file, locked until it is dropped.
#[derive(Debug)]
pub struct Locked(File);

impl Deref for Locked {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for Locked {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        // Closing is not enough: a child process that another thread is starting has a copy of the
        // open file, and thus holds the lock, until it executes its own program.
        let _ = self.0.unlock();
    }
}

/// Opens a regular file for reading and writing, creating it if it is missing, and locks it so that
/// no other process writes it. On file systems without locks, it only opens the file.
///
/// # Errors
///
/// Returns [`ResourceBusy`](io::ErrorKind::ResourceBusy) with a message that names the process
/// writing the file, an error if the path leads to something other than a regular file, or any I/O
/// error.
pub fn open_locked(path: &Path) -> io::Result<Locked> {
    open(path).map(|(_, file)| file)
}

/// How often to try again to lock a file whose lock seems to have no holder, and the pause in
/// between: the holder may have ended or replaced the file, or one read of `/proc/locks` may have
/// missed it.
const ATTEMPTS: usize = 50;
const PAUSE: Duration = Duration::from_millis(2);

/// Opens and locks a file, and returns its path with symbolic links resolved.
fn open(path: &Path) -> io::Result<(PathBuf, Locked)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let mut attempts = 0;
    loop {
        let Some(path) = regular_path(path)? else {
            let message = "expected a regular file, because the program also reads it";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        };
        match lock(options.open(&path)?)? {
            Ok(file) if is_at(&file, &path) => return Ok((path, file)),
            // Another process has replaced or removed the file since it was opened.
            Ok(_) => {}
            // Other systems report no holders.
            Err(None) if cfg!(target_os = "linux") && attempts < ATTEMPTS => {
                attempts += 1;
                thread::sleep(PAUSE);
            }
            Err(holder) => return Err(busy_error(holder)),
        }
    }
}

/// Locks a file. Returns the process that holds the lock, if there is one and the system reports it.
fn lock(file: File) -> io::Result<Result<Locked, Option<u32>>> {
    match file.try_lock() {
        Ok(()) => Ok(Ok(Locked(file))),
        Err(TryLockError::WouldBlock) => Ok(Err(holder(&file))),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
            Ok(Ok(Locked(file)))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Opens a file and takes a shared lock on it, waiting while another process has an exclusive one
/// ([`lock_exclusive`]). The path led to this file when the lock was taken, but may lead to another one later. On file
/// systems without locks, it only opens the file.
///
/// # Errors
///
/// Returns any I/O error.
pub fn open_shared(path: &Path) -> io::Result<Locked> {
    loop {
        let file = File::open(path)?;
        wait_for(|| file.lock_shared())?;
        let file = Locked(file);
        if is_at(&file, path) {
            return Ok(file);
        }
    }
}

/// Takes an exclusive lock on an open file, waiting for all other locks to be released. On file systems without locks,
/// it does nothing.
///
/// # Errors
///
/// Returns any I/O error.
pub fn lock_exclusive(file: File) -> io::Result<Locked> {
    wait_for(|| file.lock())?;
    Ok(Locked(file))
}

/// Waits for a lock, if the file system has locks.
fn wait_for(lock: impl Fn() -> io::Result<()>) -> io::Result<()> {
    loop {
        match lock() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(()),
            taken => return taken,
        }
    }
}

/// Returns the error of a file that another process is writing.
fn busy_error(holder: Option<u32>) -> io::Error {
    let process = match holder {
        Some(process) => format!("process {process}"),
        None => "another process".to_owned(),
    };
    let message = format!("{process} is writing it: wait for it to finish, or name another file");
    io::Error::new(io::ErrorKind::ResourceBusy, message)
}

/// Returns the process that holds the lock on a file, if the system reports it.
#[cfg(target_os = "linux")]
fn holder(file: &File) -> Option<u32> {
    use std::os::linux::fs::MetadataExt as _;
    let inode = format!(":{}", file.metadata().ok()?.st_ino());
    holder_in(&fs::read_to_string("/proc/locks").ok()?, &inode)
}

/// Returns the process that holds the lock on an inode, `:` and its number, in a list of locks.
#[cfg(target_os = "linux")]
fn holder_in(locks: &str, inode: &str) -> Option<u32> {
    // 1: FLOCK  ADVISORY  WRITE 8770 fe:00:6643737 0 EOF
    let mut holders = locks.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        match fields[..] {
            [_, "FLOCK", _, "WRITE", process, place, ..] if place.ends_with(inode) => {
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

/// A file with a single writer. Each write replaces the whole content.
#[derive(Debug)]
pub struct LockedFile {
    /// The path of the file, with symbolic links resolved.
    path: PathBuf,
    /// The current file, locked.
    file: Locked,
}

impl LockedFile {
    /// Opens and locks the file, creating it if it is missing.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`open_locked`].
    pub fn open(path: &Path) -> io::Result<Self> {
        let (path, file) = open(path)?;
        Ok(Self { path, file })
    }

    /// Replaces the content with the output of `write`, keeping the lock.
    ///
    /// # Errors
    ///
    /// Returns any I/O error. The old content is then unchanged.
    pub fn replace(
        &mut self,
        write: impl FnOnce(&mut AtomicFile) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut content = AtomicFile::create(&self.path)?;
        write(&mut content)?;
        content.complete()?;
        let mut options = OpenOptions::new();
        let file = options
            .read(true)
            .write(true)
            .open(content.part().unwrap_or(&self.path))?;
        // Lock the file before the rename makes it visible to others.
        let file = lock(file)?.map_err(busy_error)?;
        content.rename()?;
        self.file = file;
        Ok(())
    }
}

/// Returns whether a path refers to this file. On systems that cannot tell, returns whether there is a file.
fn is_at(file: &File, path: &Path) -> bool {
    let file = file.metadata().ok();
    file.is_some_and(|file| Some(identity_of(&file)) == identity(path))
}

/// Identifies the file that a path leads to, so that a later call tells whether another process has
/// replaced it. Returns `None` if there is no file. Systems that cannot tell identify all files alike.
#[must_use]
pub fn identity(path: &Path) -> Option<(u64, u64)> {
    fs::metadata(path).ok().as_ref().map(identity_of)
}

#[cfg(unix)]
fn identity_of(metadata: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
const fn identity_of(_: &Metadata) -> (u64, u64) {
    (0, 0)
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        if self
            .file
            .metadata()
            .is_ok_and(|metadata| metadata.len() == 0)
        {
            // An empty file was created only for the lock.
            let _ = fs::remove_file(&self.path);
        }
    }
}
