//! Network files.

#[cfg(not(target_arch = "wasm32"))]
use std::io::Write as _;

use super::weights::small;
use super::{Network, NetworkWeights, WIDTHS};
use crate::evaluation::error_model::ErrorModel;
#[cfg(not(target_arch = "wasm32"))]
use crate::evaluation::file_header::write_header;
use crate::evaluation::file_header::{EvaluationError, damaged, error_model, read_header};
use crate::evaluation::patterns::PatternSet;
use crate::evaluation::zstandard::decompress;

/// Magic number of a network; the digit is the version of the format.
pub(super) const MAGIC: &[u8; 16] = b"OutflankNetwork1";

/// Returns `true` if the bytes begin like a network file.
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
    /// `level` is the zstd level: a lower level is faster and gives a larger file.
    ///
    /// # Errors
    ///
    /// Returns an error if compression fails.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn to_bytes(&self, level: i32) -> std::io::Result<Vec<u8>> {
        let mut numbers = self.errors().to_bytes();
        numbers.extend((self.width() as u16).to_le_bytes());
        numbers.extend(self.parts().to_bytes());
        let mut encoder = zstd::Encoder::new(Vec::new(), level)?;
        encoder.include_checksum(true)?;
        encoder.write_all(&numbers)?;
        let compressed = encoder.finish()?;

        let mut bytes = MAGIC.to_vec();
        let fingerprint = PatternSet::standard().fingerprint();
        write_header(&mut bytes, fingerprint, self.description());
        bytes.extend(compressed);
        Ok(bytes)
    }

    /// Reads a network file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not a network, is for other patterns, or is damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EvaluationError> {
        let damaged = |what: &str| damaged("network", what);
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| {
            let message = "not a network of this program: expected a file that begins with";
            EvaluationError(format!("{message} OutflankNetwork1"))
        })?;
        let patterns = PatternSet::standard();
        let (description, compressed) = read_header("network", rest, patterns.fingerprint())?;
        let widest = NetworkWeights::bytes(WIDTHS[WIDTHS.len() - 1]);
        let most = ErrorModel::BYTES + size_of::<u16>() + widest;
        let numbers = decompress(compressed, most).map_err(|error| damaged(&error.to_string()))?;
        let (errors, rest) = numbers
            .split_at_checked(ErrorModel::BYTES)
            .ok_or_else(|| damaged("the numbers are missing"))?;
        let errors = error_model("network", errors)?;
        let (width, rest) = rest
            .split_first_chunk()
            .ok_or_else(|| damaged("the numbers are missing"))?;
        let width = usize::from(u16::from_le_bytes(*width));
        if !WIDTHS.contains(&width) {
            let what = format!("a width of {width}, expected 16, 32, 64 or 128");
            return Err(damaged(&what));
        }
        let (found, expected) = (rest.len(), NetworkWeights::bytes(width));
        if found != expected {
            let what = format!("{found} bytes of numbers, expected {expected}");
            return Err(damaged(&what));
        }
        let (rows, rest) = rest.split_at(patterns.kinds() * width);
        let parts = NetworkWeights::from_bytes(width, small(rows), rest)
            .ok_or_else(|| damaged("the numbers are incomplete"))?;
        Ok(Self::new(description, parts)?.with_errors(errors))
    }
}
