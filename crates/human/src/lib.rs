//! A model of human Othello moves: how likely a player of a given rating is to play each move.
#![forbid(unsafe_code)]

mod blend;
mod features;
mod file;
mod geometry;
mod model;
mod policy;
mod strength;

pub use blend::Blend;
pub use features::{Features, STAGES, rating_rows, rows, stage};
pub use file::ModelError;
pub use model::{HIDDEN, HeadWeights, HumanModel, MODEL, ModelWeights, MoveLogit, ONE, WIDTH};
pub use policy::{LikelyMove, draw, policies, policy};
pub use strength::{
    FULL_STRENGTH, FULL_STRENGTH_LEVEL, HumanRating, LEVELS, ParseRatingError, Strength,
};
