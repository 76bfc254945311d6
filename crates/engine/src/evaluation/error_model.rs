//! The error model of ProbCut: how far shallow scores differ from deep scores.

use super::UNITS_PER_DISC;

/// Number of coefficients for one kind of search.
const NUMBERS: usize = 5;

/// The error model of Multi-ProbCut (Buro 1997, "Experiments with Multi-ProbCut and a new
/// high-quality evaluation function for Othello"): the standard deviation of the
/// difference between the scores at two depths.
///
/// Its logarithm is a linear function of 1, x, x², ln D and ln (d + 1), where x is the fraction of
/// squares with discs, and D and d are the depths of the deep and the shallow search in plies. Deep
/// searches that reach the end of the game have their own coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorModel {
    /// For searches that end in static values.
    pub midgame: [f32; NUMBERS],
    /// For deep searches that end in final scores.
    pub endgame: [f32; NUMBERS],
}

/// Range of the deviation in 1/128 discs.
const RANGE: (f32, f32) = (UNITS_PER_DISC as f32 / 2.0, 20.0 * UNITS_PER_DISC as f32);

impl ErrorModel {
    /// Size of a model in a file, in bytes.
    pub(super) const BYTES: usize = 2 * NUMBERS * size_of::<f32>();

    /// Returns the variables of the linear function.
    #[must_use]
    pub fn factors(discs: u32, squares: u32, depth: u32, shallow: u32) -> [f32; NUMBERS] {
        let x = discs as f32 / squares as f32;
        let log = |plies: u32| (plies.max(1) as f32).ln();
        [1.0, x, x * x, log(depth), log(shallow + 1)]
    }

    /// Returns the standard deviation between searches of `depth` and `shallow` plies, in
    /// 1/128 discs.
    #[must_use]
    pub fn deviation(&self, discs: u32, squares: u32, depth: u32, shallow: u32) -> f32 {
        let numbers = if discs + depth >= squares {
            &self.endgame
        } else {
            &self.midgame
        };
        let factors = Self::factors(discs, squares, depth, shallow);
        let log: f32 = numbers.iter().zip(factors).map(|(a, b)| a * b).sum();
        let deviation = log.exp();
        if deviation.is_finite() {
            deviation.clamp(RANGE.0, RANGE.1)
        } else {
            RANGE.1
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn to_bytes(self) -> Vec<u8> {
        let numbers = self.midgame.into_iter().chain(self.endgame);
        numbers.flat_map(f32::to_le_bytes).collect()
    }

    /// Reads [`BYTES`](Self::BYTES) bytes; `None` if a number is not finite.
    pub(super) fn from_bytes(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let (numbers, _) = bytes.as_chunks();
        let mut numbers = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let mut next = || [(); NUMBERS].map(|()| numbers.next().unwrap_or(f32::NAN));
        let model = Self {
            midgame: next(),
            endgame: next(),
        };
        let all = model.midgame.iter().chain(&model.endgame);
        all.copied().all(f32::is_finite).then_some(model)
    }
}

impl Default for ErrorModel {
    /// A model that fits no particular weights: 2.5 discs between depths 4 and 2, and a little more
    /// as the depths move apart.
    fn default() -> Self {
        let numbers = [5.4, 0.4, 0.0, 0.35, -0.35];
        Self {
            midgame: numbers,
            endgame: numbers,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn models_round_trip_through_bytes() {
        let model = ErrorModel {
            midgame: [1.0, -2.0, 3.5, 0.25, 0.0],
            endgame: [0.5, 1.5, -2.5, 3.5, -4.5],
        };
        let bytes = model.to_bytes();
        let read = ErrorModel::from_bytes(bytes.as_slice().try_into().unwrap());
        assert_eq!(read, Some(model));
        let wrong = ErrorModel {
            midgame: [f32::NAN; NUMBERS],
            ..model
        };
        let bytes = wrong.to_bytes();
        assert_eq!(
            ErrorModel::from_bytes(bytes.as_slice().try_into().unwrap()),
            None
        );
    }

    #[test]
    fn deviations_stay_in_range_for_any_coefficients() {
        for number in [-1e30, -3.0, 0.0, 3.0, 1e30] {
            let model = ErrorModel {
                midgame: [number; NUMBERS],
                endgame: [-number; NUMBERS],
            };
            for discs in 4..=64 {
                for depth in 0..=60 {
                    let deviation = model.deviation(discs, 64, depth, depth / 2);
                    assert!((RANGE.0..=RANGE.1).contains(&deviation));
                }
            }
        }
    }
}
