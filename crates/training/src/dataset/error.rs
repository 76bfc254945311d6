//! What can be wrong with a file of games or positions.

use std::io;
use std::path::{Path, PathBuf};

use parquet::errors::ParquetError;

use super::header::Kind;

/// A file of games or positions that cannot be written or read. Blocks are
/// counted from 0, which is the header; records within a block from 1.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// The file system refused.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was refused.
        error: io::Error,
    },
    /// The file is something else, or damaged.
    #[error("{}: block {block}: expected {expected}: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The block.
        block: u64,
        /// What should be there.
        expected: &'static str,
        /// What is there instead.
        reason: String,
    },
    /// The file ends within a block, as one does whose writer was killed.
    #[error(
        "{}: block {block}: expected {} more: the file is cut off {bytes} bytes into the block",
        .path.display(), if *.block == 0 { "of the header" } else { "of its records" }
    )]
    CutOff {
        /// The file.
        path: PathBuf,
        /// The block that is not whole.
        block: u64,
        /// Bytes of it that are there.
        bytes: u64,
    },
    /// The file holds records of the other kind.
    #[error("{}: block 0: expected a file of {expected}, found one of {found}", .path.display())]
    OtherKind {
        /// The file.
        path: PathBuf,
        /// What it says it holds.
        found: String,
        /// What was asked for.
        expected: Kind,
    },
    /// The file has a format that this program does not know.
    #[error("{}: block 0: expected version {expected} of the format, found {found}", .path.display())]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u64,
        /// The version that is known.
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
        /// The first that differs: `shape`, or a path such as `settings.depth`.
        setting: String,
        /// What the file has, as JSON, or `nothing`.
        found: String,
        /// What was to be written, as JSON, or `nothing`.
        expected: String,
    },
    /// A record that makes no sense on the file's board, read or to be written.
    #[error("{}: block {block}: record {record}: {reason}", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// The block.
        block: u64,
        /// The record, in its block.
        record: u32,
        /// What is wrong with it and what was expected.
        reason: String,
    },
    /// Records that cannot be kept: the board or the settings are too large.
    #[error("{}: {reason}", .path.display())]
    Unfit {
        /// The file.
        path: PathBuf,
        /// What does not fit, and into what.
        reason: String,
    },
    /// A Parquet file that cannot be written.
    #[error("{}: {error}", .path.display())]
    Parquet {
        /// The file that was to be written.
        path: PathBuf,
        /// Why it was not.
        error: ParquetError,
    },
}

impl DatasetError {
    /// Makes what the file system says of `path` an error.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::File {
            path: path.to_owned(),
            error,
        }
    }
}
