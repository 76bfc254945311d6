//! Errors of training runs.

use std::io;

use thiserror::Error;

use crate::checkpoint::CheckpointError;

/// The reason why a training run cannot start or continue.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// The sample store cannot be read.
    #[error("the sample store: {0}")]
    Samples(#[from] io::Error),
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}
