//! Errors of tuning.

use outflank_textbook::ParameterError;
use thiserror::Error;

use crate::checkpoint::CheckpointError;
use crate::samples::SampleError;
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
    /// The evaluation has no parameters.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
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
    /// A file of samples cannot be read.
    #[error(transparent)]
    Source(#[from] SampleError),
    /// There are too few samples.
    #[error(
        "{positions} positions with scores to learn from and {held_out} held out: too few for {stages} stages of the game"
    )]
    TooFewPositions {
        /// Positions to learn from.
        positions: u64,
        /// Positions held out.
        held_out: u64,
        /// Stages to fit.
        stages: usize,
    },
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The checkpoint cannot be used, or a source cannot be read.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}
