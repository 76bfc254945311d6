//! The memory layout of the layers after the accumulator.

use super::{HIDDEN, HIDDEN_BITS, HIDDEN_ONE, HeadWeights, MAX_WIDTH, OUTPUT_BITS, PAIR_ONE};

/// Maximum number of pairs.
const MAX_PAIRS: usize = MAX_WIDTH / 2;

/// Number of pairs that one instruction multiplies and adds for a neuron.
const GROUP: usize = 4;

/// The head for one stage of the game. Weights of pairs that a narrow network lacks are zero.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct Head {
    /// For each group of four pairs and each neuron, the weights of the four.
    pub(crate) hidden: [[[i8; GROUP]; HIDDEN]; MAX_PAIRS / GROUP],
    /// By pair.
    pub(crate) skip: [i16; MAX_PAIRS],
    /// By neuron.
    pub(crate) hidden_bias: [i32; HIDDEN],
    /// By neuron: 16-bit numbers in 32-bit lanes.
    pub(crate) output: [i32; HIDDEN],
    pub(crate) output_bias: i32,
}

impl Head {
    /// Makes a head from its weights.
    pub(super) fn new(parts: &HeadWeights, pairs: usize) -> Self {
        let mut head = Self {
            hidden: [[[0; GROUP]; HIDDEN]; MAX_PAIRS / GROUP],
            skip: [0; MAX_PAIRS],
            hidden_bias: [0; HIDDEN],
            output: [0; HIDDEN],
            output_bias: parts.output_bias,
        };
        for (neuron, weights) in parts.hidden.chunks_exact(pairs).enumerate() {
            for (pair, &weight) in weights.iter().enumerate() {
                head.hidden[pair / GROUP][neuron][pair % GROUP] = weight;
            }
        }
        head.skip[..pairs].copy_from_slice(&parts.skip);
        head.hidden_bias.copy_from_slice(&parts.hidden_bias);
        for (output, &weight) in head.output.iter_mut().zip(&parts.output) {
            *output = weight.into();
        }
        head
    }

    /// Returns the weights of the head.
    pub(super) fn parts(&self, pairs: usize) -> HeadWeights {
        let weights = |neuron: usize| {
            (0..pairs).map(move |pair| self.hidden[pair / GROUP][neuron][pair % GROUP])
        };
        HeadWeights {
            hidden: (0..HIDDEN).flat_map(weights).collect(),
            hidden_bias: self.hidden_bias.to_vec(),
            output: self.output.iter().map(|&weight| weight as i16).collect(),
            skip: self.skip[..pairs].to_vec(),
            output_bias: self.output_bias,
        }
    }

    /// Returns the value for pairs between 0 and 127, in 1/128 discs.
    #[inline(always)]
    pub(crate) fn value(&self, pairs: &[i32]) -> i32 {
        let mut neurons = self.hidden_bias;
        for (group, weights) in pairs.chunks_exact(GROUP).zip(&self.hidden) {
            for (sum, weights) in neurons.iter_mut().zip(weights) {
                let products = group.iter().zip(weights);
                *sum += products.map(|(a, &b)| a * i32::from(b)).sum::<i32>();
            }
        }
        let answers = neurons.iter().zip(&self.output);
        let by_neurons: i32 = answers
            .map(|(sum, weight)| (sum.clamp(&0, &(PAIR_ONE * HIDDEN_ONE)) >> HIDDEN_BITS) * weight)
            .sum();
        let skipped = pairs.iter().zip(&self.skip);
        let by_pairs: i32 = skipped.map(|(pair, &skip)| pair * i32::from(skip)).sum();
        (self.output_bias + by_neurons + by_pairs + (1 << (OUTPUT_BITS - 1))) >> OUTPUT_BITS
    }
}
