//! The backward pass.

use outflank_engine::evaluation::network::{BUCKETS, HIDDEN};

use super::forward::{Activations, clipped};
use super::model::{Head, Parameters};
use super::simd::{add, add_scaled, combined};

/// The gradient with respect to the parameters of the heads and the bias.
#[derive(Clone, Debug)]
pub(super) struct Gradient<const P: usize> {
    /// By head.
    pub(super) heads: Vec<Head<P>>,
    pub(super) bias: Parameters<P>,
    /// Sum of squared errors of the output.
    pub(super) squares: f64,
}

impl<const P: usize> Gradient<P> {
    pub(super) fn new() -> Self {
        Self {
            heads: vec![Head::ZERO; BUCKETS],
            bias: [[0.0; P]; 2],
            squares: 0.0,
        }
    }

    /// Sets the gradient to zero.
    pub(super) fn clear(&mut self) {
        self.heads.fill(Head::ZERO);
        self.bias = [[0.0; P]; 2];
        self.squares = 0.0;
    }

    /// Adds another gradient.
    pub(super) fn add(&mut self, other: &Self) {
        for (head, other) in self.heads.iter_mut().zip(&other.heads) {
            for (sums, numbers) in head.parts_mut().into_iter().zip(other.parts()) {
                for (sum, number) in sums.iter_mut().zip(numbers) {
                    *sum += number;
                }
            }
        }
        for (sums, numbers) in self.bias.iter_mut().zip(&other.bias) {
            add(sums, numbers);
        }
        self.squares += other.squares;
    }
}

/// Returns the gradient with respect to the accumulators, which equals that of each active
/// row, and adds the gradient of the head to `sums`. `slope` is the derivative with
/// respect to the output.
#[inline(always)]
pub(super) fn backward<const P: usize>(
    head: &Head<P>,
    activations: &Activations<P>,
    slope: f32,
    sums: &mut Head<P>,
) -> Parameters<P> {
    let pairs = &activations.pairs;
    sums.output_bias[0] += slope;
    add_scaled(&mut sums.skip, slope, pairs);
    let mut by_pair = [0.0; P];
    add_scaled(&mut by_pair, slope, &head.skip);
    for neuron in 0..HIDDEN {
        let sum = activations.sums[neuron];
        sums.output[neuron] += slope * clipped(sum);
        if sum > 0.0 && sum < 1.0 {
            let slope = slope * head.output[neuron];
            sums.hidden_bias[neuron] += slope;
            add_scaled(&mut sums.hidden[neuron], slope, pairs);
            add_scaled(&mut by_pair, slope, &head.hidden[neuron]);
        }
    }
    // The derivative with respect to a factor is the other factor, or 0 if it is clipped.
    let is_open = |number: f32| number > 0.0 && number < 1.0;
    let factor = |own, other| if is_open(own) { clipped(other) } else { 0.0 };
    let [first, second] = &activations.accumulator;
    let by_factor = [
        combined(first, second, factor),
        combined(second, first, factor),
    ];
    by_factor.map(|factors| combined(&factors, &by_pair, |factor, change| factor * change))
}
