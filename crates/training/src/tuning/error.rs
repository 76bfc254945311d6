//! Errors of tuning.

use thiserror::Error;

use crate::checkpoint::CheckpointError;
use outflank_matches::TournamentError;

/// The reason why tuning cannot start or continue.
#[derive(Debug, Error)]
pub enum TuningError {
    /// A starting value is out of bounds.
    #[error("{name} is {value}: expected {least} to {most}")]
    Beyond {
        /// The parameter.
        name: String,
        /// Its value.
        value: f64,
        /// Its minimum.
        least: f64,
        /// Its maximum.
        most: f64,
    },
    /// A stage is too short.
    #[error("a stage takes less than {least} of the board: expected more")]
    ShortStage {
        /// Minimum share of the board.
        least: f64,
    },
    /// There are too few openings for the games of an iteration.
    #[error(
        "{found} different openings: expected {needed} or more, one for each pair of games of an iteration"
    )]
    TooFewOpenings {
        /// Openings available.
        found: usize,
        /// Pairs of games per iteration.
        needed: usize,
    },
    /// The matches cannot be played.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}
