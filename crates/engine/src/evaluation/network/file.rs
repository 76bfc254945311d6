//! Network files.

#[cfg(not(target_arch = "wasm32"))]
use std::io::Write as _;

use thiserror::Error;

use super::weights::small;
use super::{Network, NetworkWeights, WIDTHS};
use crate::evaluation::error_model::ErrorModel;
use crate::evaluation::file_header::FileHeader;
use crate::evaluation::patterns::PatternSet;
use crate::evaluation::zstandard::decompress;

/// Magic number of a network; the digit is the version of the format.
pub(super) const MAGIC: &[u8; 16] = b"OutflankNetwork1";

/// Numbers or bytes that are not a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// Another magic number.
    #[error("not a network of this program: expected a file that begins with OutflankNetwork1")]
    NotNetwork,
    /// Other patterns.
    #[error("a network for other patterns: fingerprint {found:016x}, expected {expected:016x}")]
    OtherPatterns {
        /// The fingerprint in the file.
        found: u64,
        /// The fingerprint of this program.
        expected: u64,
    },
    /// Truncated or modified.
    #[error("damaged network: {0}")]
    Damaged(String),
    /// Wrong numbers of weights, or weights out of range.
    #[error("invalid network: {0}")]
    Parts(String),
}

/// Returns `true` if bytes begin like a network file.
pub(in crate::evaluation) fn is_network(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

impl Network {
    /// Writes a file: a magic number of 16 bytes, the fingerprint of the patterns (8 bytes,
    /// little-endian like all numbers), the length of the description (4 bytes) and the
    /// description, then a zstd frame with the ten 32-bit floating-point numbers of the error
    /// model, the width (2 bytes), and the weights in the order of the fields of
    /// [`NetworkWeights`].
    ///
    /// # Errors
    ///
    /// If compression fails.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn to_bytes(&self) -> std::io::Result<Vec<u8>> {
        self.to_bytes_at(19)
    }

    /// Writes a file like `to_bytes`, compressed at a zstd level: a lower one is faster and
    /// gives a larger file.
    ///
    /// # Errors
    ///
    /// If compression fails.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn to_bytes_at(&self, level: i32) -> std::io::Result<Vec<u8>> {
        let mut numbers = self.errors().to_bytes();
        numbers.extend((self.width() as u16).to_le_bytes());
        numbers.extend(self.parts().to_bytes());
        let mut encoder = zstd::Encoder::new(Vec::new(), level)?;
        encoder.include_checksum(true)?;
        encoder.write_all(&numbers)?;
        let compressed = encoder.finish()?;

        let mut bytes = MAGIC.to_vec();
        let head = FileHeader {
            fingerprint: PatternSet::standard().fingerprint(),
            description: self.description(),
        };
        head.write(&mut bytes);
        bytes.extend(compressed);
        Ok(bytes)
    }

    /// Reads a network file.
    ///
    /// # Errors
    ///
    /// Files that are not networks, are for other patterns, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let damaged = |what: &str| NetworkError::Damaged(what.to_owned());
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::NotNetwork)?;
        let (head, compressed) = FileHeader::read(rest).map_err(damaged)?;
        let (found, expected) = (head.fingerprint, PatternSet::standard().fingerprint());
        if found != expected {
            return Err(NetworkError::OtherPatterns { found, expected });
        }

        let widest = NetworkWeights::bytes(WIDTHS[WIDTHS.len() - 1]);
        let most = ErrorModel::BYTES + size_of::<u16>() + widest;
        let numbers = decompress(compressed, most)
            .map_err(|error| NetworkError::Damaged(error.to_string()))?;
        let (errors, rest) = numbers
            .split_first_chunk()
            .ok_or_else(|| damaged("there are no numbers"))?;
        let errors = ErrorModel::from_bytes(errors)
            .ok_or_else(|| damaged("something in the error model is not a finite number"))?;
        let (width, rest) = rest
            .split_first_chunk()
            .ok_or_else(|| damaged("there are no numbers"))?;
        let width = usize::from(u16::from_le_bytes(*width));
        if !WIDTHS.contains(&width) {
            let what = format!("a width of {width}, expected 16, 32, 64 or 128");
            return Err(NetworkError::Damaged(what));
        }
        let (found, expected) = (rest.len(), NetworkWeights::bytes(width));
        if found != expected {
            let what = format!("{found} bytes of numbers, expected {expected}");
            return Err(NetworkError::Damaged(what));
        }
        let (rows, rest) = rest.split_at(PatternSet::standard().kinds() * width);
        let parts = NetworkWeights::from_bytes(width, small(rows), rest)
            .ok_or_else(|| damaged("the numbers end too early"))?;
        Ok(Self::new(head.description, parts)?.with_errors(errors))
    }
}
