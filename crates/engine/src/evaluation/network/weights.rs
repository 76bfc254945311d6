//! The weights of a network as plain numbers, for training and files.

use super::{BUCKETS, COUNTS_OF_DISCS, HIDDEN, MAX_HEAD_BIAS, MAX_ROW_BIAS, WIDTHS, invalid};
use crate::evaluation::file_header::EvaluationError;
use crate::evaluation::patterns::PatternSet;
use crate::evaluation::reserve;

/// The weights of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkWeights {
    /// Number of weights in a row, one of [`WIDTHS`].
    pub width: usize,
    /// `rows[kind * width + j]`: what an entry of a kind adds to accumulator `j`; 1.0 is
    /// [`ROW_ONE`](super::ROW_ONE). Kinds are those of [`PatternSet::standard`].
    pub rows: Vec<i8>,
    /// `bias[j]`: the initial value of accumulator `j`; 1.0 is [`ROW_ONE`](super::ROW_ONE).
    pub bias: Vec<i16>,
    /// `heads[bucket]`, by stage of the game.
    pub heads: Vec<HeadWeights>,
    /// `parity_bias[discs]`: what searches add to the value of a leaf with 0 to 64 discs, in 1/128
    /// discs.
    pub parity_bias: Vec<i16>,
}

/// The weights of the layers for one stage of the game, with P = `width / 2` pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadWeights {
    /// `hidden[neuron * P + pair]`; 1.0 is [`HIDDEN_ONE`](super::HIDDEN_ONE).
    pub hidden: Vec<i8>,
    /// `hidden_bias[neuron]`; 1.0 is `PAIR_ONE * HIDDEN_ONE`.
    pub hidden_bias: Vec<i32>,
    /// `output[neuron]`; 1.0 is `DISCS_OF_ONE * 128 * 64 / PAIR_ONE`, 1032.06.
    pub output: Vec<i16>,
    /// `skip[pair]`, on the same scale as `output`.
    pub skip: Vec<i16>,
    /// In 1/128 discs times `1 << OUTPUT_BITS`: 1.0 is `DISCS_OF_ONE * 128 * 64`.
    pub output_bias: i32,
}

impl NetworkWeights {
    /// Checks that the numbers of weights are right and that no sum can overflow.
    pub(super) fn check(&self) -> Result<(), EvaluationError> {
        let Self {
            width,
            rows,
            bias,
            heads,
            parity_bias,
        } = self;
        if !WIDTHS.contains(width) {
            let what = format!("a width of {width}, expected 16, 32, 64 or 128");
            return Err(invalid(what));
        }
        count("rows", rows.len(), PatternSet::standard().kinds() * width)?;
        count("bias", bias.len(), *width)?;
        count("heads", heads.len(), BUCKETS)?;
        count("parity_bias", parity_bias.len(), COUNTS_OF_DISCS)?;
        let bias = bias.iter().map(|&bias| bias.into());
        within("bias", bias, MAX_ROW_BIAS.into())?;
        for head in heads {
            let pairs = width / 2;
            count("hidden", head.hidden.len(), HIDDEN * pairs)?;
            count("hidden_bias", head.hidden_bias.len(), HIDDEN)?;
            count("output", head.output.len(), HIDDEN)?;
            count("skip", head.skip.len(), pairs)?;
            let biases = head.hidden_bias.iter().copied();
            within("hidden_bias", biases, MAX_HEAD_BIAS)?;
            within("output_bias", [head.output_bias].into_iter(), MAX_HEAD_BIAS)?;
        }
        Ok(())
    }

    /// Writes all fields but the width in order, little-endian.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        reserve(&mut bytes, Self::bytes(self.width));
        bytes.extend(self.rows.iter().map(|&number| number as u8));
        bytes.extend(self.bias.iter().flat_map(|number| number.to_le_bytes()));
        for head in &self.heads {
            bytes.extend(head.hidden.iter().map(|&number| number as u8));
            bytes.extend(head.hidden_bias.iter().flat_map(|n| n.to_le_bytes()));
            bytes.extend(head.output.iter().flat_map(|n| n.to_le_bytes()));
            bytes.extend(head.skip.iter().flat_map(|n| n.to_le_bytes()));
            bytes.extend(head.output_bias.to_le_bytes());
        }
        bytes.extend(self.parity_bias.iter().flat_map(|n| n.to_le_bytes()));
        bytes
    }

    /// Returns the number of bytes that [`to_bytes`](Self::to_bytes) returns for a width.
    pub(super) fn bytes(width: usize) -> usize {
        let pairs = width / 2;
        let head = HIDDEN * pairs + 4 * HIDDEN + 2 * HIDDEN + 2 * pairs + 4;
        let rows = PatternSet::standard().kinds() * width;
        rows + 2 * width + BUCKETS * head + 2 * COUNTS_OF_DISCS
    }

    /// Reads the bytes that follow the rows; `None` if there are too few.
    pub(super) fn from_bytes(width: usize, rows: Vec<i8>, mut bytes: &[u8]) -> Option<Self> {
        let pairs = width / 2;
        let mut take = |count: usize| {
            let (taken, rest) = bytes.split_at_checked(count)?;
            bytes = rest;
            Some(taken)
        };
        let bias = shorts(take(2 * width)?);
        let mut heads = Vec::with_capacity(BUCKETS);
        for _ in 0..BUCKETS {
            heads.push(HeadWeights {
                hidden: small(take(HIDDEN * pairs)?),
                hidden_bias: longs(take(4 * HIDDEN)?),
                output: shorts(take(2 * HIDDEN)?),
                skip: shorts(take(2 * pairs)?),
                output_bias: longs(take(4)?)[0],
            });
        }
        let parity_bias = shorts(take(2 * COUNTS_OF_DISCS)?);
        Some(Self {
            width,
            rows,
            bias,
            heads,
            parity_bias,
        })
    }
}

/// Reads 8-bit numbers.
pub(super) fn small(bytes: &[u8]) -> Vec<i8> {
    bytes.iter().map(|&byte| byte as i8).collect()
}

/// Reads 16-bit numbers.
fn shorts(bytes: &[u8]) -> Vec<i16> {
    let (numbers, _) = bytes.as_chunks();
    numbers.iter().map(|&n| i16::from_le_bytes(n)).collect()
}

/// Reads 32-bit numbers.
fn longs(bytes: &[u8]) -> Vec<i32> {
    let (numbers, _) = bytes.as_chunks();
    numbers.iter().map(|&n| i32::from_le_bytes(n)).collect()
}

fn count(what: &str, found: usize, expected: usize) -> Result<(), EvaluationError> {
    let wrong = || invalid(format!("{found} numbers in {what}, expected {expected}"));
    (found == expected).then_some(()).ok_or_else(wrong)
}

fn within(
    what: &str,
    mut numbers: impl Iterator<Item = i32>,
    most: i32,
) -> Result<(), EvaluationError> {
    match numbers.find(|number| number.unsigned_abs() > most.unsigned_abs()) {
        None => Ok(()),
        Some(number) => Err(invalid(format!(
            "a number of {number} in {what}, expected -{most} to {most}"
        ))),
    }
}
