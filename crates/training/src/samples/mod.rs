//! Training samples: positions with their scores, from files of games or positions.

mod load;
mod obf;
mod options;
mod store;

use outflank_othello::{Board, Shape};

use crate::error::TrainingError;

pub(crate) use load::expect_board;
pub use load::load_samples;
pub use options::{SampleOptions, Split};
pub use store::{SampleStore, SampleStoreWriter};

/// A position with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The board: bit `8·row + column` of boards that fit into 8×8, `width·row + column`
    /// of others.
    pub board: Board<u128>,
    /// Score for the mover, in 1/128 discs.
    pub score: i16,
}

/// A destination of samples.
pub trait SampleSink {
    /// Returns the board shape it accepts.
    fn shape(&self) -> Shape;

    /// Adds a sample.
    ///
    /// # Errors
    ///
    /// Returns an error if the sample cannot be stored, or [`TrainingError::Stopped`] to end
    /// the loading.
    fn add(&mut self, sample: Sample, split: Split) -> Result<(), TrainingError>;
}
