//! Match statistics with confidence intervals.
//!
//! The two games of an opening are not independent: an opening that favours Black gives
//! each engine one good game and one bad one. The unit of all errors here is therefore the
//! *game pair*, and the variance is that of the scores of pairs: the pentanomial model
//! (M. Van den Bergh, "Comments on normalized Elo", 2019).

mod interval;
mod rating;
mod sprt;
mod tally;
mod whole_history;

pub use interval::{Interval, mean_interval, superiority};
pub use rating::{Anchor, Rating, RatingList};
pub use sprt::{Sprt, SprtState, SprtVerdict};
pub use tally::Tally;
pub use whole_history::{HistoryModel, PeriodRating, RatedGame, RatingHistory};

/// Converts numbers of pairs that scored 0, ½, 1, 1½ and 2 points to scores with counts.
const fn pair_scores(pairs: [u64; 5]) -> [(f64, u64); 5] {
    [
        (0.0, pairs[0]),
        (0.25, pairs[1]),
        (0.5, pairs[2]),
        (0.75, pairs[3]),
        (1.0, pairs[4]),
    ]
}

/// Returns the Elo difference of a score in 0..=1: `400 · log10(score / (1 − score))`,
/// the logistic form of A. Elo, "The Rating of Chessplayers, Past and Present" (1978).
/// Infinite where the score is 0 or 1.
///
/// ```
/// use outflank_matches::elo_of_score;
///
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert_eq!(elo_of_score(0.75).round(), 191.0);
/// assert_eq!(elo_of_score(1.0), f64::INFINITY);
/// ```
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// Returns the expected score in 0..=1 at an Elo difference: the inverse of
/// [`elo_of_score`].
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_expectations_hold() {
        // Elo 1978, table 2.11, to its two decimals.
        for (elo, expected) in [(0.0, 0.50), (100.0, 0.64), (200.0, 0.76), (400.0, 0.91)] {
            assert_eq!((score_of_elo(elo) * 100.0).round() / 100.0, expected);
        }
        // A score ratio of 10 to 1 is 400 Elo by definition.
        assert!((elo_of_score(10.0 / 11.0) - 400.0).abs() < 1e-9);
    }

    #[test]
    fn the_scale_is_symmetric_and_invertible() {
        for percent in 1..100 {
            let score = f64::from(percent) / 100.0;
            let elo = elo_of_score(score);
            assert!((elo + elo_of_score(1.0 - score)).abs() < 1e-9);
            assert!((score_of_elo(elo) - score).abs() < 1e-12);
        }
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
        assert_eq!(score_of_elo(f64::INFINITY), 1.0);
    }
}
