//! Labels in shards: Parquet files of ranges of positions, which any number of workers and machines
//! can write in any order.

use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use outflank_othello::Position;
use outflank_support::remove_abandoned;

use super::{Label, SampledPositions};
use crate::dataset::{Header, PositionsReader, ScoredPosition, shards, write_positions};
use crate::error::TrainingError;
use outflank_support::digest::bytes_digest;

/// An iterator over the shards of a [`Label`]: ranges of its positions, in order. It ends after an
/// error.
pub struct Shards {
    positions: SampledPositions,
    header: Header,
    size: usize,
    /// Number of the next shard.
    index: u64,
}

/// A range of positions whose scores go into one Parquet file.
#[derive(Clone, Debug)]
pub struct Shard {
    /// Number of the shard, from 0.
    pub index: u64,
    /// Its positions. The mover has a legal move in each.
    pub positions: Vec<Position>,
    /// Name of its file: the number, and a digest of settings and positions.
    pub name: String,
}

impl Label {
    /// Returns the positions in shards of `size`; the last one may be smaller. `size` is at least 1.
    ///
    /// # Errors
    ///
    /// Returns an error if the settings cannot be written as JSON.
    pub fn shards(&self, size: usize) -> Result<Shards, TrainingError> {
        let mut settings = serde_json::to_value(self)?;
        settings["shard_size"] = size.into();
        Ok(Shards {
            positions: self.positions(),
            header: Header {
                shape: self.shape,
                settings,
            },
            size,
            index: 0,
        })
    }
}

impl Shards {
    /// Returns the header of every shard.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Prepares a folder for shards: creates it, removes the unfinished files of killed processes,
    /// and checks that an existing shard has the same settings.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be created or read, or contains a Parquet file with
    /// other settings or from another program.
    pub fn prepare(&self, folder: &Path) -> Result<(), TrainingError> {
        let refused = TrainingError::io(folder);
        fs::create_dir_all(folder).map_err(&refused)?;
        remove_abandoned(folder, |name| {
            Path::new(name).extension() == Some("parquet".as_ref())
        });
        // All shards in the folder have passed this check, so checking one is enough.
        if let Some(path) = shards(folder)?.first() {
            let reader = PositionsReader::open(path, self.header.shape)?;
            let header = reader.header().ok_or_else(|| {
                let reason = "not a shard of this program: expected a folder of shards";
                TrainingError::content(path, reason)
            })?;
            header.expect(&self.header, path)?;
        }
        Ok(())
    }

    fn next_shard(&mut self) -> Result<Option<Shard>, TrainingError> {
        let positions = self.positions.by_ref().take(self.size);
        let positions: Vec<_> = positions.collect::<Result<_, _>>()?;
        if positions.is_empty() {
            return Ok(None);
        }
        let index = self.index;
        self.index += 1;
        let name = name(&self.header, index, &positions)?;
        Ok(Some(Shard {
            index,
            positions,
            name,
        }))
    }
}

impl Iterator for Shards {
    type Item = Result<Shard, TrainingError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_shard().transpose()
    }
}

/// Returns the name of a shard's file.
fn name(header: &Header, index: u64, positions: &[Position]) -> Result<String, TrainingError> {
    let mut content = serde_json::to_vec(header)?;
    content.extend(index.to_le_bytes());
    for [mover, opponent] in positions.iter().map(discs) {
        content.extend(mover.to_le_bytes());
        content.extend(opponent.to_le_bytes());
    }
    let digest = bytes_digest(&content);
    Ok(format!("{index:06}-{digest:016x}.parquet"))
}

/// Returns the discs of the mover and of the opponent, on a board that fits into 8×8.
fn discs(position: &Position) -> [u64; 2] {
    let board = position.widened_board();
    [board.mover() as u64, board.opponent() as u64]
}

impl Shard {
    /// Returns the discs of the mover and of the opponent of each position, bit 8·row + column.
    pub fn boards(&self) -> impl Iterator<Item = [u64; 2]> {
        self.positions.iter().map(discs)
    }

    /// Returns the path of its file.
    #[must_use]
    pub fn path(&self, folder: &Path) -> PathBuf {
        folder.join(&self.name)
    }

    /// Writes the file. `scores` contains a score and a depth for each position, as in
    /// [`ScoredPosition`].
    ///
    /// # Errors
    ///
    /// Returns an error if the number of scores is wrong, a score is impossible, or the file cannot
    /// be written. No file is then left behind.
    pub fn write(
        &self,
        folder: &Path,
        header: &Header,
        scores: &[(i16, u8)],
    ) -> Result<(), TrainingError> {
        let path = self.path(folder);
        if scores.len() != self.positions.len() {
            let (found, expected) = (scores.len(), self.positions.len());
            let reason = format!("{found} scores: expected {expected}");
            return Err(TrainingError::content(&path, reason));
        }
        let scored = iter::zip(self.boards(), scores);
        let scored = scored.map(|([mover, opponent], &(score, depth))| ScoredPosition {
            mover,
            opponent,
            score,
            depth,
        });
        write_positions(&scored.collect::<Vec<_>>(), header, &path)
    }
}
