//! Training of pattern weights by least squares.
//!
//! The pattern evaluation is linear, so its best weights solve a system of linear
//! equations: least squares with a penalty on large weights (ridge regression: Hoerl and
//! Kennard 1970). [`WeightsTrainer`] solves it by the conjugate gradient method (Hestenes
//! and Stiefel 1952), preconditioned by how often each weight is used, with passes over a
//! [`SampleStore`](crate::samples::SampleStore) on disk. Rare configurations stay near
//! zero. Weights are interpolated between the knots of the stages, so neighbouring stages
//! share information.

mod normal_equations;
mod pattern_choice;
mod state;
mod trainer;

pub use pattern_choice::PatternChoice;
pub use state::Pass;
pub use trainer::{TrainedWeights, WeightsOptions, WeightsTrainer};
