//! Errors of the sources of positions.

use std::io;
use std::path::PathBuf;

use outflank_othello::Shape;
use outflank_othello::format::FileError;
use thiserror::Error;

use crate::dataset::DatasetError;

/// The reason why a file gives no positions.
#[derive(Debug, Error)]
pub enum LabelError {
    /// The file is not a file of games or cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file of self-play games or scored positions is damaged.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// The settings cannot be written as JSON.
    #[error("the settings: {0}")]
    Settings(#[from] serde_json::Error),
    /// The file cannot be read.
    #[error("{}: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// No game of the file can be read.
    #[error("{}: no game: {reason}", .path.display())]
    NoGames {
        /// The file.
        path: PathBuf,
        /// What is wrong with the first game.
        reason: String,
    },
    /// The file is for another board.
    #[error("{}: a board of {found}: expected one of {expected}", .path.display())]
    OtherShape {
        /// The file.
        path: PathBuf,
        /// Its board.
        found: Shape,
        /// The board expected.
        expected: Shape,
    },
}
