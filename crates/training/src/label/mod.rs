//! Positions out of files of games, scored anew by deeper searches.

mod drawn;
mod error;

use std::path::PathBuf;

use outflank_engine::evaluation::{Evaluation, UNITS_PER_DISC};
use outflank_engine::{Limits, SearchRequest, Searcher, Selectivity};
use outflank_othello::{Position, Shape};
use serde::{Deserialize, Serialize};

pub use drawn::DrawnPositions;
pub use error::LabelError;

use crate::dataset::ScoredPosition;
use crate::selfplay::SELFPLAY_HASH;
use outflank_matches::digest::file_digest;

/// How positions are drawn from games and scored. The same settings give the same
/// positions in the same order with the same scores, however many threads search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The shape of the board.
    #[serde(skip)]
    pub shape: Shape,
    /// Decides which positions are drawn.
    pub seed: u64,
    /// Plies that a search looks ahead.
    pub depth: u32,
    /// How probable what the search leaves out must be, in per cent.
    pub selectivity: u32,
    /// With so many empty squares or fewer a position is solved exactly.
    pub exact_to: u32,
    /// Positions drawn from each game; 0 takes all.
    pub per_game: u32,
    /// Most moves made by chance behind a drawn position.
    pub stray: u32,
    /// The least number of empty squares of a position.
    pub least_empties: u32,
    /// The greatest number of empty squares of a position.
    pub most_empties: u32,
    /// A number that tells the weights of the solver's evaluation from others.
    pub weights_hash: u64,
    /// A number that tells what the sources hold from what others do.
    pub sources_hash: u64,
    /// Files of games or positions, in their order.
    #[serde(skip)]
    pub sources: Vec<PathBuf>,
}

/// MiB of the transposition table of a search, which is emptied before each
/// position.
pub const LABEL_HASH: usize = SELFPLAY_HASH;

impl Label {
    /// Says by which evaluation the solver will value positions, if there is one for the
    /// shape, so that a file is not taken up with another.
    #[must_use]
    pub fn with_evaluation(mut self, evaluation: Option<&Evaluation>) -> Self {
        self.weights_hash = evaluation.map_or(0, Evaluation::digest);
        self
    }

    /// Takes positions from these files: self-play, scored positions, WTHOR,
    /// transcripts, OBF. All that they hold counts, their names do not.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, is of another board than [`shape`](Self::shape), or has no game or
    /// position that can be read.
    pub fn with_sources(mut self, sources: Vec<PathBuf>) -> Result<Self, LabelError> {
        self.sources_hash = 0;
        for path in &sources {
            drawn::check(path, self.shape)?;
            let hash = file_digest(self.sources_hash, path);
            self.sources_hash = hash.map_err(|error| LabelError::Unread {
                path: path.clone(),
                error,
            })?;
        }
        self.sources = sources;
        Ok(self)
    }

    /// The positions that the sources give, in their order. In each the mover has
    /// a move.
    #[must_use]
    pub fn positions(&self) -> DrawnPositions<'_> {
        DrawnPositions::new(self)
    }

    /// Scores a position in which the mover has a move, on a board that fits into 8×8.
    /// What the solver knows is forgotten first. None if the search was stopped.
    ///
    /// # Panics
    ///
    /// If there is no such [`Selectivity`].
    pub fn score(&self, position: &Position, searcher: &mut Searcher) -> Option<ScoredPosition> {
        let Some(selectivity) = Selectivity::from_percent(self.selectivity) else {
            panic!("no selectivity of {} %", self.selectivity);
        };
        searcher.clear();
        let limits = if position.empties().len() as u32 <= self.exact_to {
            Limits::SOLVE
        } else {
            Limits::depth(self.depth).with_selectivity(selectivity)
        };
        let result = searcher.search(&SearchRequest::new(position, limits), |_| true);
        let best = result.best().filter(|_| result.complete)?;
        let depth = if best.is_exact {
            ScoredPosition::EXACT
        } else {
            best.depth as u8
        };
        let most = UNITS_PER_DISC * position.shape().squares() as i32;
        let board = position.widened_board();
        Some(ScoredPosition {
            mover: board.mover() as u64,
            opponent: board.opponent() as u64,
            score: best.score.clamp(-most, most) as i16,
            depth,
        })
    }
}
