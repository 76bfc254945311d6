//! Weighted least squares with few unknowns.

/// The normal equations of a fit with `N` unknowns.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LeastSquares<const N: usize> {
    matrix: [[f64; N]; N],
    right: [f64; N],
    count: u64,
}

impl<const N: usize> Default for LeastSquares<N> {
    fn default() -> Self {
        Self {
            matrix: [[0.0; N]; N],
            right: [0.0; N],
            count: 0,
        }
    }
}

/// Ridge penalty, relative to the largest diagonal element. It keeps undetermined
/// unknowns small.
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
        self.count += 1;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_is_fitted_to_its_points() {
        let mut equations = LeastSquares::<3>::default();
        assert_eq!(equations.solve(), None);
        for (x, y) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (2.0, 3.0)] {
            equations.add([1.0, x, y], 2.0 - x + 0.5 * y, 1.0 + x);
        }
        let found = equations.solve().unwrap();
        for (found, expected) in found.into_iter().zip([2.0, -1.0, 0.5]) {
            assert!((found - expected).abs() < 1e-3, "{found} {expected}");
        }
    }
}
