//! What the games of a match prove.
//!
//! The two games of an opening depend on each other, so the pair is the unit:
//! the variance is that of the pairs' scores (the pentanomial model, M. Van den
//! Bergh 2019, "Comments on normalized Elo"). A score becomes an Elo difference
//! by the logistic law (A. Elo 1978, "The rating of chessplayers").

use serde::Serialize;

/// The normal quantile of a two-sided interval of 95 %.
const Z95: f64 = 1.959_963_984_540_054;

/// The record of the first contender of a match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MatchStatistics {
    /// Games counted.
    pub games: usize,
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
    /// Points for each game: 1 a win, ½ a draw. ½ when there are no games.
    pub score: f64,
    /// Lower end of the score's 95 % interval.
    pub score_low: f64,
    /// Upper end of the score's 95 % interval.
    pub score_high: f64,
    /// Mean disc difference, empties to the winner.
    pub mean_discs: f64,
    /// Standard error of the mean disc difference, by pairs.
    pub mean_discs_error: f64,
    /// Elo difference; none where the score is 0 or 1.
    pub elo: Option<f64>,
    /// Lower end of the Elo difference's 95 % interval; none for minus
    /// infinity.
    pub elo_low: Option<f64>,
    /// Upper end of the Elo difference's 95 % interval; none for infinity.
    pub elo_high: Option<f64>,
}

impl MatchStatistics {
    /// Counts pairs of games, given by their disc differences.
    #[must_use]
    pub fn new(pairs: impl IntoIterator<Item = [i32; 2]>) -> Self {
        let pairs: Vec<[i32; 2]> = pairs.into_iter().collect();
        let games = 2 * pairs.len();
        let count = |wanted: fn(&i32) -> bool| pairs.iter().flatten().filter(|d| wanted(d)).count();
        let (wins, losses) = (count(|&d| d > 0), count(|&d| d < 0));
        let points = |discs: i32| 0.5 * f64::from(discs.signum() + 1);
        let scores: Vec<f64> = pairs
            .iter()
            .map(|&[a, b]| 0.5 * (points(a) + points(b)))
            .collect();
        let discs: Vec<f64> = pairs.iter().map(|&[a, b]| 0.5 * f64::from(a + b)).collect();
        let (score, score_error) = mean_and_error(&scores, 0.5);
        let (mean_discs, mean_discs_error) = mean_and_error(&discs, 0.0);
        let (score_low, score_high) = score_interval(score, score_error, pairs.len());
        Self {
            games,
            wins,
            draws: games - wins - losses,
            losses,
            score,
            score_low,
            score_high,
            mean_discs,
            mean_discs_error,
            elo: elo(score),
            elo_low: elo(score_low),
            elo_high: elo(score_high),
        }
    }
}

/// Mean and standard error of the mean; `otherwise` where there is nothing.
fn mean_and_error(values: &[f64], otherwise: f64) -> (f64, f64) {
    let count = values.len() as f64;
    if values.is_empty() {
        return (otherwise, f64::INFINITY);
    }
    let mean = values.iter().sum::<f64>() / count;
    if values.len() == 1 {
        return (mean, f64::INFINITY);
    }
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

/// The 95 % interval of a mean score of `pairs` pairs.
///
/// Where the pairs show (nearly) no variance, as in a match won by 100 %, the
/// normal interval would be a point and claim what was not proven: it is never
/// taken narrower than Wilson's interval (1927) for as many trials as pairs at
/// the ends of the scale.
fn score_interval(score: f64, error: f64, pairs: usize) -> (f64, f64) {
    if pairs == 0 {
        return (0.0, 1.0);
    }
    let count = pairs as f64;
    let one_sided = Z95 * Z95 / (count + Z95 * Z95);
    let margin = if error.is_finite() { Z95 * error } else { 1.0 };
    let (mut low, mut high) = (score - margin, score + margin);
    if score + one_sided > 1.0 {
        low = low.min(1.0 - one_sided);
    }
    if score - one_sided < 0.0 {
        high = high.max(one_sided);
    }
    (low.max(0.0), high.min(1.0))
}

/// The Elo difference that makes a score likely; none at 0 and 1.
fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn known_scores_have_their_known_elo() {
        // The logistic law: 75 % is 190.85, 64 % is 99.95.
        assert!((elo(0.75).unwrap() - 190.85).abs() < 0.01);
        assert!((elo(0.64).unwrap() - 99.95).abs() < 0.01);
        assert_eq!(elo(0.5), Some(0.0));
        assert_eq!((elo(0.0), elo(1.0)), (None, None));
    }

    #[test]
    fn a_small_match_counted_by_hand() {
        let statistics = MatchStatistics::new([[10, -2], [4, 0], [6, 8], [-2, -4]]);
        let MatchStatistics {
            games,
            wins,
            draws,
            losses,
            ..
        } = statistics;
        assert_eq!((games, wins, draws, losses), (8, 4, 1, 3));
        // Pairs score ½, ¾, 1, 0: mean 0.5625, sample variance 0.1823.
        assert_eq!(statistics.score, 0.5625);
        assert!(
            (statistics.score_low - (0.5625 - Z95 * (0.182_291_667_f64 / 4.0).sqrt())).abs() < 1e-6
        );
        assert_eq!(statistics.mean_discs, 2.5);
    }

    #[test]
    fn a_clean_sweep_proves_no_infinite_strength() {
        let statistics = MatchStatistics::new(vec![[10, 10]; 50]);
        assert_eq!((statistics.elo, statistics.elo_high), (None, None));
        let low = statistics.elo_low.unwrap();
        assert!((350.0..550.0).contains(&low), "{low}");
        let none = MatchStatistics::new([]);
        assert_eq!(
            (none.score, none.score_low, none.score_high),
            (0.5, 0.0, 1.0)
        );
    }

    /// In simulated matches of dependent games the true score lies inside the
    /// interval about 95 times in 100.
    #[test]
    fn intervals_hold_what_they_promise() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        for true_score in [0.5, 0.7, 0.9] {
            let mut inside = 0;
            for _ in 0..2000 {
                let pairs = (0..200).map(|_| {
                    let first = if random.random_bool(true_score) {
                        2
                    } else {
                        -2
                    };
                    // Half of the openings are decided for either colour.
                    let second = if random.random_bool(0.5) {
                        first
                    } else if random.random_bool(true_score) {
                        2
                    } else {
                        -2
                    };
                    [first, second]
                });
                let statistics = MatchStatistics::new(pairs);
                let interval = statistics.score_low..=statistics.score_high;
                inside += usize::from(interval.contains(&true_score));
            }
            assert!(
                (1860..=1940).contains(&inside),
                "{inside} of 2000 at {true_score}"
            );
        }
    }
}
