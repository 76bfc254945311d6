//! Why a tuning cannot begin or go on.

use std::io;
use std::path::PathBuf;

use outflank_classic::ParameterError;
use thiserror::Error;

use crate::training::SourceError;
use outflank_matches::TournamentError;

/// Why a tuning cannot begin or go on.
#[derive(Debug, Error)]
pub enum TuningError {
    /// A parameter to start from is beyond its bounds.
    #[error("{name} is {value}: expected {least} to {most}")]
    Beyond {
        /// The parameter.
        name: String,
        /// What it is.
        value: f64,
        /// The least that it may be.
        least: f64,
        /// The most that it may be.
        most: f64,
    },
    /// There are more stages than the board has room for.
    #[error("a stage takes less than {least} of the board: expected more")]
    ShortStage {
        /// The least share.
        least: f64,
    },
    /// The evaluation has no parameters.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
    /// There are too few openings for the games of an iteration.
    #[error(
        "{found} different openings: expected {wanted} or more, one for each pair of games of an iteration"
    )]
    TooFewOpenings {
        /// Openings there are.
        found: usize,
        /// Pairs of an iteration.
        wanted: usize,
    },
    /// The matches cannot be played.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// A file of scores cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// There is too little to learn from.
    #[error(
        "{positions} positions with scores to learn from and {held_out} held out: too few for {stages} stages of the game"
    )]
    TooFewPositions {
        /// Positions to learn from.
        positions: u64,
        /// Positions held out.
        held_out: u64,
        /// Stages whose weights are wanted.
        stages: usize,
    },
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The checkpoint, or a source whose content it keeps, cannot be read or written.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was refused.
        error: io::Error,
    },
    /// The checkpoint is something else, cut off or damaged.
    #[error("{}: expected a whole checkpoint of a tuning: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The checkpoint is of a tuning with other settings.
    #[error(
        "{}: a checkpoint of a tuning with another {setting}: expected {expected}, \
         found {found}; give another file, or remove this one",
        .path.display()
    )]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// The first setting that differs.
        setting: String,
        /// What the checkpoint has, or `nothing`.
        found: String,
        /// What this tuning has, or `nothing`.
        expected: String,
    },
}
