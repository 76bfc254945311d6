//! 95 % confidence intervals.

use super::elo_of_score;

/// Half width of a normal 95 % confidence interval, in standard errors.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

/// A 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Converts an interval of scores to Elo differences. An end at score 0 or 1 becomes
    /// infinite.
    #[must_use]
    pub fn to_elo(self) -> Self {
        Self {
            low: elo_of_score(self.low),
            high: elo_of_score(self.high),
        }
    }

    /// Returns whether the interval contains `value`, ends included.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// Returns the confidence interval of a mean score in 0..=1, from outcomes `(score,
/// count)`. `None` without outcomes.
///
/// This is the score interval of E. B. Wilson ("Probable inference, the law of succession, and
/// statistical inference", JASA 22, 1927), which is valid even near 0 and 1. The normal interval `m
/// ± 1.96 · √(s² / n)` is not: it is a single point if all outcomes are equal. Wilson's interval is
/// for outcomes 0 and 1. Game pairs have a different variance, so the number of outcomes `n` is
/// divided by the design effect `s² / (m · (1 − m))`, their variance relative to that of outcomes 0
/// and 1 with the same mean (L. Kish, "Survey Sampling", 1965).
///
/// `s²` and the `m` in the design effect are estimated with one success and one failure
/// added, so that equal outcomes do not imply a variance of zero.
#[must_use]
pub fn mean_interval(outcomes: &[(f64, u64)]) -> Option<Interval> {
    let seen = in_floats(outcomes);
    let (count, mean) = count_and_mean(&seen);
    if count == 0.0 {
        return None;
    }
    let effective = count / design_effect(&seen);
    let z_squared = Z_95 * Z_95;
    let centre = mean + z_squared / (2.0 * effective);
    let variance = mean * (1.0 - mean) / effective + z_squared / (4.0 * effective * effective);
    let reach = Z_95 * variance.sqrt();
    let scale = 1.0 + z_squared / effective;
    // Despite rounding, a clean sweep must end at exactly 0 or 1.
    let low = if mean == 0.0 {
        0.0
    } else {
        (centre - reach) / scale
    };
    let high = if mean == 1.0 {
        1.0
    } else {
        (centre + reach) / scale
    };
    Some(Interval { low, high })
}

/// The success and the failure added to estimate a variance.
const PRIOR: [(f64, f64); 2] = [(0.0, 1.0), (1.0, 1.0)];

/// Returns outcomes with their counts as floating-point numbers.
pub(super) fn in_floats(outcomes: &[(f64, u64)]) -> Vec<(f64, f64)> {
    let outcomes = outcomes.iter();
    outcomes
        .map(|&(score, count)| (score, count as f64))
        .collect()
}

/// Returns the number and mean of outcomes `(score, count)`.
pub(super) fn count_and_mean(outcomes: &[(f64, f64)]) -> (f64, f64) {
    let count: f64 = outcomes.iter().map(|(_, count)| count).sum();
    let sum: f64 = outcomes.iter().map(|(score, count)| score * count).sum();
    (count, sum / count)
}

/// Returns the variance of outcomes with the prior.
pub(super) fn variance_with_prior(seen: &[(f64, f64)]) -> f64 {
    variance(&[seen, &PRIOR].concat())
}

fn variance(outcomes: &[(f64, f64)]) -> f64 {
    let (count, mean) = count_and_mean(outcomes);
    let squares = outcomes
        .iter()
        .map(|(score, count)| count * (score - mean).powi(2));
    squares.sum::<f64>() / count
}

/// Returns the variance of outcomes relative to that of outcomes 0 and 1 with the same
/// mean, both with the prior.
pub(super) fn design_effect(seen: &[(f64, f64)]) -> f64 {
    let outcomes = [seen, &PRIOR].concat();
    let (_, mean) = count_and_mean(&outcomes);
    variance(&outcomes) / (mean * (1.0 - mean))
}

/// Returns the likelihood of superiority (LOS), 0 to 1: the probability that the true
/// score is over one half, with a uniform prior. The outcomes are those of *pairs*,
/// `(score, count)` with scores in 0..=1. `None` without outcomes.
///
/// The mean of many pairs is nearly normal, so this is Φ((m − ½) / (s / √n)). As in
/// [`mean_interval`], `s` is estimated with one success and one
/// failure added.
#[must_use]
pub fn superiority(outcomes: &[(f64, u64)]) -> Option<f64> {
    let seen = in_floats(outcomes);
    let (count, mean) = count_and_mean(&seen);
    (count > 0.0).then(|| normal_below((mean - 0.5) / (variance_with_prior(&seen) / count).sqrt()))
}

/// Returns the standard normal distribution function at `z`.
pub(super) fn normal_below(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use crate::statistics::pair_scores;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn outcomes_0_and_1_give_wilsons_interval() {
        // 80 of 100, as in published tables.
        let interval = mean_interval(&[(1.0, 80), (0.0, 20)]).unwrap();
        assert!((interval.low - 0.7112).abs() < 0.0001, "{interval:?}");
        assert!((interval.high - 0.8666).abs() < 0.0001, "{interval:?}");
    }

    #[test]
    fn middle_scores_give_the_normal_interval() {
        // Variance 0.12 · 0.5² + 0.08 · 0.25² = 0.035.
        let outcomes = [(0.0, 60), (0.25, 40), (0.5, 800), (0.75, 40), (1.0, 60)];
        let interval = mean_interval(&outcomes).unwrap();
        let reach = 1.96 * (0.035f64 / 1000.0).sqrt();
        assert!(
            (interval.low - (0.5 - reach)).abs() < 0.0002,
            "{interval:?}"
        );
        assert!(
            (interval.high - (0.5 + reach)).abs() < 0.0002,
            "{interval:?}"
        );
    }

    #[test]
    fn successes_alone_have_a_lower_bound() {
        for n in [20, 50, 200, 1000] {
            let interval = mean_interval(&[(1.0, n)]).unwrap();
            // Wilson's bound n / (n + 1.96²), a little beyond the rule of
            // three, 1 − 3/n.
            let wilson = n as f64 / (n as f64 + 3.8415);
            assert!((interval.low - wilson).abs() < 1e-5, "{n} {interval:?}");
            assert_eq!(interval.high, 1.0);
            let worse = mean_interval(&[(1.0, n - 1), (0.5, 1)]).unwrap();
            assert!(
                worse.low < interval.low && worse.high < 1.0,
                "{n} {worse:?}"
            );
        }
        let failures = mean_interval(&[(0.0, 20)]).unwrap();
        let successes = mean_interval(&[(1.0, 20)]).unwrap();
        assert_eq!(failures.low, 0.0);
        assert!((failures.high + successes.low - 1.0).abs() < 1e-12);
    }

    #[test]
    fn without_outcomes_there_is_no_interval() {
        assert_eq!(mean_interval(&[]), None);
        assert_eq!(mean_interval(&[(0.5, 0)]), None);
        // A single pair proves almost nothing.
        let one = mean_interval(&[(0.5, 1)]).unwrap();
        assert!(one.low < 0.2 && one.high > 0.8, "{one:?}");
    }

    /// Returns the share of simulated tournaments of `n` pairs whose interval contains
    /// the true score. `odds` are the probabilities of the pair scores 0, ¼, ½, ¾ and 1.
    fn coverage(odds: [f64; 5], n: u32, seed: u64) -> f64 {
        const TOURNAMENTS: u32 = 4000;
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let truth: f64 = odds.iter().zip(scores).map(|(p, score)| p * score).sum();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut held = 0;
        for _ in 0..TOURNAMENTS {
            let mut outcomes = scores.map(|score| (score, 0));
            for _ in 0..n {
                let mut chance: f64 = rng.random();
                let place = odds.iter().position(|p| {
                    chance -= p;
                    chance < 0.0
                });
                outcomes[place.unwrap_or(4)].1 += 1;
            }
            held += u32::from(mean_interval(&outcomes).unwrap().contains(truth));
        }
        f64::from(held) / f64::from(TOURNAMENTS)
    }

    #[test]
    fn simulated_intervals_cover_the_truth_95_times_in_100() {
        // 4000 tournaments leave a standard error of 0.35 %.
        for (odds, pairs) in [
            // Equal engines, independent games.
            ([0.06, 0.04, 0.80, 0.04, 0.06], 200),
            ([0.20, 0.10, 0.40, 0.10, 0.20], 100),
            // The colour or the opening decides most games.
            ([0.02, 0.04, 0.88, 0.04, 0.02], 400),
            ([0.48, 0.01, 0.02, 0.01, 0.48], 200),
            // One engine is clearly better.
            ([0.05, 0.05, 0.30, 0.10, 0.50], 50),
            ([0.00, 0.01, 0.08, 0.06, 0.85], 200),
        ] {
            let share = coverage(odds, pairs, 20);
            assert!(
                (0.935..=0.975).contains(&share),
                "{odds:?} {pairs}: {share}"
            );
        }
    }

    #[test]
    fn intervals_near_certainty_are_not_too_narrow() {
        // If almost no pair is lost, the interval depends on the prior; it may then be
        // wide, but not too narrow.
        for (odds, pairs) in [
            ([0.0, 0.0, 0.01, 0.01, 0.98], 200),
            ([0.0, 0.0, 0.05, 0.0, 0.95], 100),
            ([0.02, 0.0, 0.0, 0.0, 0.98], 100),
            ([0.002, 0.0, 0.0, 0.0, 0.998], 200),
        ] {
            let share = coverage(odds, pairs, 21);
            assert!(share >= 0.935, "{odds:?} {pairs}: {share}");
        }
    }

    #[test]
    fn the_normal_distribution_matches_tables() {
        for (z, chance) in [
            (0.0, 0.5),
            (1.0, 0.841_345),
            (-1.959_964, 0.025),
            (3.0, 0.998_650),
        ] {
            assert!((normal_below(z) - chance).abs() < 1e-6, "{z}");
        }
    }

    #[test]
    fn published_matches_have_the_published_los() {
        // From the tests of fastchess (app/tests/elo_test.cpp, "EloPentanomial 1" and
        // "2"), which uses no prior, and from its report of a match of 1158 games: "LOS:
        // 99.98 %, Ptnml(0-2): [40, 67, 295, 123, 54]".
        for (pairs, percent) in [
            ([332, 433, 498, 333, 334], 5.05),
            ([34, 54, 63, 64, 75], 100.0),
            ([40, 67, 295, 123, 54], 99.98),
        ] {
            let found = 100.0 * superiority(&pair_scores(pairs)).unwrap();
            assert!((found - percent).abs() < 0.02, "{pairs:?}: {found}");
        }
    }

    #[test]
    fn superiority_grows_with_the_number_of_pairs() {
        assert_eq!(superiority(&[]), None);
        assert_eq!(superiority(&pair_scores([0, 0, 9, 0, 0])), Some(0.5));
        let won = |pairs| superiority(&pair_scores([0, 0, 0, 0, pairs])).unwrap();
        assert!((0.75..0.9).contains(&won(1)), "{}", won(1));
        assert!(won(1) < won(2) && won(2) < won(5) && won(20) > 0.9999);
        let lost = superiority(&pair_scores([2, 0, 0, 0, 0])).unwrap();
        assert!((lost + won(2) - 1.0).abs() < 1e-12);
    }
}
