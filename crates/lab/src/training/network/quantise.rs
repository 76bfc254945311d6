//! A trained network in whole numbers.

use outflank_engine::evaluation::network::{
    COUNTS_OF_DISCS, DISCS_OF_ONE, HIDDEN_BITS, HIDDEN_ONE, MOST_BIAS, OUTPUT_BITS, PAIR_ONE,
    ROW_ONE,
};
use outflank_engine::evaluation::{HeadParts, NetworkParts, UNITS};

use super::model::{Head, Model};

/// What stands for 1.0 in the bias of the output.
const OUTPUT_ONE: i32 = (DISCS_OF_ONE * UNITS) << OUTPUT_BITS;

/// The network of these numbers, each rounded.
pub(super) fn quantised<const P: usize>(model: &Model<P>) -> NetworkParts {
    let rows = model.rows.as_flattened().as_flattened();
    let most_bias = i32::from(MOST_BIAS);
    let bias = model.bias.as_flattened().iter();
    NetworkParts {
        width: 2 * P,
        rows: rows.iter().map(|&n| byte(n, ROW_ONE)).collect(),
        bias: bias
            .map(|&n| rounded(n, ROW_ONE.into()).clamp(-most_bias, most_bias) as i16)
            .collect(),
        heads: model.heads.iter().map(quantised_head).collect(),
        by_discs: vec![0; COUNTS_OF_DISCS],
    }
}

fn quantised_head<const P: usize>(head: &Head<P>) -> HeadParts {
    let sum_one = f64::from(PAIR_ONE * HIDDEN_ONE);
    let weight = |&number: &f32| {
        let rounded = rounded(number, f64::from(OUTPUT_ONE) / f64::from(PAIR_ONE));
        rounded.clamp(i16::MIN.into(), i16::MAX.into()) as i16
    };
    // The network drops the last bits of a neuron's sum; with half of what they can
    // come to added it rounds.
    let half = 1 << (HIDDEN_BITS - 1);
    HeadParts {
        hidden: head
            .hidden
            .as_flattened()
            .iter()
            .map(|&n| byte(n, HIDDEN_ONE))
            .collect(),
        hidden_bias: head
            .hidden_bias
            .iter()
            .map(|&n| rounded(n, sum_one) + half)
            .collect(),
        output: head.output.iter().map(weight).collect(),
        skip: head.skip.iter().map(weight).collect(),
        output_bias: rounded(head.output_bias[0], OUTPUT_ONE.into()),
    }
}

/// A number in parts of which so many are 1.0.
fn rounded(number: f32, one: f64) -> i32 {
    (f64::from(number) * one).round() as i32
}

fn byte(number: f32, one: i32) -> i8 {
    let most = i32::from(i8::MAX);
    rounded(number, one.into()).clamp(-most, most) as i8
}
