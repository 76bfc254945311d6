//! What a network says of a position, in floating point.
//!
//! All functions that work on vectors are inlined into the ones that
//! [`pulp::Arch`] compiles for the vectors of the processor. They say in which order
//! numbers are added, and nothing is fused, so that each compilation gives the same
//! bits.

use outflank_engine::evaluation::network::HIDDEN;

use super::model::{Model, Numbers};
use super::prepared::Prepared;
use super::vectors::{add, combined, dot};

/// What the layers hold for a position.
pub(super) struct Activations<const P: usize> {
    pub(super) accumulator: Numbers<P>,
    pub(super) pairs: [f32; P],
    /// The neurons' sums, before they are clipped.
    pub(super) sums: [f32; HIDDEN],
    /// In parts of 16 discs.
    pub(super) output: f32,
}

/// A number held within what a layer passes on.
#[inline(always)]
pub(super) const fn clipped(number: f32) -> f32 {
    number.clamp(0.0, 1.0)
}

/// Asks the network.
#[inline(always)]
pub(super) fn forward<const P: usize>(model: &Model<P>, position: &Prepared) -> Activations<P> {
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

/// The bias and the rows of all places together.
#[inline(always)]
fn accumulator<const P: usize>(model: &Model<P>, position: &Prepared) -> Numbers<P> {
    let mut accumulator = model.bias;
    for &kind in &position.kinds {
        let row = &model.rows[kind as usize];
        for (sums, numbers) in accumulator.iter_mut().zip(row) {
            add(sums, numbers);
        }
    }
    accumulator
}
