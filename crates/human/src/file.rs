//! Model files.

use std::io::ErrorKind;
#[cfg(not(target_arch = "wasm32"))]
use std::io::Write as _;

use outflank_engine::evaluation::zstandard::decompress;
use thiserror::Error;

use crate::{HIDDEN, HeadWeights, HumanModel, ModelWeights, STAGES, WIDTH, rows};

/// Magic number of a model. The digit is the version of the format.
const MAGIC: &[u8; 16] = b"OutflankHumanMo2";

/// The size of a head in bytes.
const HEAD: usize = 2 * (WIDTH * (2 + HIDDEN) + 2 * HIDDEN);

/// The maximum length of a description in bytes.
#[cfg(not(target_arch = "wasm32"))]
const MAX_DESCRIPTION: usize = 1 << 16;

/// The reason why bytes are not a usable model of human moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// The magic number is wrong.
    #[error(
        "not a model of human moves: expected a file that begins with OutflankHumanMo2, as \
         `outflank train human` writes"
    )]
    NotModel,
    /// The model is for other patterns.
    #[error("a model for other patterns: {found} rows: expected {expected}")]
    OtherPatterns {
        /// Rows in the file.
        found: u32,
        /// Rows that this program expects.
        expected: u32,
    },
    /// The file is truncated or modified.
    #[error("damaged model of human moves: {0}")]
    Damaged(String),
    /// The system refuses the memory for the model.
    #[error("not enough memory for the model of human moves")]
    NoMemory,
}

impl HumanModel {
    /// Encodes the model: a magic number of 16 bytes, the number of rows (4 bytes, little-endian
    /// like all numbers), the length of the description (4 bytes) and the description, then a zstd
    /// frame with a checksum. The frame holds the 8-bit weights of the rows, column by column, then
    /// the 16-bit weights of each head in the order of the fields of [`HeadWeights`].
    ///
    /// # Errors
    ///
    /// Returns an error if compression fails.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn to_bytes(&self) -> std::io::Result<Vec<u8>> {
        let rows = rows();
        let mut numbers = Vec::with_capacity(rows * WIDTH + STAGES * HEAD);
        for place in 0..WIDTH {
            let column = self.weights.rows.iter().skip(place).step_by(WIDTH);
            numbers.extend(column.map(|&number| number as u8));
        }
        for head in &self.weights.heads {
            let all = head.numbers();
            numbers.extend(all.flat_map(i16::to_le_bytes));
        }
        let mut encoder = zstd::Encoder::new(Vec::new(), 19)?;
        encoder.include_checksum(true)?;
        encoder.write_all(&numbers)?;
        let mut bytes = MAGIC.to_vec();
        let end = self.description.floor_char_boundary(MAX_DESCRIPTION);
        bytes.extend((rows as u32).to_le_bytes());
        bytes.extend((end as u32).to_le_bytes());
        bytes.extend(&self.description.as_bytes()[..end]);
        bytes.extend(encoder.finish()?);
        Ok(bytes)
    }

    /// Decodes a model file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not a model, is for other patterns, or is damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let damaged = |what: &str| ModelError::Damaged(what.to_owned());
        let number = |bytes: &mut &[u8]| -> Option<u32> {
            let (number, rest) = bytes.split_first_chunk()?;
            *bytes = rest;
            Some(u32::from_le_bytes(*number))
        };
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(ModelError::NotModel)?;
        let in_head = || damaged("the file ends within the header");
        let found = number(&mut rest).ok_or_else(in_head)?;
        let expected = rows() as u32;
        if found != expected {
            return Err(ModelError::OtherPatterns { found, expected });
        }
        let length = number(&mut rest).ok_or_else(in_head)? as usize;
        let (description, compressed) = rest.split_at_checked(length).ok_or_else(in_head)?;
        let description = std::str::from_utf8(description)
            .map_err(|_| damaged("the description is not UTF-8"))?;
        let count = rows() * WIDTH;
        let expected = count + STAGES * HEAD;
        let numbers = decompress(compressed, expected).map_err(|error| match error.kind() {
            ErrorKind::OutOfMemory => ModelError::NoMemory,
            _ => ModelError::Damaged(error.to_string()),
        })?;
        if numbers.len() != expected {
            let what = format!("{} bytes of weights: expected {expected}", numbers.len());
            return Err(ModelError::Damaged(what));
        }
        let (columns, heads) = numbers.split_at(count);
        let mut weights = Vec::new();
        weights
            .try_reserve_exact(count)
            .map_err(|_| ModelError::NoMemory)?;
        weights.resize(count, 0);
        for (place, column) in columns.chunks_exact(rows()).enumerate() {
            let numbers = weights.iter_mut().skip(place).step_by(WIDTH);
            for (to, &from) in numbers.zip(column) {
                *to = from as i8;
            }
        }
        let weights = ModelWeights {
            rows: weights,
            heads: heads.chunks_exact(HEAD).map(HeadWeights::read).collect(),
        };
        Ok(Self::new(description, weights))
    }
}

impl HeadWeights {
    const ZERO: Self = Self {
        bias: [0; WIDTH],
        skip: [0; WIDTH],
        hidden: [[0; WIDTH]; HIDDEN],
        hidden_bias: [0; HIDDEN],
        output: [0; HIDDEN],
    };

    /// Iterates over all weights in file order.
    #[cfg(not(target_arch = "wasm32"))]
    fn numbers(&self) -> impl Iterator<Item = i16> {
        let layers = [&self.bias, &self.skip];
        let layers = layers.into_iter().chain(&self.hidden).flatten();
        let all = layers.chain(&self.hidden_bias).chain(&self.output);
        all.copied()
    }

    fn read(bytes: &[u8]) -> Self {
        let mut head = Self::ZERO;
        let layers = [&mut head.bias, &mut head.skip];
        let layers = layers.into_iter().chain(&mut head.hidden).flatten();
        let all = layers.chain(&mut head.hidden_bias).chain(&mut head.output);
        for (to, from) in all.zip(bytes.as_chunks().0) {
            *to = i16::from_le_bytes(*from);
        }
        head
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a model in which neighbouring weights differ.
    fn model() -> HumanModel {
        let mut number = 0_i16;
        let mut next = || {
            number = (number + 7) % 113;
            number
        };
        let rows = (0..rows() * WIDTH).map(|_| next() as i8 - 50).collect();
        let head = |next: &mut dyn FnMut() -> i16| {
            let bytes: Vec<u8> = (0..HEAD / 2).flat_map(|_| next().to_le_bytes()).collect();
            HeadWeights::read(&bytes)
        };
        let heads = (0..STAGES).map(|_| head(&mut next)).collect();
        HumanModel::new("of a test", ModelWeights { rows, heads })
    }

    #[test]
    fn files_round_trip() {
        let model = model();
        let bytes = model.to_bytes().unwrap();
        assert_eq!(HumanModel::from_bytes(&bytes).unwrap(), model);
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = model().to_bytes().unwrap();
        let other = HumanModel::from_bytes(b"OutflankNetwork1");
        assert_eq!(other, Err(ModelError::NotModel));
        for length in [16, 22, 30, bytes.len() / 2, bytes.len() - 1] {
            let result = HumanModel::from_bytes(&bytes[..length]);
            assert!(matches!(result, Err(ModelError::Damaged(_))), "{length}");
        }
        let mut changed = bytes.clone();
        let middle = bytes.len() / 2;
        changed[middle] ^= 1;
        let result = HumanModel::from_bytes(&changed);
        assert!(matches!(result, Err(ModelError::Damaged(_))));
        let mut other = bytes;
        other[16] ^= 1;
        let result = HumanModel::from_bytes(&other);
        assert!(matches!(result, Err(ModelError::OtherPatterns { .. })));
    }
}
