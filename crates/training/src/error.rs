//! Errors.

use std::io;
use std::path::{Path, PathBuf};

use outflank_matches::MatchError;
use outflank_othello::format::FileError;
use thiserror::Error;

/// The reason why data cannot be read or written, or a run cannot start or continue.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// A file system operation failed.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// A file of games cannot be read.
    #[error(transparent)]
    Games(#[from] FileError),
    /// A file is damaged, or its content is not the expected one.
    #[error("{}: {}", .0.display(), .1)]
    Content(PathBuf, String),
    /// The sample store cannot be read or written.
    #[error("the sample store: {0}")]
    Store(#[from] io::Error),
    /// Settings are invalid.
    #[error("{0}")]
    Settings(String),
    /// The matches of tuning cannot be played.
    #[error(transparent)]
    Matches(#[from] MatchError),
    /// The sink of samples stopped the loading.
    #[error("stopped")]
    Stopped,
}

impl TrainingError {
    /// Returns a constructor for file system errors on `path`.
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Io(path.to_owned(), error)
    }

    /// Returns the error for a file with unexpected content.
    #[expect(clippy::needless_pass_by_value, reason = "callers make the reason")]
    pub(crate) fn content(path: &Path, reason: impl ToString) -> Self {
        Self::Content(path.to_owned(), reason.to_string())
    }

    /// Returns the error for a row of a file. `row` counts from 1.
    pub(crate) fn row(path: &Path, row: u64, reason: &str) -> Self {
        Self::content(path, format_args!("row {row}: {reason}"))
    }
}

impl From<serde_json::Error> for TrainingError {
    fn from(error: serde_json::Error) -> Self {
        Self::Settings(format!("the settings: {error}"))
    }
}
