//! Match statistics with confidence intervals.
//!
//! The two games of an opening are not independent: an opening that favours Black gives
//! each engine one good game and one bad one. The unit of all errors here is therefore the
//! *game pair*, and the variance is that of the scores of pairs: the pentanomial model
//! (M. Van den Bergh, "Comments on normalized Elo", 2019).

mod elo;
mod interval;
mod matrix;
mod rating;
mod sprt;
mod superiority;
mod tally;
mod whole_history;

pub use elo::{elo_of_score, score_of_elo};
pub use interval::{Interval, mean_interval};
pub use rating::{Anchor, Rating, RatingList};
pub use sprt::{Sprt, SprtState, SprtVerdict};
pub use superiority::superiority;
pub use tally::Tally;
pub use whole_history::{HistoryModel, PeriodRating, RatedGame, RatingHistory};

/// Converts numbers of pairs that won 0, ½, 1, 1½ and 2 points to scores with counts.
const fn pair_scores(pairs: [u64; 5]) -> [(f64, u64); 5] {
    [
        (0.0, pairs[0]),
        (0.25, pairs[1]),
        (0.5, pairs[2]),
        (0.75, pairs[3]),
        (1.0, pairs[4]),
    ]
}
