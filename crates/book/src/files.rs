//! The files of a book: the store, its overlay, its lock, and the files of a book under
//! construction.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use outflank_support::{Locked, LockedFile, create_like, lock_exclusive, regular_path};

use crate::error::{At as _, BookError, Fault};

/// Returns the path of a file beside a book.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Opens a file if it exists.
fn open(path: &Path) -> io::Result<Option<File>> {
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        opened => opened.map(Some),
    }
}

/// Returns the path of a book's overlay, which holds the positions that are not yet in the store.
/// If `path` is a symbolic link, the overlay is beside the link's target.
#[must_use]
pub fn overlay_path(path: &Path) -> PathBuf {
    let book = regular_path(path).ok().flatten();
    beside(&book.unwrap_or_else(|| path.to_owned()), ".overlay")
}

/// A lock on a book, which gives the right to write it. Until the lock is dropped, no other process
/// can lock the book.
#[derive(Debug)]
pub struct BookLock {
    path: PathBuf,
    _lock: LockedFile,
}

impl BookLock {
    /// Locks a book, which need not exist yet.
    ///
    /// # Errors
    ///
    /// Returns an error that names the process that is writing the book, or any I/O error.
    pub fn new(path: &Path) -> Result<Self, BookError> {
        let Some(book) = regular_path(path).at(path)? else {
            let message = "expected a regular file, because the program also reads it";
            let error = io::Error::new(io::ErrorKind::InvalidInput, message);
            return Err(Fault::Io(error).at(path));
        };
        Ok(Self {
            _lock: LockedFile::open(&beside(&book, ".lock")).at(path)?,
            path: book,
        })
    }

    /// Returns the path of the book, with symbolic links resolved.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates a store file with the mode and owner of the book.
    pub(crate) fn create(&self, path: &Path) -> io::Result<File> {
        create_like(path, &self.path)
    }

    /// Returns the path of the store under construction.
    pub(crate) fn part(&self) -> PathBuf {
        beside(&self.path, ".part")
    }

    /// Returns the path of the state from which an interrupted construction resumes.
    pub(crate) fn progress(&self) -> PathBuf {
        beside(&self.path, ".progress")
    }

    /// Returns the path of a sorted run of an import.
    pub(crate) fn run(&self, number: usize) -> PathBuf {
        beside(&self.path, &format!(".run{number}"))
    }

    /// Replaces the book with the finished store under construction. Removes the overlay if the
    /// store includes it.
    pub(crate) fn replace(&self, includes_overlay: bool) -> Result<(), Fault> {
        let replaced = open(&self.path)?;
        fs::rename(self.part(), &self.path)?;
        if includes_overlay {
            self.remove_overlay(replaced)?;
        }
        let _ = fs::remove_file(self.progress());
        Ok(())
    }

    /// Removes the overlay once no reader has it open. Readers hold a lock on the store or on the
    /// one that it has `replaced`.
    pub(crate) fn remove_overlay(&self, replaced: Option<File>) -> Result<(), Fault> {
        let stores = replaced.into_iter().chain(open(&self.path)?);
        let _locks: Vec<Locked> = stores.map(lock_exclusive).collect::<io::Result<_>>()?;
        Ok(crate::overlay::remove(&overlay_path(&self.path))?)
    }
}
