//! Positions sampled from files of games and scored by deeper searches.

mod sampling;
mod shards;

use std::path::PathBuf;

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_engine::{Limits, SearchRequest, Searcher, Selectivity};
use outflank_othello::{Position, Shape};
use serde::Serialize;

pub use sampling::SampledPositions;
pub use shards::{Shard, Shards};

use crate::dataset::{ScoredPosition, files};
use crate::error::TrainingError;
use crate::selfplay::SELFPLAY_HASH;
use outflank_support::digest::file_digest;

/// Settings of labelling. The same settings give the same positions in the same order with
/// the same scores on any number of threads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Label {
    /// The board.
    #[serde(skip)]
    pub shape: Shape,
    /// Seed of the sampling.
    pub seed: u64,
    /// Depth of the searches in plies.
    pub depth: u32,
    /// Selectivity of the searches.
    #[serde(serialize_with = "crate::selfplay::as_percent")]
    pub selectivity: Selectivity,
    /// Empties at or below which positions are solved.
    pub exact_to: u32,
    /// Number of positions sampled from each game; 0 takes all.
    pub per_game: u32,
    /// Maximum number of random moves after a sampled position.
    #[serde(rename = "stray")]
    pub max_random_moves: u32,
    /// Minimum number of empties.
    #[serde(rename = "least_empties")]
    pub min_empties: u32,
    /// Maximum number of empties.
    #[serde(rename = "most_empties")]
    pub max_empties: u32,
    /// Digest of the searcher's evaluation, or 0 without one. It keeps a run from being resumed
    /// with another evaluation.
    pub weights_hash: u64,
    /// Hash of the content of the sources.
    pub sources_hash: u64,
    /// Files of games or positions.
    #[serde(skip)]
    pub sources: Vec<PathBuf>,
}

/// Size in MiB of the transposition table, which is cleared before each position.
pub const LABEL_HASH: usize = SELFPLAY_HASH;

impl Label {
    /// Samples positions from these files: self-play games, positions, WTHOR, transcripts or OBF.
    /// In a folder, all Parquet files are read. Files are identified by their content, not by their
    /// names.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, is for a board other than [`shape`](Self::shape),
    /// or contains no readable game or position.
    pub fn with_sources(mut self, sources: &[PathBuf]) -> Result<Self, TrainingError> {
        let sources = files(sources)?;
        self.sources_hash = 0;
        for path in &sources {
            sampling::check(path, self.shape)?;
            let hash = file_digest(self.sources_hash, path);
            self.sources_hash = hash.map_err(TrainingError::io(path))?;
        }
        self.sources = sources;
        Ok(self)
    }

    /// Scores a position in which the mover has a move, on a board that fits into 8×8, after
    /// clearing the searcher. Returns `None` if the search was stopped.
    pub fn score(&self, position: &Position, searcher: &mut Searcher) -> Option<ScoredPosition> {
        searcher.clear();
        let limits = if position.empties().len() as u32 <= self.exact_to {
            Limits::SOLVE
        } else {
            Limits::depth(self.depth).with_selectivity(self.selectivity)
        };
        let result = searcher.search(&SearchRequest::new(position, limits));
        let best = result.best().filter(|_| result.complete)?;
        let depth = if best.is_exact() {
            ScoredPosition::EXACT
        } else {
            best.depth as u8
        };
        let most = UNITS_PER_DISC * position.shape().squares() as i32;
        let board = position.widened_board();
        Some(ScoredPosition {
            mover: board.mover() as u64,
            opponent: board.opponent() as u64,
            score: best.score.units().clamp(-most, most) as i16,
            depth,
        })
    }
}
