//! Weights of the pattern evaluation, learned from scored positions.
//!
//! Positions with their scores are poured into a [`Spool`], which keeps them on
//! disk by stage of the game; [`Trainer`] then finds the weights that predict the
//! scores best, with passes over the spool, so that there may be more positions
//! than memory.
//!
//! The evaluation is linear, so the best weights solve a system of linear
//! equations: least squares with a penalty on large weights (ridge regression:
//! Hoerl and Kennard 1970). They are found by conjugate gradients (Hestenes and
//! Stiefel 1952), preconditioned by how often each weight is used. Rare
//! configurations so stay near zero, and since weights between two knots of the
//! stages are interpolated, neighbouring stages share what they learn.

mod checkpoint;
mod choice;
mod error;
mod error_by_stage;
mod exact;
pub mod network;
mod obf;
mod passes;
mod pouring;
mod solver;
mod sources;
mod spool;
mod state;

pub use checkpoint::Checkpoint;
pub use choice::{PatternChoice, PatternChoiceError};
pub use error::TrainingError;
pub use error_by_stage::{ErrorByStage, StageError};
pub use pouring::Pouring;
pub use solver::{Trained, Trainer, TrainingOptions};
pub use sources::{SampleSink, SourceError, pour_games};
pub use spool::{Sample, Spool, SpoolWriter};
pub use state::Step;
