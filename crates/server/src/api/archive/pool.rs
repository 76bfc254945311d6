//! Connections to the archive, each used by one request at a time.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use outflank_study::archive::{Archive, ArchiveError};

/// Connections to one archive. As many are open as were ever used at once.
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
    /// Files that are no archive.
    pub(crate) fn open(path: &Path) -> Result<Self, ArchiveError> {
        Ok(Self {
            path: path.to_owned(),
            idle: Mutex::new(vec![Archive::open(path)?]),
        })
    }

    /// Asks the archive something.
    ///
    /// # Errors
    ///
    /// Whatever the archive refuses.
    pub(super) fn ask<T>(
        &self,
        question: impl FnOnce(&Archive) -> Result<T, ArchiveError>,
    ) -> Result<T, ArchiveError> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let archive = match taken {
            Some(archive) => archive,
            None => Archive::open(&self.path)?,
        };
        let answer = question(&archive);
        idle().push(archive);
        answer
    }
}
