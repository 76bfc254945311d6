//! Small systems of linear equations.

/// Inverts a symmetric positive definite matrix; `None` if it is not positive definite.
pub(super) fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut left = matrix.to_vec();
    let mut right: Vec<Vec<f64>> = (0..size)
        .map(|row| (0..size).map(|i| f64::from(u8::from(i == row))).collect())
        .collect();
    // A positive definite matrix needs no pivoting.
    for pivot in 0..size {
        let scale = left[pivot][pivot];
        if scale.is_nan() || scale <= 0.0 {
            return None;
        }
        for row in [&mut left, &mut right] {
            row[pivot].iter_mut().for_each(|cell| *cell /= scale);
        }
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = left[row][pivot];
            for matrix in [&mut left, &mut right] {
                let subtracted = matrix[pivot].clone();
                for (cell, other) in matrix[row].iter_mut().zip(subtracted) {
                    *cell -= factor * other;
                }
            }
        }
    }
    let is_finite = right.iter().flatten().all(|cell| cell.is_finite());
    is_finite.then_some(right)
}

/// Multiplies two square matrices.
pub(super) fn product(left: &[Vec<f64>], right: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let columns = 0..left.len();
    let cell = |row: &Vec<f64>, column: usize| -> f64 {
        row.iter().zip(right).map(|(a, row)| a * row[column]).sum()
    };
    left.iter()
        .map(|row| columns.clone().map(|column| cell(row, column)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]].map(Vec::from);
        let one = product(&matrix, &inverse(&matrix).unwrap());
        for (row, cells) in one.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let expected = f64::from(u8::from(row == column));
                assert!((cell - expected).abs() < 1e-12, "{one:?}");
            }
        }
        assert_eq!(inverse(&[vec![1.0, 1.0], vec![1.0, 1.0]]), None);
    }
}
