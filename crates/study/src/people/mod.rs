//! What people of a given rating find and overlook according to the
//! [model of human moves](outflank_human): how hard a position is for them, what they lose
//! in a game, and the rating estimated from the losses in a game.

mod difficulty;
mod estimate;
mod losses;
mod side;
mod topic;
mod usual;

use outflank_engine::ScoredMove;

pub use difficulty::{Difficulty, LevelDifficulty, MoveShare, found_by};
pub use estimate::PlayedRating;
pub use losses::Losses;
pub use side::RatedSide;
pub use topic::Topic;
pub use usual::{Band, LossesByRating, StageLosses, TopicLoss, UsualLosses};

/// Returns the score of the best move.
fn best_score(moves: &[ScoredMove]) -> f64 {
    moves.iter().map(ScoredMove::discs).fold(f64::MIN, f64::max)
}
