//! Why a training cannot go on.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a training cannot begin or go on.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// The spool cannot be read.
    #[error("the spool of samples: {0}")]
    Spool(#[from] io::Error),
    /// The checkpoint, or a source whose size it keeps, cannot be read or written.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was refused.
        error: io::Error,
    },
    /// The checkpoint is something else, cut off or damaged.
    #[error("{}: expected a whole checkpoint of a training: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The checkpoint was made with other settings or other positions.
    #[error(
        "{}: a checkpoint of a training with another {setting}: expected {expected}, \
         found {found}; give another file, or remove this one",
        .path.display()
    )]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// The first setting that differs.
        setting: String,
        /// What the checkpoint has, or `nothing`.
        found: String,
        /// What this training has, or `nothing`.
        expected: String,
    },
}
