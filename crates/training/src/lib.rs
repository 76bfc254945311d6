//! Self-play, labels, data sets, and training of the evaluations.
//!
//! | item | purpose |
//! |---|---|
//! | [`SelfPlay`] | games of the engine against itself |
//! | [`Label`] | positions out of games, scored anew by deeper searches |
//! | [`dataset`] | files of self-play games and of scored positions |
//! | [`training`] | weights of the evaluation from scored positions |
//! | [`probcut`] | ProbCut's error model, fitted to pairs of searches |
//! | [`tuning`] | parameters of the textbook evaluations from matches or scored positions |
#![forbid(unsafe_code)]

pub mod dataset;
mod label;
mod least_squares;
pub mod probcut;
mod selfplay;
pub mod training;
pub mod tuning;

pub use label::{DrawnPositions, LABEL_HASH, Label, LabelError};
pub use selfplay::{SELFPLAY_HASH, SelfPlay};
