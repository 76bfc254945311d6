//! Textbook Othello players on any board shape.
#![forbid(unsafe_code)]

mod evaluation;
mod features;
mod geometry;
mod othello_game;
mod score;
mod stability;

pub use evaluation::{
    Evaluation, EvaluationKind, Explanation, ParameterError, Term, TreeTask, with_tree,
};
pub use features::{Features, SideFeatures, features};
pub use geometry::corners;
pub use othello_game::{Order, Othello, State, player};
pub use score::{HEURISTIC_LIMIT, Score, WIN, outcome_value};
pub use stability::{DiscStatus, disc_statuses};
