//! A small network over the patterns, which models how patterns interact.
//!
//! A linear evaluation has one weight for each configuration of a pattern and adds them up (Buro
//! 1999, "From simple features to sophisticated evaluation functions"). The network has a *row* of
//! weights instead. The rows of all instances and counts are added to an *accumulator*, and a few
//! integer layers turn the accumulator into a value, as in NNUE (Nasu 2018, "Efficiently Updatable
//! Neural-Network-based Evaluation Functions for Computer Shogi"). The two halves of the
//! accumulator are clipped and multiplied element by element, as in the networks of Stockfish since
//! 2022.
//!
//! With rows of W weights, P = W / 2 pairs, and one of [`BUCKETS`] heads for the stage of the game:
//!
//! ```text
//! accumulator[j] = bias[j] + sum over 65 entries of rows[kind of the entry][j]     j < W
//! pair[j]        = clip(accumulator[j]) * clip(accumulator[j + P]) >> 9            j < P
//! z[k]           = hidden_bias[k] + sum over j of hidden[k][j] * pair[j]           k < 16
//! value          = (output_bias + sum over k of output[k] * (clip(z[k]) >> 6)
//!                   + sum over j of skip[j] * pair[j] + 32) >> 6
//! ```
//!
//! Searches add `parity_bias[discs]` at their leaves. The parity bias corrects for the difference
//! between positions in searches and in games (`docs/explanation/evaluation.md`).
//!
//! Accumulators are clipped to 0..=255 and z to 0..=127·64. No sum overflows, whatever the weights,
//! so all kernels return exactly the same value.

mod feature_rows;
mod file;
mod output_head;
mod packed;
mod weights;

use std::fmt;

use super::error_model::ErrorModel;
use super::file_header::{EvaluationError, MAX_DESCRIPTION};
use super::patterns::{Count, FeatureMap, MAX_INSTANCES, PatternSet};
use super::terms::Features;
pub(crate) use feature_rows::FeatureRows;
pub(super) use file::is_network;
pub(crate) use output_head::Head;
pub use packed::NETWORK;
pub use weights::{HeadWeights, NetworkWeights};

/// The value of 1.0 in a row, in the bias and in an accumulator.
pub const ROW_ONE: i32 = 255;

/// The value of 1.0 in a weight of the hidden layer.
pub const HIDDEN_ONE: i32 = 64;

/// The value of 1.0 in a pair and in the output of a neuron.
pub const PAIR_ONE: i32 = 127;

/// Right shift of the product of two clipped accumulators.
pub const PAIR_BITS: u32 = 9;

/// Right shift of the clipped sum of a neuron.
pub const HIDDEN_BITS: u32 = 6;

/// Right shift that scales the last sum to 1/128 discs.
pub const OUTPUT_BITS: u32 = 6;

/// Discs that an output of 1.0 stands for.
pub const DISCS_OF_ONE: i32 = 16;

/// Number of neurons in the hidden layer.
pub const HIDDEN: usize = 16;

/// Number of heads, one for each stage of the game.
pub const BUCKETS: usize = 16;

/// Possible widths, in weights per row.
pub const WIDTHS: [usize; 4] = [16, 32, 64, 128];

/// The largest width.
pub(crate) const MAX_WIDTH: usize = 128;

/// Number of instances of the patterns on 8×8.
pub(crate) const INSTANCES: usize = 62;

/// Number of rows that are added up: those of instances and counts.
pub(crate) const ADDED: usize = INSTANCES + Count::ALL.len();

const _: () = assert!(INSTANCES <= MAX_INSTANCES);

/// Number of possible disc counts on a board.
pub const COUNTS_OF_DISCS: usize = 65;

/// Largest bias of an accumulator; with all rows added, the sum still fits in 16 bits.
pub const MAX_ROW_BIAS: i16 = 16_000;

/// Largest bias of a head; with all products added, the sum still fits in 32 bits.
pub const MAX_HEAD_BIAS: i32 = 1 << 30;

/// Returns the index of the head for a number of discs.
#[must_use]
#[inline(always)]
pub const fn bucket(discs: u32) -> usize {
    let bucket = discs.saturating_sub(4) as usize / 4;
    if bucket < BUCKETS {
        bucket
    } else {
        BUCKETS - 1
    }
}

/// Makes the error for a wrong number of weights, or for weights out of range.
fn invalid(what: impl fmt::Display) -> EvaluationError {
    EvaluationError(format!("invalid network: {what}"))
}

/// A network, with its weights in the order in which the kernels need them.
#[derive(Clone)]
pub struct Network {
    description: String,
    errors: ErrorModel,
    feature_map: &'static FeatureMap<MAX_INSTANCES>,
    rows: FeatureRows,
    heads: Box<[Head; BUCKETS]>,
    parity_bias: [i16; COUNTS_OF_DISCS],
    /// Whether the processor has AVX-512 VNNI.
    #[cfg(target_arch = "x86_64")]
    has_vnni: bool,
}

impl Network {
    /// Makes a network from weights, with a description of how they were made.
    ///
    /// # Errors
    ///
    /// Returns an error if the width is not one of [`WIDTHS`], if a number of weights is wrong, or
    /// if a bias could make a sum overflow.
    pub fn new(
        description: impl Into<String>,
        parts: NetworkWeights,
    ) -> Result<Self, EvaluationError> {
        let description = description.into();
        if description.len() > MAX_DESCRIPTION {
            let (found, most) = (description.len(), MAX_DESCRIPTION);
            return Err(invalid(format!(
                "a description of {found} bytes, expected at most {most}"
            )));
        }
        parts.check()?;
        let patterns = PatternSet::standard();
        let mut kinds = parts.rows.chunks_exact(parts.width);
        let rows = FeatureRows::new(patterns, parts.width, |row| {
            for (to, &from) in row
                .iter_mut()
                .zip(kinds.by_ref().next().unwrap_or_default())
            {
                *to = from as u8;
            }
        });
        Ok(Self::of(description, rows, parts))
    }

    /// Makes a network from rows and the other weights in `parts`.
    fn of(description: String, rows: FeatureRows, parts: NetworkWeights) -> Self {
        let patterns = PatternSet::standard();
        assert_eq!(patterns.instances().len(), INSTANCES);
        // The kernels rely on this for memory safety.
        assert_eq!(rows.count(), patterns.feature_map().table());
        let pairs = parts.width / 2;
        let Ok(parity_bias) = parts.parity_bias.try_into() else {
            unreachable!("there is one for each number of discs")
        };
        let heads: Vec<Head> = parts.heads.iter().map(|h| Head::new(h, pairs)).collect();
        let Ok(heads) = heads.try_into() else {
            unreachable!("there is a head for each bucket")
        };
        Self {
            description,
            errors: ErrorModel::default(),
            feature_map: patterns.feature_map(),
            rows: rows.with_bias(&parts.bias),
            heads,
            parity_bias,
            #[cfg(target_arch = "x86_64")]
            has_vnni: is_x86_feature_detected!("avx512vnni"),
        }
    }

    /// Returns the same network with another error model.
    #[must_use]
    pub const fn with_errors(mut self, errors: ErrorModel) -> Self {
        self.errors = errors;
        self
    }

    /// Returns the same network with `more(discs)`, in 1/128 discs, added to the parity bias of
    /// each number of discs.
    #[must_use]
    pub fn with_added_parity_bias(mut self, more: impl Fn(u32) -> i32) -> Self {
        for (discs, number) in (0..).zip(&mut self.parity_bias) {
            let sum = i32::from(*number).saturating_add(more(discs));
            *number = sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        }
        self
    }

    /// Returns the parity bias of a board with `discs` discs, in 1/128 discs.
    #[inline(always)]
    pub(crate) fn parity_bias(&self, discs: u32) -> i32 {
        self.parity_bias[(discs as usize).min(COUNTS_OF_DISCS - 1)].into()
    }

    /// Returns the error model of ProbCut.
    #[must_use]
    pub const fn errors(&self) -> &ErrorModel {
        &self.errors
    }

    /// Returns the description of how the network was made.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the number of weights in a row.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.rows.width()
    }

    /// Returns the weights.
    #[must_use]
    pub fn parts(&self) -> NetworkWeights {
        let pairs = self.width() / 2;
        NetworkWeights {
            width: self.width(),
            rows: self.rows.by_kind(PatternSet::standard()),
            bias: self.rows.bias()[..self.width()].to_vec(),
            heads: self.heads.iter().map(|head| head.parts(pairs)).collect(),
            parity_bias: self.parity_bias.to_vec(),
        }
    }

    /// Returns a digest that identifies the network.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let bytes = self.parts().to_bytes();
        let start = self.width() as u64;
        bytes.chunks(8).fold(start, |hash, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            (hash.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }

    /// Returns the static value, for its mover, of an 8×8 position with these features, in 1/128
    /// discs. The value may exceed the highest score, and is meaningless if neither side can move.
    ///
    /// # Panics
    ///
    /// Panics if the features are those of other patterns.
    #[must_use]
    pub fn value_of(&self, features: &Features) -> i32 {
        let width = self.width();
        let mut accumulator = self.rows.bias()[..width].to_vec();
        for &entry in features.entries() {
            let row = entry as usize * width;
            let row = &self.rows.numbers()[row..row + width];
            for (sum, &number) in accumulator.iter_mut().zip(row) {
                *sum += i16::from(number);
            }
        }
        let clipped = |number: &i16| i32::from(*number).clamp(0, ROW_ONE);
        let (low, high) = accumulator.split_at(width / 2);
        let factors = low.iter().zip(high);
        let pairs: Vec<i32> = factors
            .map(|(a, b)| (clipped(a) * clipped(b)) >> PAIR_BITS)
            .collect();
        self.head(features.discs).value(&pairs)
    }

    /// Returns the head for a number of discs.
    #[inline(always)]
    pub(crate) fn head(&self, discs: u32) -> &Head {
        &self.heads[bucket(discs)]
    }

    /// Returns the feature map of the patterns.
    #[inline(always)]
    pub(crate) const fn feature_map(&self) -> &'static FeatureMap<MAX_INSTANCES> {
        self.feature_map
    }

    /// Returns the first layer.
    #[inline(always)]
    pub(crate) const fn rows(&self) -> &FeatureRows {
        &self.rows
    }

    /// Returns `true` if the processor has AVX-512 VNNI.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) const fn has_vnni(&self) -> bool {
        self.has_vnni
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("description", &self.description)
            .field("width", &self.width())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
pub(crate) mod tests;
