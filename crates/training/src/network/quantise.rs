//! Quantization of a trained network, and back.

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

/// Returns the quantized network.
pub(super) fn quantised<const P: usize>(model: &Model<P>) -> NetworkWeights {
    let rows = model.rows.as_flattened().as_flattened();
    let most_bias = i32::from(MAX_ROW_BIAS);
    let bias = model.bias.as_flattened().iter();
    NetworkWeights {
        width: 2 * P,
        rows: rows.iter().map(|&n| byte(n, ROW_ONE)).collect(),
        bias: bias
            .map(|&n| rounded(n, ROW_ONE.into()).clamp(-most_bias, most_bias) as i16)
            .collect(),
        heads: model.heads.iter().map(quantised_head).collect(),
        parity_bias: vec![0; COUNTS_OF_DISCS],
    }
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
