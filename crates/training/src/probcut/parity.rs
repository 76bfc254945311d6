//! The parity bias of an evaluation.
//!
//! Evaluations learned from games underestimate the advantage of the last move: with an
//! odd number of empties they score too low for the mover, so that searches of odd and
//! even depth differ by a disc or more. The bias is measured against the searches one ply
//! shallower and one ply deeper, and is added to the pattern weights, or to the values of
//! a network.

use outflank_engine::evaluation::UNITS_PER_DISC;

use super::Observation;
use crate::least_squares::LeastSquares;

/// The parity bias as a quadratic function of the number of discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ParityBias {
    /// Squares of the board.
    squares: u32,
    /// Coefficients of 1, x and x², where x is the number of discs / 64.
    coefficients: [f64; 3],
}

/// Positions decided by more than this, in 1/128 discs, are ignored.
const CLOSE: i32 = 32 * UNITS_PER_DISC;

/// Maximum bias, in 1/128 discs.
const MAX_BIAS: f64 = 4.0 * UNITS_PER_DISC as f64;

/// One measurement.
struct Gap {
    /// Discs at the leaves of the search, with an odd number of empties.
    discs: u32,
    /// The amount by which the value is too low for the mover at the leaves, in 1/128
    /// discs.
    bias: f64,
}

impl ParityBias {
    /// Fits the bias to searches on a board with `squares` squares. It is zero if there are too
    /// few.
    pub fn fit<'a>(squares: u32, observations: impl IntoIterator<Item = &'a Observation>) -> Self {
        let mut sums = LeastSquares::default();
        for gap in observations.into_iter().flat_map(gaps) {
            sums.add(factors(gap.discs), gap.bias, 1.0);
        }
        let coefficients = sums.solve().unwrap_or_default();
        Self {
            squares,
            coefficients,
        }
    }

    /// Returns the correction for a position with `discs` discs, to be added for the
    /// mover, in 1/128 discs. It is zero with an even number of empties.
    #[must_use]
    pub fn value(&self, discs: u32) -> i32 {
        if !is_odd(self.squares, discs) {
            return 0;
        }
        let sum: f64 = self
            .coefficients
            .iter()
            .zip(factors(discs))
            .map(|(a, b)| a * b)
            .sum();
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

fn factors(discs: u32) -> [f64; 3] {
    let x = f64::from(discs) / 64.0;
    [1.0, x, x * x]
}

/// Returns whether the number of empties is odd.
const fn is_odd(squares: u32, discs: u32) -> bool {
    squares % 2 != discs % 2
}

/// Returns 1 if the same side moves after `depth` plies, −1 if the other one does.
const fn side(depth: u32) -> i32 {
    if depth.is_multiple_of(2) { 1 } else { -1 }
}

/// Returns the measurements of one position: each search that ends with an odd number of
/// empties, compared with its neighbours, which do not.
fn gaps(observation: &Observation) -> impl Iterator<Item = Gap> + '_ {
    let triples = observation.values.windows(3).zip(2_u32..);
    triples.filter_map(|(values, depth)| {
        let discs = observation.discs + depth;
        let [before, value, after] = *values else {
            return None;
        };
        let is_close = [before, value, after].iter().all(|v| v.abs() < CLOSE);
        (is_odd(observation.squares, discs) && is_close).then(|| Gap {
            discs,
            bias: f64::from(side(depth) * ((before + after) / 2 - value)),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns searches of even positions with a known bias.
    fn observations(bias: impl Fn(u32) -> i32) -> Vec<Observation> {
        let observe = |discs: u32| {
            let value = |depth: u32| {
                let end = discs + depth;
                let is_odd = !end.is_multiple_of(2);
                if is_odd { -side(depth) * bias(end) } else { 0 }
            };
            Observation {
                squares: 64,
                discs,
                values: (1..=8).map(value).collect(),
                exact: None,
            }
        };
        (10..50).map(observe).collect()
    }

    #[test]
    fn a_known_bias_is_found_and_corrected() {
        let added = |discs: u32| 60 + 2 * discs as i32;
        let observations = observations(added);
        let bias = ParityBias::fit(64, &observations);
        for discs in 12..=58 {
            let expected = if discs % 2 == 1 { added(discs) } else { 0 };
            assert!((bias.value(discs) - expected).abs() <= 2, "{discs}");
        }
        for observation in &observations {
            let corrected = bias.corrected(observation);
            assert!(corrected.values.iter().all(|value| value.abs() <= 2));
        }
        let corrected: Vec<_> = observations.iter().map(|o| bias.corrected(o)).collect();
        let again = ParityBias::fit(64, &corrected);
        assert!((12..=58).all(|discs| again.value(discs).abs() <= 2));
    }

    #[test]
    fn the_bias_is_zero_without_close_positions() {
        assert!((0..=64).all(|discs| ParityBias::fit(64, []).value(discs) == 0));
        let decided = observations(|_| 2 * CLOSE);
        assert_eq!(ParityBias::fit(64, &decided).value(41), 0);
    }
}
