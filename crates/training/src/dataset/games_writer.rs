//! A writer of self-play games in shards.

use std::fs;
use std::path::{Path, PathBuf};

use outflank_support::{LockedFile, remove_abandoned};

use super::games::{SelfPlayGame, write_games};
use super::games_reader::GamesReader;
use super::header::Header;
use super::shards;
use crate::error::TrainingError;

/// Number of games in a full file.
const SHARD: usize = 10_000;

/// Writes games to a folder, in files of 10,000. Games that are not flushed are lost when the
/// writer is dropped.
///
/// To add games to the last file, the writer writes the file again under a temporary name and
/// renames it. A killed program therefore leaves only complete files.
pub struct GamesWriter {
    folder: PathBuf,
    header: Header,
    /// The lock that excludes other writers.
    _lock: LockedFile,
    /// Number of the last file, from 0.
    shard: usize,
    /// The games of the last file.
    games: Vec<SelfPlayGame>,
    is_flushed: bool,
}

impl GamesWriter {
    /// Creates the folder, or resumes an existing one.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder contains files with another header (the error names the first
    /// setting that differs), files of other programs or damaged files, if another process is
    /// writing to it, or if it cannot be written.
    pub fn create_or_resume(folder: &Path, header: &Header) -> Result<Self, TrainingError> {
        let refused = TrainingError::io(folder);
        fs::create_dir_all(folder).map_err(&refused)?;
        let lock = LockedFile::open(&folder.join(".lock")).map_err(&refused)?;
        remove_abandoned(folder, |name| {
            Path::new(name).extension() == Some("parquet".as_ref())
        });
        let mut writer = Self {
            folder: folder.to_owned(),
            header: header.clone(),
            _lock: lock,
            shard: 0,
            games: Vec::new(),
            is_flushed: true,
        };
        let shards = shards(folder)?;
        for (number, path) in shards.iter().enumerate() {
            writer.shard = number;
            if *path != writer.path() {
                let reason = format!("expected {} in this folder", writer.path().display());
                return Err(TrainingError::content(path, reason));
            }
            let reader = GamesReader::open(path)?;
            reader.header().expect(header, path)?;
            let rows = reader.games();
            if number + 1 < shards.len() && rows != SHARD as u64 {
                let reason = format!("{rows} games: expected {SHARD}, because more files follow");
                return Err(TrainingError::content(path, reason));
            }
        }
        if let Some(last) = shards.last() {
            writer.games = GamesReader::open(last)?.collect::<Result<_, _>>()?;
        }
        Ok(writer)
    }

    /// Returns the number of games, written or not.
    #[must_use]
    pub const fn games(&self) -> u64 {
        (self.shard * SHARD + self.games.len()) as u64
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is invalid on the header's board, or if the preceding file
    /// cannot be written. The game is then not added.
    pub fn push(&mut self, game: &SelfPlayGame) -> Result<(), TrainingError> {
        let played = game.replay(self.header.shape);
        let checked = played.map_err(|error| error.to_string());
        checked
            .and_then(|played| game.check(&played))
            .map_err(|reason| {
                TrainingError::row(&self.path(), self.games.len() as u64 + 1, &reason)
            })?;
        if self.games.len() >= SHARD {
            self.flush()?;
            self.shard += 1;
            self.games.clear();
        }
        self.games.push(game.clone());
        self.is_flushed = false;
        Ok(())
    }

    /// Writes the games that are not yet in the last file.
    ///
    /// # Errors
    ///
    /// Returns an error if they cannot be written.
    pub fn flush(&mut self) -> Result<(), TrainingError> {
        if !self.is_flushed {
            write_games(&self.games, &self.header, &self.path())?;
            self.is_flushed = true;
        }
        Ok(())
    }

    /// Returns the path of the last file.
    fn path(&self) -> PathBuf {
        self.folder.join(format!("{:06}.parquet", self.shard))
    }
}
