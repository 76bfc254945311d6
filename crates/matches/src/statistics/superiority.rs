//! The likelihood of superiority.

use super::interval::{count_and_mean, in_floats, variance_with_prior};

/// Returns the likelihood of superiority (LOS), 0 to 1: the probability that the true
/// score is over one half, with a uniform prior. The outcomes are those of *pairs*,
/// `(score, count)` with scores in 0..=1. `None` without outcomes.
///
/// The mean of many pairs is nearly normal, so this is Φ((m − ½) / (s / √n)). As in
/// [`mean_interval`](super::mean_interval), `s` is estimated with one success and one
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
    use super::*;
    use crate::statistics::pair_scores;

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
