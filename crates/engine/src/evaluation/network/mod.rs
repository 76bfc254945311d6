//! A small network over the patterns, which sees how they bear on one another.
//!
//! The linear tables give each configuration of a pattern (Buro 1999, "From simple
//! features to sophisticated evaluation functions") one number, and add them. The
//! network gives it a *row* of numbers instead; the rows of all instances on the board
//! and of the counts are added to an *accumulator*, and a few layers of whole numbers
//! make a value of it, as in NNUE (Nasu 2018, "Efficiently Updatable Neural-Network-based
//! Evaluation Functions for Computer Shogi"). The two halves of the accumulator are
//! clipped and multiplied number by number, as in the networks of Stockfish since 2022.
//!
//! With a width of W numbers a row, P = W / 2 pairs, and one of [`BUCKETS`] heads for
//! the stage of the game:
//!
//! ```text
//! accumulator[j] = bias[j] + sum over 65 entries of rows[kind of the entry][j]     j < W
//! pair[j]        = clip(accumulator[j]) * clip(accumulator[j + P]) >> 9            j < P
//! z[k]           = hidden_bias[k] + sum over j of hidden[k][j] * pair[j]           k < 16
//! value          = (output_bias + sum over k of output[k] * (clip(z[k]) >> 6)
//!                   + sum over j of skip[j] * pair[j] + 32) >> 6
//! ```
//!
//! Searches add `parity_bias[discs]` to the values where they end: what single values miss
//! of the positions that searches lead to, not of those of games (`docs/explanation/evaluation.md`,
//! "Odd and even depths").
//!
//! Accumulators are clipped to 0..=255, z to 0..=127·64. No sum overflows, whatever the
//! numbers, so that every kernel gives the same value to the last bit.

mod feature_rows;
mod file;
mod output_head;
mod weights;

use std::fmt;

use outflank_othello::Board;

use super::error_model::ErrorModel;
use super::file_header::FileHeader;
use super::patterns::{Count, MAX_INSTANCES, PatternSet};
use super::terms::Features;
pub(crate) use feature_rows::FeatureRows;
pub use file::NetworkError;
pub(super) use file::is_network;
pub(crate) use output_head::Head;
pub use weights::{HeadWeights, NetworkWeights};

/// What stands for 1.0 in a number of a row or of the bias, and in an accumulator.
pub const ROW_ONE: i32 = 255;

/// What stands for 1.0 in a weight of the hidden layer.
pub const HIDDEN_ONE: i32 = 64;

/// What stands for 1.0 in a pair and in a neuron's answer.
pub const PAIR_ONE: i32 = 127;

/// Bits that the product of two clipped accumulators loses.
pub const PAIR_BITS: u32 = 9;

/// Bits that a neuron's clipped sum loses.
pub const HIDDEN_BITS: u32 = 6;

/// Bits that the last sum loses to be a value in 1/128 discs.
pub const OUTPUT_BITS: u32 = 6;

/// Discs that an output of 1.0 stands for.
pub const DISCS_OF_ONE: i32 = 16;

/// Neurons of the hidden layer.
pub const HIDDEN: usize = 16;

/// Heads, one for each stage of the game.
pub const BUCKETS: usize = 16;

/// Numbers of a row that a network may have.
pub const WIDTHS: [usize; 4] = [16, 32, 64, 128];

/// Most numbers of a row.
pub(crate) const MAX_WIDTH: usize = 128;

/// Instances of the patterns of 8×8.
pub(crate) const INSTANCES: usize = 62;

/// FeatureRows that are added up: those of the instances and of the counts.
pub(crate) const ADDED: usize = INSTANCES + Count::ALL.len();

const _: () = assert!(INSTANCES <= MAX_INSTANCES);

/// Numbers of discs that a board may hold.
pub const COUNTS_OF_DISCS: usize = 65;

/// How far the bias may lie from zero: with the rows of all entries it stays within
/// 16 bits.
pub const MOST_BIAS: i16 = 16_000;

/// How far the biases of the hidden layer and of the output may lie from zero: with
/// all products they stay within 32 bits.
pub const MOST_WIDE_BIAS: i32 = 1 << 30;

/// The head for a number of discs on the board.
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

/// A network as it is asked: its numbers in the order in which the kernels want them.
#[derive(Clone)]
pub struct Network {
    description: String,
    errors: ErrorModel,
    rows: FeatureRows,
    heads: Box<[Head; BUCKETS]>,
    parity_bias: [i16; COUNTS_OF_DISCS],
    /// Whether the processor multiplies bytes and adds them in one instruction.
    #[cfg(target_arch = "x86_64")]
    has_vnni: bool,
}

impl Network {
    /// A network of these numbers, with a text that says how they were made.
    ///
    /// # Errors
    ///
    /// If the width is none of [`WIDTHS`], if there are more or fewer numbers than the
    /// width and the patterns ask for, or if a bias could make a sum overflow.
    pub fn new(
        description: impl Into<String>,
        parts: NetworkWeights,
    ) -> Result<Self, NetworkError> {
        let description = description.into();
        if description.len() > FileHeader::MAX_DESCRIPTION {
            return Err(NetworkError::Parts(format!(
                "a description of {} bytes, expected at most {}",
                description.len(),
                FileHeader::MAX_DESCRIPTION
            )));
        }
        parts.check()?;
        let patterns = PatternSet::standard();
        assert_eq!(patterns.instances().len(), INSTANCES);
        let NetworkWeights {
            width,
            rows,
            bias,
            heads,
            parity_bias,
        } = parts;
        let Ok(parity_bias) = parity_bias.try_into() else {
            unreachable!("there is one for each number of discs, as checked")
        };
        let heads: Vec<Head> = heads.iter().map(|h| Head::new(h, width / 2)).collect();
        let Ok(heads) = heads.try_into() else {
            unreachable!("there is a head for each bucket, as checked")
        };
        Ok(Self {
            description,
            errors: ErrorModel::default(),
            rows: FeatureRows::new(patterns, width, &rows, &bias),
            heads,
            parity_bias,
            #[cfg(target_arch = "x86_64")]
            has_vnni: is_x86_feature_detected!("avx512vnni"),
        })
    }

    /// The same network with an error model that was fitted to it.
    #[must_use]
    pub const fn with_errors(mut self, errors: ErrorModel) -> Self {
        self.errors = errors;
        self
    }

    /// The same network, by which searches give the mover so much more where they end
    /// with so many discs on the board, in 1/128 discs.
    #[must_use]
    pub fn with_added_parity_bias(mut self, more: impl Fn(u32) -> i32) -> Self {
        for (discs, number) in (0..).zip(&mut self.parity_bias) {
            let sum = i32::from(*number).saturating_add(more(discs));
            *number = sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        }
        self
    }

    /// What searches add to the value of a board with so many discs where they end, in
    /// 1/128 discs.
    #[inline(always)]
    pub(crate) fn parity_bias(&self, discs: u32) -> i32 {
        self.parity_bias[(discs as usize).min(COUNTS_OF_DISCS - 1)].into()
    }

    /// How far searches by this network lie apart.
    #[must_use]
    pub const fn errors(&self) -> &ErrorModel {
        &self.errors
    }

    /// How it was made.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Numbers of a row.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.rows.width()
    }

    /// Its numbers.
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

    /// A number that tells this network from others.
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

    /// The value of a board of 8×8 for its mover, in 1/128 discs. It may lie beyond
    /// the greatest score. Positions in which nobody can move have a score instead.
    #[must_use]
    pub fn value(&self, board: Board) -> i32 {
        self.value_of(&Features::new(PatternSet::standard(), board.widen()))
    }

    /// The value of a position with these features, which are of 8×8, in 1/128 discs.
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

    /// The head for a number of discs.
    #[inline(always)]
    pub(crate) fn head(&self, discs: u32) -> &Head {
        &self.heads[bucket(discs)]
    }

    /// What is added up.
    #[inline(always)]
    pub(crate) const fn rows(&self) -> &FeatureRows {
        &self.rows
    }

    /// Whether the processor multiplies bytes and adds them in one instruction
    /// (AVX-512 VNNI).
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
