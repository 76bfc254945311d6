//! What a number of games says about two engines, and how surely.
//!
//! The two games of an opening are not independent: an opening that favours
//! Black gives each engine one good game and one bad one, which tells less, or
//! sometimes more, than two games from two openings would. So the unit of all
//! errors here is the *pair*, and the spread is taken from how the pairs scored,
//! not from wins, draws and losses: the pentanomial model (M. Van den Bergh,
//! "Comments on normalized Elo", 2019).

mod elo;
mod interval;
mod matrix;
mod rating;
mod sprt;
mod superiority;
mod tally;

pub use elo::{elo_of_score, score_of_elo};
pub use interval::{Interval, mean_interval};
pub use rating::{Anchor, Rating, RatingList};
pub use sprt::{Sprt, SprtError, SprtState, SprtVerdict};
pub use superiority::superiority;
pub use tally::Tally;

/// Numbers of pairs that won 0, ½, 1, 1½ and 2 points of the two, as shares of
/// the points with their counts.
const fn pair_scores(pairs: [u64; 5]) -> [(f64, u64); 5] {
    [
        (0.0, pairs[0]),
        (0.25, pairs[1]),
        (0.5, pairs[2]),
        (0.75, pairs[3]),
        (1.0, pairs[4]),
    ]
}
