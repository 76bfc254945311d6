//! What a glance misses of positions with an odd number of empty squares.
//!
//! Weights are learned from games that people and programs played, and a game played
//! badly from some point on no longer says what it was worth to have the last move.
//! So searches of odd and of even depth differ by a disc and more, all in the same
//! direction: those that end with an odd number of empty squares give too little to
//! the side that is to move there, and will move last. How much is measured by the
//! searches one ply shorter and one ply longer, and goes into the weights; by a network,
//! searches add it to the values where they end.

use outflank_engine::evaluation::UNITS_PER_DISC;

use super::Observation;
use crate::least_squares::LeastSquares;

/// What is missed, by the number of discs on the board: a sum of three numbers times
/// 1, x and x², x being the discs in 64ths of them, whatever the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tempo {
    /// Squares of the board.
    squares: u32,
    numbers: [f64; 3],
}

/// Positions further from a draw tell of discs to be won, not of a move more.
const CLOSE: i32 = 32 * UNITS_PER_DISC;

/// What may be missed at most, in 1/128 discs.
const MOST: f64 = 4.0 * UNITS_PER_DISC as f64;

/// One measurement.
struct Gap {
    /// Discs on the boards where the search ended, an odd number of squares empty.
    discs: u32,
    /// What its value lacks for the side to move there, in 1/128 discs.
    missed: f64,
}

impl Tempo {
    /// What was missed in these searches, on a board with so many squares; nothing if
    /// there are too few.
    pub fn fit<'a>(squares: u32, observations: impl IntoIterator<Item = &'a Observation>) -> Self {
        let mut sums = LeastSquares::default();
        for gap in observations.into_iter().flat_map(gaps) {
            sums.add(factors(gap.discs), gap.missed, 1.0);
        }
        let numbers = sums.solve().unwrap_or_default();
        Self { squares, numbers }
    }

    /// What a glance misses of a position with so many discs, for the mover, in
    /// 1/128 discs. With an even number of empty squares nothing.
    #[must_use]
    pub fn missed(&self, discs: u32) -> i32 {
        if !is_odd(self.squares, discs) {
            return 0;
        }
        let sum: f64 = self
            .numbers
            .iter()
            .zip(factors(discs))
            .map(|(a, b)| a * b)
            .sum();
        sum.clamp(-MOST, MOST).round() as i32
    }

    /// The values that the same searches would have given with weights that miss
    /// nothing.
    #[must_use]
    pub fn corrected(&self, observation: &Observation) -> Observation {
        let mut corrected = observation.clone();
        for (value, depth) in corrected.values.iter_mut().zip(1..) {
            *value += side(depth) * self.missed(observation.discs + depth);
        }
        corrected
    }
}

fn factors(discs: u32) -> [f64; 3] {
    let x = f64::from(discs) / 64.0;
    [1.0, x, x * x]
}

/// Whether an odd number of squares is empty.
const fn is_odd(squares: u32, discs: u32) -> bool {
    squares % 2 != discs % 2
}

/// 1 if the side to move after so many plies is the one that was to move before,
/// −1 if it is the other one.
const fn side(depth: u32) -> i32 {
    if depth.is_multiple_of(2) { 1 } else { -1 }
}

/// What was missed by the searches of one position that ended with an odd number of
/// empty squares, each between two that did not.
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
            missed: f64::from(side(depth) * ((before + after) / 2 - value)),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches of positions worth nothing, of which odd ones miss so much.
    fn observations(missed: impl Fn(u32) -> i32) -> Vec<Observation> {
        let observe = |discs: u32| {
            let value = |depth: u32| {
                let end = discs + depth;
                let is_odd = !end.is_multiple_of(2);
                if is_odd {
                    -side(depth) * missed(end)
                } else {
                    0
                }
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
    fn what_is_missed_is_found_and_put_right() {
        let missed = |discs: u32| 60 + 2 * discs as i32;
        let observations = observations(missed);
        let tempo = Tempo::fit(64, &observations);
        for discs in 12..=58 {
            let expected = if discs % 2 == 1 { missed(discs) } else { 0 };
            assert!((tempo.missed(discs) - expected).abs() <= 2, "{discs}");
        }
        for observation in &observations {
            let corrected = tempo.corrected(observation);
            assert!(corrected.values.iter().all(|value| value.abs() <= 2));
        }
        let corrected: Vec<_> = observations.iter().map(|o| tempo.corrected(o)).collect();
        let again = Tempo::fit(64, &corrected);
        assert!((12..=58).all(|discs| again.missed(discs).abs() <= 2));
    }

    #[test]
    fn nothing_tells_nothing_and_decided_positions_tell_nothing() {
        assert!((0..=64).all(|discs| Tempo::fit(64, []).missed(discs) == 0));
        let decided = observations(|_| 2 * CLOSE);
        assert_eq!(Tempo::fit(64, &decided).missed(41), 0);
    }
}
