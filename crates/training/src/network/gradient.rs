//! The backward pass.

use outflank_engine::evaluation::network::{BUCKETS, HIDDEN};
use outflank_engine::evaluation::{Features, PatternSet};
use pulp::Arch;
use rayon::prelude::*;

use super::encoded::Encoded;
use super::model::{Activations, Head, Model, Parameters, clipped, forward};
use super::samples::Packed;
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

/// Number of pieces of a batch, which are processed in parallel and summed in order.
const PIECES: usize = 16;

/// A batch and the gradient of its loss.
#[derive(Debug)]
pub(super) struct BatchGradient<const P: usize> {
    pub(super) positions: Vec<Encoded>,
    /// By position: the gradient with respect to its accumulators, and therefore to each
    /// of its rows.
    pub(super) gradients: Vec<Parameters<P>>,
    /// The gradient with respect to the other parameters.
    pub(super) gradient: Gradient<P>,
    pieces: Vec<Gradient<P>>,
}

impl<const P: usize> BatchGradient<P> {
    pub(super) fn new() -> Self {
        Self {
            positions: Vec::new(),
            gradients: Vec::new(),
            gradient: Gradient::new(),
            pieces: vec![Gradient::new(); PIECES],
        }
    }

    /// Computes the gradient of the mean loss of the samples with these indices.
    pub(super) fn compute(
        &mut self,
        model: &Model<P>,
        samples: &[Packed],
        indices: &[u32],
        arch: Arch,
    ) {
        self.positions.resize(indices.len(), Encoded::BLANK);
        self.gradients.resize(indices.len(), [[0.0; P]; 2]);
        let size = indices.len().div_ceil(PIECES).max(1);
        let share = 1.0 / indices.len() as f32;
        let pieces = indices
            .par_chunks(size)
            .zip(self.positions.par_chunks_mut(size))
            .zip(self.gradients.par_chunks_mut(size))
            .zip(&mut self.pieces);
        pieces.for_each(|(((indices, positions), gradients), gradient)| {
            gradient.clear();
            arch.dispatch(Piece {
                model,
                samples,
                indices,
                share,
                positions,
                gradients,
                gradient,
            });
        });
        self.gradient.clear();
        for piece in &self.pieces[..indices.len().div_ceil(size)] {
            self.gradient.add(piece);
        }
    }
}

/// The computation of one piece of a batch.
struct Piece<'a, const P: usize> {
    model: &'a Model<P>,
    samples: &'a [Packed],
    indices: &'a [u32],
    /// Weight of a position in the mean.
    share: f32,
    positions: &'a mut [Encoded],
    gradients: &'a mut [Parameters<P>],
    gradient: &'a mut Gradient<P>,
}

impl<const P: usize> pulp::NullaryFnOnce for Piece<'_, P> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let patterns = PatternSet::standard();
        // Copied first, so that cache misses overlap.
        let indices = self.indices.iter();
        let samples: Vec<Packed> = indices.map(|&i| self.samples[i as usize]).collect();
        let outputs = self.positions.iter_mut().zip(&mut *self.gradients);
        for (sample, (position, gradients)) in samples.into_iter().zip(outputs) {
            let features = Features::new_unchecked(patterns, sample.board());
            *position = Encoded::new(patterns, &features, sample);
            let activations = forward(self.model, position);
            let error = activations.output - position.score;
            self.gradient.squares += f64::from(error * error);
            let bucket = position.bucket as usize;
            let sums = &mut self.gradient.heads[bucket];
            let head = &self.model.heads[bucket];
            *gradients = backward(head, &activations, error * self.share, sums);
        }
        for gradients in &*self.gradients {
            for (sums, gradients) in self.gradient.bias.iter_mut().zip(gradients) {
                add(sums, gradients);
            }
        }
    }
}
