//! Simultaneous perturbation stochastic approximation.

use rand::RngExt;

use outflank_support::seeds::derived_rng;

/// Separates these random numbers from others with the same seed.
const SIGNS: u64 = 0x5349_474E;

/// The gain sequences: in iteration `k`, from 0, the step size is `a / (k + 1 + A)^alpha` and
/// the perturbation `c / (k + 1)^gamma`, in units of the scales of the parameters.
///
/// The names, the exponents 0.602 and 0.101, and the choice of a tenth of the iterations for `A`
/// are Spall's (J. C. Spall 1998, "Implementation of the simultaneous perturbation algorithm for
/// stochastic optimization", IEEE Transactions on Aerospace and Electronic Systems 34).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// `a`.
    pub a: f64,
    /// `c`.
    pub c: f64,
    /// `A`.
    pub stability: f64,
    /// Exponent of the step size.
    pub alpha: f64,
    /// Exponent of the perturbation.
    pub gamma: f64,
}

impl Gains {
    /// Returns gains for a number of iterations, the first of which has step size `step` and
    /// perturbation `width`.
    #[must_use]
    pub fn new(iterations: u32, step: f64, width: f64) -> Self {
        let (alpha, gamma) = (0.602, 0.101);
        let stability = f64::from(iterations) / 10.0;
        Self {
            a: step * libm::pow(1.0 + stability, alpha),
            c: width,
            stability,
            alpha,
            gamma,
        }
    }

    /// Returns the step size of iteration `k`, for a slope of 1.
    #[must_use]
    pub fn step(&self, k: u32) -> f64 {
        self.a / libm::pow(f64::from(k) + 1.0 + self.stability, self.alpha)
    }

    /// Returns the perturbation of iteration `k`.
    #[must_use]
    pub fn width(&self, k: u32) -> f64 {
        self.c / libm::pow(f64::from(k) + 1.0, self.gamma)
    }
}

/// Maximizes a noisy objective from comparisons of two vectors at a time (J. C. Spall 1992, "Multivariate stochastic
/// approximation using a simultaneous perturbation gradient approximation", IEEE
/// Transactions on Automatic Control 37; for games: L. Kocsis and C. Szepesvári 2006,
/// "Universal parameter optimisation in games based on SPSA", Machine Learning 63).
///
/// Each iteration perturbs all parameters at once, each up or down at random. The
/// difference between the two opposite points estimates the slope along this direction,
/// and on average the gradient. The two points play against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    /// Scale of each parameter.
    pub scales: Vec<f64>,
    /// The gain sequences.
    pub gains: Gains,
    /// Seed of the directions.
    pub seed: u64,
}

/// Two opposite points to compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The first point.
    pub plus: Vec<f64>,
    /// The opposite point.
    pub minus: Vec<f64>,
    /// 1 where `plus` has the larger value, −1 elsewhere.
    pub signs: Vec<f64>,
}

impl Spsa {
    /// Returns the points of iteration `k`.
    #[must_use]
    pub fn probe(&self, k: u32, values: &[f64]) -> Probe {
        let mut rng = derived_rng(self.seed, &[SIGNS, u64::from(k)]);
        let signs: Vec<f64> = values
            .iter()
            .map(|_| if rng.random_bool(0.5) { 1.0 } else { -1.0 })
            .collect();
        let width = self.gains.width(k);
        let moved = |direction: f64| {
            let places = values.iter().zip(&signs).zip(&self.scales);
            let moved =
                places.map(|((value, sign), scale)| value + direction * width * sign * scale);
            moved.collect()
        };
        Probe {
            plus: moved(1.0),
            minus: moved(-1.0),
            signs,
        }
    }

    /// Returns the values after iteration `k`, in which `plus` beat `minus` by `difference`.
    #[must_use]
    pub fn step(&self, k: u32, values: &[f64], signs: &[f64], difference: f64) -> Vec<f64> {
        let slope = difference / (2.0 * self.gains.width(k));
        let length = self.gains.step(k) * slope;
        let places = values.iter().zip(signs).zip(&self.scales);
        // A sign is its own reciprocal.
        let moved = places.map(|((value, sign), scale)| value + length * sign * scale);
        moved.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Climbs a noisy quadratic hill in three dimensions.
    fn climb(seed: u64, iterations: u32) -> Vec<f64> {
        let top = [3.0, -20.0, 0.5];
        let spsa = Spsa {
            scales: vec![1.0, 10.0, 0.1],
            gains: Gains::new(iterations, 0.1, 1.0),
            seed,
        };
        let mut noise = derived_rng(seed, &[7]);
        let mut height = |values: &[f64]| {
            let places = values.iter().zip(top).zip(&spsa.scales);
            let off = places.map(|((value, top), scale)| ((value - top) / scale).powi(2));
            -off.sum::<f64>() + noise.random_range(-1.0..1.0)
        };
        let mut values = vec![0.0; 3];
        for k in 0..iterations {
            let probe = spsa.probe(k, &values);
            let difference = height(&probe.plus) - height(&probe.minus);
            values = spsa.step(k, &values, &probe.signs, difference);
        }
        values
    }

    #[test]
    fn the_maximum_of_a_noisy_function_is_found() {
        for seed in 0..5 {
            let values = climb(seed, 3000);
            for (value, (top, scale)) in values.iter().zip([(3.0, 1.0), (-20.0, 10.0), (0.5, 0.1)])
            {
                let off = (value - top).abs() / scale;
                assert!(off < 0.25, "seed {seed}: {values:?}");
            }
        }
        assert_eq!(climb(1, 50), climb(1, 50));
        assert_ne!(climb(1, 50), climb(2, 50));
    }

    #[test]
    fn the_points_of_a_probe_are_opposite() {
        let spsa = Spsa {
            scales: vec![1.0, 2.0],
            gains: Gains::new(100, 1.0, 0.5),
            seed: 3,
        };
        let probe = spsa.probe(0, &[10.0, 20.0]);
        assert_eq!((probe.plus[0] - 10.0).abs(), 0.5);
        assert_eq!((probe.plus[1] - 20.0).abs(), 1.0);
        assert_eq!(probe.plus[1] + probe.minus[1], 40.0);
        assert_eq!(probe.signs[0], (probe.plus[0] - 10.0).signum());
        // The values move towards the winner, by the length of the first step divided by
        // twice the width.
        let after = spsa.step(0, &[10.0, 20.0], &probe.signs, 1.0);
        assert!((after[0] - (10.0 + probe.signs[0])).abs() < 1e-12);
        assert!(spsa.gains.step(1) < spsa.gains.step(0));
        assert!(spsa.gains.width(1) < spsa.gains.width(0));
    }
}
