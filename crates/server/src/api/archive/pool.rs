//! Connections to the archive.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use outflank_archive::{Archive, ArchiveError};

/// A pool of connections to the archive; it grows to the number used at once.
#[derive(Debug)]
pub(crate) struct ArchivePool {
    path: PathBuf,
    idle: Mutex<Vec<Archive>>,
}

impl ArchivePool {
    /// Opens the archive in a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not an archive.
    pub(crate) fn open(path: &Path) -> Result<Self, ArchiveError> {
        Ok(Self {
            path: path.to_owned(),
            idle: Mutex::new(vec![Archive::open(path)?]),
        })
    }

    /// Queries or changes the archive.
    ///
    /// # Errors
    ///
    /// Returns an error if the archive cannot be read or written.
    pub(crate) fn ask<T>(
        &self,
        question: impl FnOnce(&mut Archive) -> Result<T, ArchiveError>,
    ) -> Result<T, ArchiveError> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut archive = match taken {
            Some(archive) => archive,
            None => Archive::open(&self.path)?,
        };
        let answer = question(&mut archive);
        idle().push(archive);
        answer
    }
}
