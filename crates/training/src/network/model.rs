//! The floating-point network being trained, and its forward pass.

use outflank_engine::evaluation::network::{BUCKETS, HIDDEN};
use outflank_support::seeds::derived_rng;
use rand::RngExt;

use super::encoded::Encoded;
use super::simd::{add, combined, dot};

/// A value for each accumulator: the first factors of all pairs, then the second factors.
pub(super) type Parameters<const P: usize> = [[f32; P]; 2];

/// A network with `P` pairs of accumulators.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model<const P: usize> {
    /// The weights of the first layer, by kind of feature.
    pub(super) rows: Vec<Parameters<P>>,
    pub(super) bias: Parameters<P>,
    /// By stage.
    pub(super) heads: Vec<Head<P>>,
}

/// The layers of one stage of the game, or their gradient or moments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Head<const P: usize> {
    pub(super) hidden: [[f32; P]; HIDDEN],
    pub(super) hidden_bias: [f32; HIDDEN],
    pub(super) output: [f32; HIDDEN],
    pub(super) skip: [f32; P],
    pub(super) output_bias: [f32; 1],
}

impl<const P: usize> Head<P> {
    pub(super) const ZERO: Self = Self {
        hidden: [[0.0; P]; HIDDEN],
        hidden_bias: [0.0; HIDDEN],
        output: [0.0; HIDDEN],
        skip: [0.0; P],
        output_bias: [0.0; 1],
    };

    /// Returns all parameters, the hidden layer's weights first.
    pub(super) const fn parts(&self) -> [&[f32]; 5] {
        [
            self.hidden.as_flattened(),
            &self.hidden_bias,
            &self.output,
            &self.skip,
            &self.output_bias,
        ]
    }

    /// Returns all parameters, mutable.
    pub(super) const fn parts_mut(&mut self) -> [&mut [f32]; 5] {
        [
            self.hidden.as_flattened_mut(),
            &mut self.hidden_bias,
            &mut self.output,
            &mut self.skip,
            &mut self.output_bias,
        ]
    }
}

/// Initial standard deviation of rows.
const ROW_SPREAD: f32 = 0.01;

/// Initial standard deviation of output weights.
const OUTPUT_SPREAD: f32 = 0.2;

impl<const P: usize> Model<P> {
    /// Creates a network with random weights. Biases put accumulators and neurons in the middle
    /// of their range, where gradients do not vanish.
    pub(super) fn new(kinds: usize, seed: u64) -> Self {
        let mut rng = derived_rng(seed, &[0]);
        // Nearly normal: a sum of four uniform numbers.
        let mut random = |spread: f32| {
            let sum: f32 = (0..4).map(|_| rng.random_range(-1.0_f32..1.0)).sum();
            sum * spread * 0.87
        };
        let mut spread = |numbers: &mut [f32], spread: f32| {
            for number in numbers {
                *number = random(spread);
            }
        };
        let mut rows = vec![[[0.0; P]; 2]; kinds];
        spread(rows.as_flattened_mut().as_flattened_mut(), ROW_SPREAD);
        let mut heads = vec![Head::ZERO; BUCKETS];
        for head in &mut heads {
            let hidden = head.hidden.as_flattened_mut();
            spread(hidden, 1.0 / (P as f32).sqrt());
            head.hidden_bias = [0.5; HIDDEN];
            spread(&mut head.output, OUTPUT_SPREAD);
        }
        Self {
            rows,
            bias: [[0.5; P]; 2],
            heads,
        }
    }
}

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
