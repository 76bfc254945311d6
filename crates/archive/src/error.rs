//! Archive errors.

use std::io;
use std::path::PathBuf;

use outflank_othello::IllegalMove;
use outflank_othello::format::StreamError;
use rusqlite::ErrorCode;

/// An error in the file of an archive or a library.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct ArchiveError {
    /// The file.
    pub path: PathBuf,
    /// What went wrong.
    pub fault: Fault,
}

/// The result of an access to the file.
pub(crate) type Result<T, E = Fault> = std::result::Result<T, E>;

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The file does not exist.
    #[error("no such archive: `outflank db import` and `outflank practice add` create one")]
    Missing,
    /// The file is of another kind.
    #[error("not {expected}: expected a file written by `{writer}`")]
    Foreign {
        /// The expected kind of file.
        expected: &'static str,
        /// The command that writes such a file.
        writer: &'static str,
    },
    /// A newer version of the program wrote the file.
    #[error("file version {found}: this program reads versions up to {known}")]
    Newer {
        /// The version of the file.
        found: i64,
        /// The latest supported version.
        known: i64,
    },
    /// The archive is damaged.
    #[error("damaged archive: {0}")]
    Damaged(String),
    /// Something that is to be imported is wrong.
    #[error("wrong: {0}")]
    Wrong(String),
    /// A stored object is damaged.
    #[error("damaged: {0}")]
    Json(#[from] serde_json::Error),
    /// No game has this number.
    #[error("no game {number}: the archive has {games}")]
    NoGame {
        /// The number.
        number: u32,
        /// The number of games.
        games: u32,
    },
    /// No player has this name.
    #[error("no player is called {0:?}: list the names with `outflank db players`")]
    NoPlayer(String),
    /// Several players have this name.
    #[error("{name:?} may be {}: expected one of them", found.join(" or "))]
    ManyPlayers {
        /// The name.
        name: String,
        /// The spellings.
        found: Vec<String>,
    },
    /// No deck has this name.
    #[error("no deck is called {0:?}: list them with `outflank practice stats`")]
    NoDeck(String),
    /// No card has this number.
    #[error("no card {0}")]
    NoCard(i64),
    /// The answer to a card is not a legal move.
    #[error(transparent)]
    IllegalAnswer(#[from] IllegalMove),
    /// Too many games.
    #[error("the archive is full")]
    Full,
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A database error.
    #[error("{0}{advice}", advice = advice(.0))]
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// Returns what to do about a database error, if anything can be done.
fn advice(error: &rusqlite::Error) -> &'static str {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt) => ": restore a copy of the file, or make a new one",
        _ => "",
    }
}

impl Fault {
    /// Returns whether the storage is full, which the file system for browsers reports as an I/O
    /// error.
    #[must_use]
    pub fn is_disk_full(&self) -> bool {
        let Self::Sqlite(error) = self else {
            return false;
        };
        let code = error.sqlite_error_code();
        code == Some(ErrorCode::DiskFull)
            || cfg!(target_arch = "wasm32") && code == Some(ErrorCode::SystemIoFailure)
    }

    pub(super) fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged(what.into())
    }
}

/// The reason why an import stopped.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The source cannot be read further. Earlier games are in the archive.
    #[error("{0}; the games before are in the archive")]
    Source(#[from] StreamError),
    /// The archive cannot be written.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}
