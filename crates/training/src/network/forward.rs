//! The forward pass in floating point.
//!
//! Vector functions are inlined into those that [`pulp::Arch`] compiles for the processor.
//! They fix the order of additions and use no fused operations, so that every compilation
//! gives the same bits.

use outflank_engine::evaluation::network::HIDDEN;

use super::encoded::Encoded;
use super::model::{Model, Parameters};
use super::simd::{add, combined, dot};

/// The activations of a position.
pub(super) struct Activations<const P: usize> {
    pub(super) accumulator: Parameters<P>,
    pub(super) pairs: [f32; P],
    /// Sums of the hidden neurons before clipping.
    pub(super) sums: [f32; HIDDEN],
    /// In units of 16 discs.
    pub(super) output: f32,
}

/// The activation function.
#[inline(always)]
pub(super) const fn clipped(number: f32) -> f32 {
    number.clamp(0.0, 1.0)
}

/// Evaluates the network.
#[inline(always)]
pub(super) fn forward<const P: usize>(model: &Model<P>, position: &Encoded) -> Activations<P> {
    let accumulator = accumulator(model, position);
    let [first, second] = &accumulator;
    let pairs = combined(first, second, |a, b| clipped(a) * clipped(b));
    let head = &model.heads[position.bucket as usize];
    let mut sums = head.hidden_bias;
    let mut output = head.output_bias[0] + dot(&head.skip, &pairs);
    for (neuron, sum) in sums.iter_mut().enumerate() {
        *sum += dot(&head.hidden[neuron], &pairs);
        output += head.output[neuron] * clipped(*sum);
    }
    Activations {
        accumulator,
        pairs,
        sums,
        output,
    }
}

/// Returns the sum of the bias and the active rows.
#[inline(always)]
fn accumulator<const P: usize>(model: &Model<P>, position: &Encoded) -> Parameters<P> {
    let mut accumulator = model.bias;
    for &kind in &position.kinds {
        let row = &model.rows[kind as usize];
        for (sums, numbers) in accumulator.iter_mut().zip(row) {
            add(sums, numbers);
        }
    }
    accumulator
}
