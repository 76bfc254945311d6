//! Self-play games and scored positions in Parquet files, which other programs can read.
//!
//! A data set is a file, or a folder of files, read in the order of their names. Each file is
//! written under a temporary name and renamed once it is complete. Its metadata contains a
//! [`Header`]: the board and the settings that determine the content.
//!
//! Games and positions are different tables: see [`write_games`] and [`write_positions`].
//!
//! ```
//! use outflank_training::dataset::{GamesReader, GamesWriter, Header, SelfPlayGame, files};
//! use outflank_othello::{Game, Shape};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = &folder.path().join("own.games");
//! let header = Header {
//!     shape: Shape::STANDARD,
//!     settings: serde_json::json!({ "engine": "random", "seed": 1 }),
//! };
//! let mut writer = GamesWriter::create_or_resume(path, &header)?;
//! // Black wipes White out in nine moves.
//! let game = Game::from_transcript(Shape::STANDARD, "e6f4e3f6g5d6e7f5c5")?;
//! writer.push(&SelfPlayGame {
//!     black_score: 64,
//!     moves: game.squares().collect(),
//!     ..SelfPlayGame::default()
//! })?;
//! writer.flush()?;
//!
//! for file in files(&[path])? {
//!     for game in GamesReader::open(&file)? {
//!         assert_eq!(game?.black_score, 64);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod columns;
mod games;
mod games_reader;
mod games_writer;
mod header;
mod positions;
mod positions_reader;

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::error::TrainingError;
use columns::Table;

pub use games::{SelfPlayGame, write_games};
pub use games_reader::GamesReader;
pub use games_writer::GamesWriter;
pub use header::Header;
pub use positions::{ScoredPosition, write_positions};
pub use positions_reader::PositionsReader;

/// The kind of data in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Self-play games.
    Games,
    /// Positions.
    Positions,
}

/// Returns what a file contains, or `None` if it is not Parquet.
///
/// # Errors
///
/// Returns an error if the file cannot be read, is not a regular file, or is damaged Parquet.
pub fn kind_of(path: &Path) -> Result<Option<Kind>, TrainingError> {
    const MAGIC: &[u8] = b"PAR1";
    let refused = TrainingError::io(path);
    let mut start = Vec::with_capacity(MAGIC.len());
    let file = File::open(path).map_err(&refused)?;
    // Callers reopen the file, and a pipe can be read only once.
    if !file.metadata().map_err(&refused)?.is_file() {
        return Err(TrainingError::content(
            path,
            "expected a regular file, because it is read more than once",
        ));
    }
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

/// Returns the files of data sets: each file, and the Parquet files of each folder in the order of
/// their names.
///
/// # Errors
///
/// Returns an error if a folder cannot be read, or contains no Parquet file.
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
