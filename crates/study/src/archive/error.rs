//! Why an archive cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use outflank_othello::format::StreamError;

/// What went wrong with the archive in a file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct ArchiveError {
    /// The file.
    pub path: PathBuf,
    /// What.
    pub fault: Fault,
}

/// What can go wrong with an archive.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// There is no file.
    #[error("no such archive: `outflank db import` makes one")]
    Missing,
    /// The file is something else.
    #[error("this is no archive of games: expected one that `outflank db import` wrote")]
    Foreign,
    /// The archive was written by a later version of the program.
    #[error("an archive of version {found}: this program knows versions up to {known}")]
    Newer {
        /// The version of the file.
        found: i64,
        /// The greatest version known.
        known: i64,
    },
    /// The file is an archive in which something is wrong.
    #[error("damaged archive: {0}")]
    Damaged(String),
    /// There is no game of that number.
    #[error("no game {number}: the archive has {games}")]
    NoGame {
        /// The number asked for.
        number: u32,
        /// The number of games.
        games: u32,
    },
    /// More games than can be numbered.
    #[error("the archive is full")]
    Full,
    /// The system refuses it.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The database refuses it.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
}

impl Fault {
    pub(super) fn at(self, path: &Path) -> ArchiveError {
        // What SQLite says of a file that has another kind of content.
        let fault = match self {
            Self::Sqlite(error)
                if error.sqlite_error_code() == Some(rusqlite::ErrorCode::NotADatabase) =>
            {
                Self::Foreign
            }
            other => other,
        };
        ArchiveError {
            path: path.to_owned(),
            fault,
        }
    }

    pub(super) fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged(what.into())
    }
}

/// Why an import ends before the end of its games.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The games cannot be read on. Those before are in the archive.
    #[error(transparent)]
    Source(#[from] StreamError),
    /// The archive cannot take them.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}
