//! Weighted least squares with few unknowns.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The normal equations of a fit with `N` unknowns.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LeastSquares<const N: usize> {
    matrix: [[f64; N]; N],
    right: [f64; N],
    /// Weighted sum of squared values.
    squares: f64,
    count: u64,
}

impl<const N: usize> Default for LeastSquares<N> {
    fn default() -> Self {
        Self {
            matrix: [[0.0; N]; N],
            right: [0.0; N],
            squares: 0.0,
            count: 0,
        }
    }
}

/// Ridge penalty, relative to the largest diagonal element: keeps undetermined unknowns
/// small.
const RIDGE: f64 = 1e-6;

impl<const N: usize> LeastSquares<N> {
    /// Adds the equation `factors · unknowns = value`.
    pub(crate) fn add(&mut self, factors: [f64; N], value: f64, weight: f64) {
        for (row, (right, factor)) in self
            .matrix
            .iter_mut()
            .zip(self.right.iter_mut().zip(factors))
        {
            for (cell, other) in row.iter_mut().zip(factors) {
                *cell += weight * factor * other;
            }
            *right += weight * factor * value;
        }
        self.squares += weight * value * value;
        self.count += 1;
    }

    /// Adds the equations of another fit.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (row, others) in self.matrix.iter_mut().zip(&other.matrix) {
            for (cell, other) in row.iter_mut().zip(others) {
                *cell += other;
            }
        }
        for (right, other) in self.right.iter_mut().zip(other.right) {
            *right += other;
        }
        self.squares += other.squares;
        self.count += other.count;
    }

    /// Returns the number of equations.
    pub(crate) const fn count(&self) -> u64 {
        self.count
    }

    /// Returns the weighted sum of squared residuals.
    pub(crate) fn squared_error(&self, unknowns: [f64; N]) -> f64 {
        let mut error = self.squares;
        for ((row, right), unknown) in self.matrix.iter().zip(self.right).zip(unknowns) {
            let product: f64 = row.iter().zip(unknowns).map(|(cell, x)| cell * x).sum();
            error += unknown * (product - 2.0 * right);
        }
        // Rounding may make it negative.
        error.max(0.0)
    }

    /// Returns the unknowns, or `None` with fewer equations than unknowns.
    pub(crate) fn solve(&self) -> Option<[f64; N]> {
        if self.count < N as u64 {
            return None;
        }
        let (mut matrix, mut right) = (self.matrix, self.right);
        let largest = (0..N).map(|i| matrix[i][i]).fold(0.0, f64::max);
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] += RIDGE * largest;
        }
        // The matrix is positive definite, so no pivoting is needed.
        for pivot in 0..N {
            let (above, below) = matrix.split_at_mut(pivot + 1);
            let pivot_row = &above[pivot];
            for (offset, row) in below.iter_mut().enumerate() {
                let factor = row[pivot] / pivot_row[pivot];
                for (cell, other) in row.iter_mut().zip(pivot_row) {
                    *cell -= factor * other;
                }
                right[pivot + 1 + offset] -= factor * right[pivot];
            }
        }
        let mut unknowns = [0.0; N];
        for row in (0..N).rev() {
            let known: f64 = (row + 1..N).map(|i| matrix[row][i] * unknowns[i]).sum();
            unknowns[row] = (right[row] - known) / matrix[row][row];
        }
        unknowns.iter().all(|x| x.is_finite()).then_some(unknowns)
    }
}

/// Serialized as one list, since serde does not support arrays of generic length.
impl<const N: usize> Serialize for LeastSquares<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.matrix.iter().flatten();
        let numbers: Vec<f64> = rows.chain(&self.right).copied().collect();
        (self.count, self.squares, numbers).serialize(serializer)
    }
}

impl<'de, const N: usize> Deserialize<'de> for LeastSquares<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (count, squares, numbers): (u64, f64, Vec<f64>) =
            Deserialize::deserialize(deserializer)?;
        let (rows, _) = numbers.as_chunks::<N>();
        let [matrix @ .., right] = rows else {
            return Err(D::Error::custom("expected the numbers of an equation"));
        };
        let matrix = matrix.try_into().map_err(D::Error::custom)?;
        Ok(Self {
            matrix,
            right: *right,
            squares,
            count,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_is_fitted_to_its_points() {
        let mut squares = LeastSquares::<3>::default();
        assert_eq!(squares.solve(), None);
        for (x, y) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (2.0, 3.0)] {
            squares.add([1.0, x, y], 2.0 - x + 0.5 * y, 1.0 + x);
        }
        let found = squares.solve().unwrap();
        for (found, expected) in found.into_iter().zip([2.0, -1.0, 0.5]) {
            assert!((found - expected).abs() < 1e-3, "{found} {expected}");
        }
        assert!(squares.squared_error(found) < 1e-5);
        // One unknown is wrong by 0.5: its factor is 0, 0, 1 and 3, and the weight is 1,
        // 2, 1 and 3.
        let off = squares.squared_error([2.0, -1.0, 1.0]);
        assert!((off - 0.25 * (1.0 + 27.0)).abs() < 1e-9, "{off}");
    }

    #[test]
    fn merged_fits_equal_the_fit_of_all_points() {
        let mut whole = LeastSquares::<2>::default();
        let mut parts = [LeastSquares::<2>::default(), LeastSquares::default()];
        for number in 0..10 {
            let (x, y) = (f64::from(number), f64::from(number * number));
            whole.add([1.0, x], y, 1.0);
            parts[usize::from(number < 4)].add([1.0, x], y, 1.0);
        }
        let [mut merged, second] = parts;
        merged.merge(&second);
        assert_eq!((merged.count(), merged.solve()), (10, whole.solve()));
        assert_eq!(
            merged.squared_error([1.0, 2.0]),
            whole.squared_error([1.0, 2.0])
        );
    }
}
