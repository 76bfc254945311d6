//! Self-play, labels, data sets, and training of the evaluations.
//!
//! | item | purpose |
//! |---|---|
//! | [`SelfPlay`] | games of the engine against itself |
//! | [`Label`] | positions sampled from games and scored by deeper searches |
//! | [`dataset`] | Parquet files of self-play games and of scored positions |
//! | [`samples`] | training samples from any of these files |
//! | [`weights`] | training of pattern weights |
//! | [`network`] | training of networks |
//! | [`human`] | training and testing of the model of human moves |
//! | [`probcut`] | ProbCut's error model, fitted to pairs of searches |
//! | [`tuning`] | tuning of the textbook evaluations by matches |
//! | [`Checkpoint`] | resuming an interrupted run |
#![forbid(unsafe_code)]

mod checkpoint;
pub mod dataset;
mod error;
mod error_by_stage;
mod exact_float;
mod hash;
pub mod human;
mod label;
mod least_squares;
pub mod network;
pub mod probcut;
pub mod samples;
mod selfplay;
pub mod tuning;
pub mod weights;

pub use checkpoint::Checkpoint;
pub use error::TrainingError;
pub use error_by_stage::{ErrorByStage, ErrorSummary, StageError, StageSummary};
pub use label::{LABEL_HASH, Label, SampledPositions, Shard, Shards};
pub use selfplay::{SELFPLAY_HASH, SelfPlay};
