//! Errors of data sets.

use std::io;
use std::path::{Path, PathBuf};

use parquet::errors::ParquetError;

/// The reason why a data set cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// The file system failed.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The file was made with other settings.
    #[error(
        "{}: made with another {setting}: expected {expected}, found {found}; \
         give another folder, or the settings of this one",
        .path.display()
    )]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// The first setting that differs: `shape`, or a path such as `settings.depth`.
        setting: String,
        /// Its value in the file, as JSON, or `nothing`.
        found: String,
        /// Its value in this run, as JSON, or `nothing`.
        expected: String,
    },
    /// The file or folder has another content than expected.
    #[error("{}: {reason}", .path.display())]
    Unfit {
        /// The file.
        path: PathBuf,
        /// What is wrong and what was expected.
        reason: String,
    },
    /// A row is invalid on the board of the file.
    #[error("{}: row {row}: {reason}", .path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// The row, counted from 1.
        row: u64,
        /// What is wrong and what was expected.
        reason: String,
    },
    /// The file is damaged, or cannot be written.
    #[error("{}: {error}", .path.display())]
    Parquet {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: ParquetError,
    },
}

impl DatasetError {
    /// Returns a constructor for file system errors on `path`.
    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::File {
            path: path.to_owned(),
            error,
        }
    }

    /// Returns a constructor for errors of the Parquet file at `path`.
    pub(super) fn parquet(path: &Path) -> impl Fn(ParquetError) -> Self {
        move |error| Self::Parquet {
            path: path.to_owned(),
            error,
        }
    }

    /// Returns the error of an unexpected content.
    pub(crate) fn unfit(path: &Path, reason: impl Into<String>) -> Self {
        Self::Unfit {
            path: path.to_owned(),
            reason: reason.into(),
        }
    }
}
