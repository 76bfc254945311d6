//! The files of data sets, and what they hold.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::columns::Table;
use crate::error::TrainingError;

/// The kind of data in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Self-play games.
    Games,
    /// Positions.
    Positions,
}

/// Returns what a file holds, or `None` if it is not Parquet.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or is damaged Parquet.
pub fn kind_of(path: &Path) -> Result<Option<Kind>, TrainingError> {
    const MAGIC: &[u8] = b"PAR1";
    let refused = TrainingError::io(path);
    let mut start = Vec::with_capacity(MAGIC.len());
    let file = File::open(path).map_err(&refused)?;
    let read = file.take(MAGIC.len() as u64).read_to_end(&mut start);
    read.map_err(&refused)?;
    if start != MAGIC {
        return Ok(None);
    }
    let has_games = Table::open(path)?.place("transcript").is_some();
    Ok(Some(if has_games {
        Kind::Games
    } else {
        Kind::Positions
    }))
}

/// Returns the files of data sets: a folder stands for its Parquet files, in the order of their
/// names.
///
/// # Errors
///
/// Returns an error if a folder cannot be read, or has no such file.
pub fn files(sources: &[impl AsRef<Path>]) -> Result<Vec<PathBuf>, TrainingError> {
    let mut files = Vec::new();
    for source in sources {
        let source = source.as_ref();
        if !source.is_dir() {
            files.push(source.to_owned());
            continue;
        }
        let shards = shards(source)?;
        if shards.is_empty() {
            let reason = "expected Parquet files in this folder, found none";
            return Err(TrainingError::content(source, reason));
        }
        files.extend(shards);
    }
    Ok(files)
}

/// Returns the Parquet files of a folder, in the order of their names.
pub(crate) fn shards(folder: &Path) -> Result<Vec<PathBuf>, TrainingError> {
    let refused = TrainingError::io(folder);
    let mut shards = Vec::new();
    for entry in fs::read_dir(folder).map_err(&refused)? {
        let path = entry.map_err(&refused)?.path();
        if path.extension() == Some("parquet".as_ref()) {
            shards.push(path);
        }
    }
    shards.sort();
    Ok(shards)
}
