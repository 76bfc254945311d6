//! The numbers of a network while it is trained.

use outflank_engine::evaluation::network::{BUCKETS, HIDDEN};
use rand::RngExt;

use outflank_matches::seeds::derived_rng;

/// A number for each accumulator: the first factors of all pairs, then the second.
pub(super) type Numbers<const P: usize> = [[f32; P]; 2];

/// A network of `P` pairs, in floating point.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model<const P: usize> {
    /// By kind.
    pub(super) rows: Vec<Numbers<P>>,
    pub(super) bias: Numbers<P>,
    /// By bucket.
    pub(super) heads: Vec<Head<P>>,
}

/// The layers for one stage of the game, or something for each of their numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Head<const P: usize> {
    /// By neuron.
    pub(super) hidden: [[f32; P]; HIDDEN],
    pub(super) hidden_bias: [f32; HIDDEN],
    pub(super) output: [f32; HIDDEN],
    pub(super) skip: [f32; P],
    pub(super) output_bias: [f32; 1],
}

impl<const P: usize> Head<P> {
    /// Zeros.
    pub(super) const ZERO: Self = Self {
        hidden: [[0.0; P]; HIDDEN],
        hidden_bias: [0.0; HIDDEN],
        output: [0.0; HIDDEN],
        skip: [0.0; P],
        output_bias: [0.0; 1],
    };

    /// All numbers, the hidden layer's weights first.
    pub(super) const fn parts(&self) -> [&[f32]; 5] {
        [
            self.hidden.as_flattened(),
            &self.hidden_bias,
            &self.output,
            &self.skip,
            &self.output_bias,
        ]
    }

    /// The same, to be changed.
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

/// How far the first numbers of rows are from zero.
const ROW_SPREAD: f32 = 0.01;

/// How far the first weights of the output are from zero.
const OUTPUT_SPREAD: f32 = 0.2;

impl<const P: usize> Model<P> {
    /// The first numbers, by chance: accumulators and neurons begin in the middle of
    /// what they may be, where they learn.
    pub(super) fn new(kinds: usize, seed: u64) -> Self {
        let mut rng = derived_rng(seed, &[0]);
        // Nearly normal, with this deviation: a sum of four even ones.
        let mut chance = |spread: f32| {
            let sum: f32 = (0..4).map(|_| rng.random_range(-1.0_f32..1.0)).sum();
            sum * spread * 0.87
        };
        let mut spread = |numbers: &mut [f32], spread: f32| {
            for number in numbers {
                *number = chance(spread);
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
