//! How the loss of a position changes with the numbers of the network.

use outflank_engine::evaluation::network::{BUCKETS, HIDDEN};

use super::forward::{Activations, clipped};
use super::model::{Head, Numbers};

/// Sums over positions of the changes with the numbers of the heads and of the bias.
#[derive(Clone, Debug)]
pub(super) struct Gradient<const P: usize> {
    /// By bucket.
    pub(super) heads: Vec<Head<P>>,
    pub(super) bias: Numbers<P>,
    /// The sum of the squares of what the output is off by.
    pub(super) squares: f64,
}

impl<const P: usize> Gradient<P> {
    /// Of no positions.
    pub(super) fn new() -> Self {
        Self {
            heads: vec![Head::ZERO; BUCKETS],
            bias: [[0.0; P]; 2],
            squares: 0.0,
        }
    }

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        self.heads.fill(Head::ZERO);
        self.bias = [[0.0; P]; 2];
        self.squares = 0.0;
    }

    /// Adds that of other positions.
    pub(super) fn add(&mut self, other: &Self) {
        for (head, other) in self.heads.iter_mut().zip(&other.heads) {
            for (sums, numbers) in head.parts_mut().into_iter().zip(other.parts()) {
                add(sums, numbers);
            }
        }
        add(self.bias.as_flattened_mut(), other.bias.as_flattened());
        self.squares += other.squares;
    }
}

fn add(sums: &mut [f32], numbers: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

/// The change with each accumulator, which is that with each row that was added to it,
/// where the loss changes with the output by `slope`. What changes with the head is
/// added to `sums`.
#[inline(always)]
pub(super) fn backward<const P: usize>(
    head: &Head<P>,
    activations: &Activations<P>,
    slope: f32,
    sums: &mut Head<P>,
) -> Numbers<P> {
    let pairs = &activations.pairs;
    sums.output_bias[0] += slope;
    let mut by_pair = [0.0; P];
    for j in 0..P {
        sums.skip[j] += slope * pairs[j];
        by_pair[j] = slope * head.skip[j];
    }
    for neuron in 0..HIDDEN {
        let sum = activations.sums[neuron];
        sums.output[neuron] += slope * clipped(sum);
        if sum > 0.0 && sum < 1.0 {
            let slope = slope * head.output[neuron];
            sums.hidden_bias[neuron] += slope;
            let (weights, sums) = (&head.hidden[neuron], &mut sums.hidden[neuron]);
            for j in 0..P {
                sums[j] += slope * pairs[j];
                by_pair[j] += slope * weights[j];
            }
        }
    }
    let mut changes = [[0.0; P]; 2];
    for j in 0..P {
        let [first, second] = [0, 1].map(|half| activations.accumulator[half][j]);
        let is_open = |number: f32| number > 0.0 && number < 1.0;
        changes[0][j] = if is_open(first) {
            by_pair[j] * clipped(second)
        } else {
            0.0
        };
        changes[1][j] = if is_open(second) {
            by_pair[j] * clipped(first)
        } else {
            0.0
        };
    }
    changes
}
