//! What people of a rating find and overlook, by the
//! [model of human moves](outflank_human): how hard a position is for them, what they lose
//! in a game, and the rating that the losses of a game speak for.

mod difficulty;
mod estimate;
mod losses;
mod side;
mod topic;
mod usual;

use outflank_human::{HumanModel, HumanRating, LikelyMove, policies};
use outflank_othello::{Position, Square};

use crate::analyzer::AnalyzedMove;

pub use difficulty::{Difficulty, LevelDifficulty, MoveShare, found_by};
pub use estimate::PlayedRating;
pub use losses::Losses;
pub use side::RatedSide;
pub use topic::Topic;
pub use usual::{Band, LossesByRating, StageLosses, TopicLoss, UsualLosses};

/// Returns how likely players of each of some ratings are to play each of the scored moves
/// of a position; empty lists if the board is not 8×8.
fn likely(
    position: &Position,
    moves: &[AnalyzedMove],
    ratings: &[HumanRating],
) -> Vec<Vec<LikelyMove>> {
    let scores: Vec<(Square, f64)> = moves.iter().map(|mv| (mv.square, mv.score)).collect();
    policies(HumanModel::shipped(), ratings, position, &scores)
}

/// Returns the score of the best of some moves.
fn best_score(moves: &[AnalyzedMove]) -> f64 {
    moves.iter().map(|mv| mv.score).fold(f64::MIN, f64::max)
}
