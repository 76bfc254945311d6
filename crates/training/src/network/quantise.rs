//! Quantization of a trained network, and back.

use std::iter::repeat_n;

use outflank_engine::evaluation::network::{
    COUNTS_OF_DISCS, DISCS_OF_ONE, HIDDEN_BITS, HIDDEN_ONE, MAX_ROW_BIAS, OUTPUT_BITS, PAIR_ONE,
    ROW_ONE,
};
use outflank_engine::evaluation::{HeadWeights, NetworkWeights, UNITS_PER_DISC};

use super::model::{Head, Model};

/// The integer for 1.0 in the output bias.
const OUTPUT_ONE: i32 = (DISCS_OF_ONE * UNITS_PER_DISC) << OUTPUT_BITS;

/// Added to hidden biases, so that the network's truncation rounds to the nearest integer.
const HALF: i32 = 1 << (HIDDEN_BITS - 1);

/// A row used by one in this many positions is rounded to integers; one used k times less often, to
/// multiples of about √k.
const FREQUENT: f64 = 8192.0;

/// The coarsest rounding is to multiples of this.
const COARSEST: i32 = 16;

/// Returns the quantized network. `shares` has, for each row, the share of training positions that
/// use it; `first` is the network that training began with, if any.
pub(super) fn quantised<const P: usize>(
    model: &Model<P>,
    shares: impl Iterator<Item = f64>,
    first: Option<&NetworkWeights>,
) -> NetworkWeights {
    let most_bias = i32::from(MAX_ROW_BIAS);
    let mut rows = Vec::with_capacity(model.rows.len() * 2 * P);
    for (index, (row, share)) in model.rows.iter().zip(shares).enumerate() {
        let first = first.map(|first| &first.rows[index * 2 * P..][..2 * P]);
        quantise_row(&mut rows, row.as_flattened(), share, first);
    }
    let bias = model.bias.as_flattened().iter();
    NetworkWeights {
        width: 2 * P,
        rows,
        bias: bias
            .map(|&n| rounded(n, ROW_ONE.into()).clamp(-most_bias, most_bias) as i16)
            .collect(),
        heads: model.heads.iter().map(quantised_head).collect(),
        parity_bias: vec![0; COUNTS_OF_DISCS],
    }
}

/// Quantizes a row: the fewer positions use it, the more coarsely, so that files compress better.
/// This hardly raises the mean squared error over positions, in which a row counts in proportion to
/// its share. An unused row still has its random initial numbers, so it becomes zero. If training
/// began with a network, whose row is `first`, the row is rounded no more coarsely than that one, and
/// kept if no position used it.
fn quantise_row(rows: &mut Vec<i8>, row: &[f32], share: f64, first: Option<&[i8]>) {
    let mut multiple = COARSEST;
    match first {
        Some(first) if share == 0.0 => return rows.extend(first),
        None if share == 0.0 => return rows.extend(repeat_n(0, row.len())),
        Some(first) => {
            // Starting with this bit limits the multiple.
            let bits = first
                .iter()
                .fold(COARSEST as i8, |bits, number| bits | number);
            multiple = 1 << bits.trailing_zeros();
        }
        None => (),
    }
    // The power of two nearest to the square root of 1 / (FREQUENT * share), on a logarithmic scale.
    while multiple > 1 && f64::from(multiple).powi(2) * FREQUENT * share > 2.0 {
        multiple /= 2;
    }
    let most = i32::from(i8::MAX) / multiple;
    let one = f64::from(ROW_ONE) / f64::from(multiple);
    rows.extend(row.iter().map(|&number| {
        let number = rounded(number, one).clamp(-most, most);
        (number * multiple) as i8
    }));
}

fn quantised_head<const P: usize>(head: &Head<P>) -> HeadWeights {
    let sum_one = f64::from(PAIR_ONE * HIDDEN_ONE);
    let weight = |&number: &f32| {
        let rounded = rounded(number, f64::from(OUTPUT_ONE) / f64::from(PAIR_ONE));
        rounded.clamp(i16::MIN.into(), i16::MAX.into()) as i16
    };
    HeadWeights {
        hidden: head
            .hidden
            .as_flattened()
            .iter()
            .map(|&n| byte(n, HIDDEN_ONE))
            .collect(),
        hidden_bias: head
            .hidden_bias
            .iter()
            .map(|&n| rounded(n, sum_one) + HALF)
            .collect(),
        output: head.output.iter().map(weight).collect(),
        skip: head.skip.iter().map(weight).collect(),
        output_bias: rounded(head.output_bias[0], OUTPUT_ONE.into()),
    }
}

/// Returns the floating-point network of width `2 * P` that quantizes to these integers. The
/// offsets by number of discs are not trained and are dropped.
pub(super) fn dequantised<const P: usize>(parts: &NetworkWeights) -> Model<P> {
    let mut model = Model {
        rows: vec![[[0.0; P]; 2]; parts.rows.len() / (2 * P)],
        bias: [[0.0; P]; 2],
        heads: vec![Head::ZERO; parts.heads.len()],
    };
    let row_one = f64::from(ROW_ONE);
    let rows = model.rows.as_flattened_mut().as_flattened_mut();
    dequantise(rows, &parts.rows, row_one);
    dequantise(model.bias.as_flattened_mut(), &parts.bias, row_one);
    let sum_one = f64::from(PAIR_ONE * HIDDEN_ONE);
    let weight_one = f64::from(OUTPUT_ONE) / f64::from(PAIR_ONE);
    for (head, parts) in model.heads.iter_mut().zip(&parts.heads) {
        let hidden = head.hidden.as_flattened_mut();
        dequantise(hidden, &parts.hidden, f64::from(HIDDEN_ONE));
        let without_half: Vec<i32> = parts.hidden_bias.iter().map(|n| n - HALF).collect();
        dequantise(&mut head.hidden_bias, &without_half, sum_one);
        dequantise(&mut head.output, &parts.output, weight_one);
        dequantise(&mut head.skip, &parts.skip, weight_one);
        dequantise(
            &mut head.output_bias,
            &[parts.output_bias],
            OUTPUT_ONE.into(),
        );
    }
    model
}

/// Converts integers to floating point; `one` is the integer for 1.0.
fn dequantise<N: Copy + Into<f64>>(numbers: &mut [f32], parts: &[N], one: f64) {
    for (number, &part) in numbers.iter_mut().zip(parts) {
        *number = (part.into() / one) as f32;
    }
}

/// Returns the nearest integer; `one` is the integer for 1.0.
fn rounded(number: f32, one: f64) -> i32 {
    (f64::from(number) * one).round() as i32
}

fn byte(number: f32, one: i32) -> i8 {
    let most = i32::from(i8::MAX);
    rounded(number, one.into()).clamp(-most, most) as i8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the row `[0.1, -0.4, 0.01]` quantized, if one in `positions` positions uses it.
    fn row(positions: f64, first: Option<&[i8]>) -> Vec<i8> {
        let mut rows = Vec::new();
        quantise_row(&mut rows, &[0.1, -0.4, 0.01], 1.0 / positions, first);
        rows
    }

    #[test]
    fn rare_rows_are_rounded_coarsely() {
        assert_eq!(row(f64::INFINITY, None), [0, 0, 0]);
        assert_eq!(row(1e7, None), [32, -96, 0]);
        assert_eq!(row(500_000.0, None), [24, -104, 0]);
        assert_eq!(row(130_000.0, None), [24, -104, 4]);
        assert_eq!(row(30_000.0, None), [26, -102, 2]);
        assert_eq!(row(1.0, None), [26, -102, 3]);
    }

    #[test]
    fn further_training_rounds_no_more_coarsely() {
        assert_eq!(row(f64::INFINITY, Some(&[5, 6, 7])), [5, 6, 7]);
        assert_eq!(row(1e7, Some(&[5, 6, 7])), [26, -102, 3]);
        assert_eq!(row(1e7, Some(&[4, 8, 0])), [24, -104, 4]);
        assert_eq!(row(1.0, Some(&[4, 8, 0])), [26, -102, 3]);
        assert_eq!(row(1e7, Some(&[0, 0, 0])), [32, -96, 0]);
    }
}
