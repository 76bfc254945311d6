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
mod tally;

pub use elo::{elo_of_score, score_of_elo};
pub use interval::{Interval, mean_interval};
pub use tally::Tally;
