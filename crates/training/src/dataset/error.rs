//! Errors of data sets.

use std::io;
use std::path::{Path, PathBuf};

use parquet::errors::ParquetError;

use super::header::Kind;

/// The reason why a data set cannot be read or written. Block 0 is the header; the records
/// of a block are counted from 1.
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
    /// The file is not a data set, or is damaged.
    #[error("{}: block {block}: expected {expected}: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The block.
        block: u64,
        /// What was expected.
        expected: &'static str,
        /// What was found instead.
        reason: String,
    },
    /// The file ends within a block, as after an interrupted write.
    #[error(
        "{}: block {block}: expected {} more: the file is truncated {bytes} bytes into the block",
        .path.display(), if *.block == 0 { "of the header" } else { "of its records" }
    )]
    CutOff {
        /// The file.
        path: PathBuf,
        /// The truncated block.
        block: u64,
        /// Bytes of the truncated block.
        bytes: u64,
    },
    /// The file holds records of another kind.
    #[error("{}: block 0: expected a file of {expected}, found one of {found}", .path.display())]
    OtherKind {
        /// The file.
        path: PathBuf,
        /// The kind of the file.
        found: String,
        /// The kind requested.
        expected: Kind,
    },
    /// The format version is not supported.
    #[error("{}: block 0: expected version {expected} of the format, found {found}", .path.display())]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u64,
        /// The supported version.
        expected: u64,
    },
    /// The file was made with other settings.
    #[error(
        "{}: block 0: made with another {setting}: expected {expected}, found {found}; \
         give another file, or the settings of this one",
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
    /// A record is invalid on the board of the file.
    #[error("{}: block {block}: record {record}: {reason}", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// The block.
        block: u64,
        /// The record, in its block.
        record: u32,
        /// What is wrong and what was expected.
        reason: String,
    },
    /// The board or the settings are too large for the format.
    #[error("{}: {reason}", .path.display())]
    Unfit {
        /// The file.
        path: PathBuf,
        /// What is too large, and for what.
        reason: String,
    },
    /// A row of a Parquet file is invalid on the board of the file.
    #[error("{}: row {row}: {reason}", .path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// The row, counted from 1.
        row: u64,
        /// What is wrong and what was expected.
        reason: String,
    },
    /// A Parquet file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Parquet {
        /// The Parquet file.
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
}
