//! The header of evaluation files, after their magic number.

use thiserror::Error;

use super::error_model::ErrorModel;

/// The reason why bytes are not an evaluation, or why numbers are not a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct EvaluationError(pub(super) String);

/// Makes the error for a damaged file; `kind` is weights or a network.
pub(super) fn damaged(kind: &str, what: impl std::fmt::Display) -> EvaluationError {
    EvaluationError(format!("damaged {kind}: {what}"))
}

/// Reads an error model.
pub(super) fn error_model(kind: &str, bytes: &[u8]) -> Result<ErrorModel, EvaluationError> {
    let model = bytes.first_chunk().and_then(ErrorModel::from_bytes);
    model.ok_or_else(|| damaged(kind, "the error model has a number that is not finite"))
}

/// Maximum length of a description in bytes.
pub(super) const MAX_DESCRIPTION: usize = 1 << 16;

/// Writes a header: the fingerprint of the patterns (8 bytes, little-endian like all numbers), the
/// length of the description (4 bytes) and the description, which says how the evaluation was made.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn write_header(bytes: &mut Vec<u8>, fingerprint: u64, description: &str) {
    bytes.extend(fingerprint.to_le_bytes());
    bytes.extend((description.len() as u32).to_le_bytes());
    bytes.extend(description.as_bytes());
}

/// Reads the header of a file of this kind and checks its fingerprint. Returns the description and
/// the remaining bytes.
pub(super) fn read_header<'a>(
    kind: &str,
    bytes: &'a [u8],
    expected: u64,
) -> Result<(&'a str, &'a [u8]), EvaluationError> {
    let in_head = || damaged(kind, "the file ends in its header");
    let (fingerprint, rest) = bytes.split_first_chunk().ok_or_else(in_head)?;
    let (length, rest) = rest.split_first_chunk().ok_or_else(in_head)?;
    let (description, rest) = rest
        .split_at_checked(u32::from_le_bytes(*length) as usize)
        .ok_or_else(|| damaged(kind, "the file ends in its description"))?;
    let description = std::str::from_utf8(description)
        .map_err(|_| damaged(kind, "the description is not UTF-8"))?;
    let fingerprint = u64::from_le_bytes(*fingerprint);
    if fingerprint != expected {
        return Err(EvaluationError(format!(
            "{kind} for other patterns or stages: fingerprint {fingerprint:016x}, expected \
             {expected:016x}"
        )));
    }
    Ok((description, rest))
}
