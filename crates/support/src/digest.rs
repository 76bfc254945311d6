//! Digests that identify the inputs of experiments.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use twox_hash::XxHash3_64;

/// Returns the XXH3 digest of a file. To chain files, pass the digest of one as the `seed` of the
/// next.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn file_digest(seed: u64, path: &Path) -> io::Result<u64> {
    use std::hash::Hasher as _;
    use std::io::BufRead as _;
    let mut hasher = XxHash3_64::with_seed(seed);
    let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
    loop {
        let piece = reader.fill_buf()?;
        if piece.is_empty() {
            return Ok(hasher.finish());
        }
        hasher.write(piece);
        let length = piece.len();
        reader.consume(length);
    }
}

/// Returns the XXH3 digest of a string.
#[must_use]
pub fn text_digest(text: &str) -> u64 {
    bytes_digest(text.as_bytes())
}

/// Returns the XXH3 digest of bytes.
#[must_use]
pub fn bytes_digest(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_digest_of_its_content() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let text = "f5d6c3".repeat(70_001);
        std::fs::write(&path, &text).unwrap();
        assert_eq!(file_digest(0, &path).unwrap(), text_digest(&text));
        assert_ne!(file_digest(1, &path).unwrap(), text_digest(&text));
    }
}
