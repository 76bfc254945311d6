//! The bias of values at search leaves, by number of discs and therefore by parity.
//!
//! The side that moved last chose among values with errors, and tends to choose an error in its
//! favour (Smith and Winkler 2006, "The Optimizer's Curse"). A search therefore undervalues the
//! mover at its leaves, and searches of odd and even depth differ by a disc or more. An evaluation
//! learned from games may also favour one side. Both biases are measured at once: searches of a
//! position to all depths should agree with each other, and with its exact score if it is solved.
//! The bias is added to the pattern weights, or to the values of a network.

use outflank_engine::evaluation::UNITS_PER_DISC;

use super::Observation;
use crate::least_squares::LeastSquares;

/// Coefficients of the bias for one parity.
const DEGREES: usize = 4;

/// Coefficients for both parities.
const UNKNOWNS: usize = 2 * DEGREES;

/// The bias as a cubic function of the number of discs, one for even and one for odd numbers
/// of empties.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ParityBias {
    /// Squares of the board.
    squares: u32,
    /// The least and the greatest number of discs at a measured leaf.
    range: (u32, u32),
    coefficients: [f64; UNKNOWNS],
}

/// Positions decided by more than this, in 1/128 discs, are ignored.
const CLOSE: i32 = 32 * UNITS_PER_DISC;

/// Maximum bias, in 1/128 discs.
const MAX_BIAS: f64 = 4.0 * UNITS_PER_DISC as f64;

impl ParityBias {
    /// Fits the bias to searches on a board with `squares` squares. It minimizes the sum of the
    /// squared differences between all values of a position, including its exact score. The bias is
    /// zero if there are too few searches.
    pub fn fit<'a>(squares: u32, observations: impl IntoIterator<Item = &'a Observation>) -> Self {
        let mut sums = LeastSquares::<UNKNOWNS>::default();
        let mut range = (squares, 0);
        for observation in observations {
            let values = values(observation);
            if values.iter().any(|(value, _)| value.abs() >= CLOSE) {
                continue;
            }
            for (number, &(value, factors)) in values.iter().enumerate() {
                for &(other, others) in &values[..number] {
                    let difference = std::array::from_fn(|i| factors[i] - others[i]);
                    sums.add(difference, f64::from(other - value), 1.0);
                }
            }
            let discs = observation.discs;
            let deepest = discs + observation.values.len() as u32;
            range = (range.0.min(discs + 1), range.1.max(deepest));
        }
        Self {
            squares,
            range,
            coefficients: sums.solve().unwrap_or_default(),
        }
    }

    /// Returns the correction for a position with `discs` discs, to be added for the
    /// mover, in 1/128 discs. Beyond the measured range, the correction at its
    /// end applies.
    #[must_use]
    pub fn value(&self, discs: u32) -> i32 {
        let (least, most) = self.range;
        if least > most {
            return 0;
        }
        // The next number of the same parity within the range.
        let nearest = discs.clamp(least, most);
        let nearest = match (discs.abs_diff(nearest).is_multiple_of(2), discs < least) {
            (true, _) => nearest,
            (false, true) => nearest + 1,
            (false, false) => nearest - 1,
        };
        let factors = factors(self.squares, nearest);
        let terms = self.coefficients.iter().zip(factors);
        let sum: f64 = terms.map(|(a, b)| a * b).sum();
        sum.clamp(-MAX_BIAS, MAX_BIAS).round() as i32
    }

    /// Returns the values of the same searches without the bias.
    #[must_use]
    pub fn corrected(&self, observation: &Observation) -> Observation {
        let mut corrected = observation.clone();
        for (value, depth) in corrected.values.iter_mut().zip(1..) {
            *value += side(depth) * self.value(observation.discs + depth);
        }
        corrected
    }
}

/// Returns what each coefficient adds to the bias at leaves with `discs` discs.
fn factors(squares: u32, discs: u32) -> [f64; UNKNOWNS] {
    let x = f64::from(discs) / f64::from(squares);
    let mut factors = [0.0; UNKNOWNS];
    let is_odd = !(squares - discs.min(squares)).is_multiple_of(2);
    let first = if is_odd { DEGREES } else { 0 };
    for (degree, factor) in (0..).zip(&mut factors[first..first + DEGREES]) {
        *factor = x.powi(degree);
    }
    factors
}

/// Returns 1 if the same side moves after `depth` plies, −1 if the other one does.
const fn side(depth: u32) -> i32 {
    if depth.is_multiple_of(2) { 1 } else { -1 }
}

/// Returns the values of a position's searches by depth, then its exact score, each with the
/// factors of the coefficients.
fn values(observation: &Observation) -> Vec<(i32, [f64; UNKNOWNS])> {
    let searches = observation.values.iter().zip(1_u32..);
    let searched = searches.map(|(&value, depth)| {
        let factors = factors(observation.squares, observation.discs + depth);
        (value, factors.map(|factor| f64::from(side(depth)) * factor))
    });
    let exact = observation.exact.map(|exact| (exact, [0.0; UNKNOWNS]));
    searched.chain(exact).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns searches, with a known bias, of positions with known scores.
    fn observations(bias: impl Fn(u32) -> i32) -> Vec<Observation> {
        let observe = |discs: u32| {
            let score = 37 * discs as i32 - 900;
            let value = |depth: u32| score - side(depth) * bias(discs + depth);
            Observation {
                squares: 64,
                discs,
                values: (1..=8).map(value).collect(),
                exact: (discs >= 46).then_some(score),
            }
        };
        (10..54).map(observe).collect()
    }

    #[test]
    fn a_known_bias_is_found_and_corrected() {
        let biases: [fn(u32) -> i32; 3] = [
            // Odd numbers of empties alone, both parities alike, and one side favoured.
            |discs| {
                if discs % 2 == 1 {
                    60 + 2 * discs as i32
                } else {
                    0
                }
            },
            |discs| 90 - discs as i32,
            |discs| {
                if discs % 2 == 1 {
                    discs as i32 - 240
                } else {
                    240 - discs as i32
                }
            },
        ];
        for added in biases {
            let observations = observations(added);
            let bias = ParityBias::fit(64, &observations);
            for discs in 11..=61 {
                assert!((bias.value(discs) - added(discs)).abs() <= 2, "{discs}");
            }
            for (ends, discs) in [(11, 5), (12, 4), (61, 63), (60, 64)] {
                assert_eq!(bias.value(discs), bias.value(ends));
            }
            let corrected: Vec<_> = observations.iter().map(|o| bias.corrected(o)).collect();
            for observation in &corrected {
                let score = 37 * observation.discs as i32 - 900;
                let values = &observation.values;
                assert!(values.iter().all(|value| (value - score).abs() <= 2));
            }
            let again = ParityBias::fit(64, &corrected);
            assert!((11..=61).all(|discs| again.value(discs).abs() <= 2));
        }
    }

    #[test]
    fn the_bias_is_zero_without_close_positions() {
        assert!((0..=64).all(|discs| ParityBias::fit(64, []).value(discs) == 0));
        let mut decided = observations(|_| 10);
        for observation in &mut decided {
            observation.values[3] += 2 * CLOSE;
        }
        assert_eq!(ParityBias::fit(64, &decided).value(41), 0);
    }
}
