//! A model of human Othello moves, and an opponent that plays like a person of a given rating.
#![forbid(unsafe_code)]

mod blend;
mod features;
mod file;
mod geometry;
mod model;
mod player;
mod policy;
mod strength;

pub use blend::Blend;
pub use features::{Features, STAGES, rating_rows, rows, stage};
pub use file::ModelError;
pub use model::{HIDDEN, HeadWeights, HumanModel, ModelWeights, MoveLogit, ONE, WIDTH};
pub use player::HumanPlayer;
pub use policy::{LikelyMove, draw, policies, policy};
pub use strength::{
    FULL_STRENGTH, FULL_STRENGTH_LEVEL, HumanRating, LEVELS, ParseRatingError, Strength,
};
