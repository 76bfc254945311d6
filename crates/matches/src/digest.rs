//! Numbers that tell what experiments are made of from other such things.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::seeds::derived_seed;

/// Goes on from `hash` with what a file holds, a piece in memory at a time.
///
/// # Errors
///
/// If the file cannot be read.
pub fn file_digest(hash: u64, path: &Path) -> io::Result<u64> {
    const PIECE: u64 = 1 << 16;
    let (mut file, mut piece) = (File::open(path)?, Vec::new());
    let (mut hash, mut length) = (hash, 0);
    loop {
        piece.clear();
        // Whole pieces, so that the number does not depend on how the system
        // hands out the file.
        file.by_ref().take(PIECE).read_to_end(&mut piece)?;
        if piece.is_empty() {
            return Ok(derived_seed(hash, &[length]));
        }
        length += piece.len() as u64;
        for word in piece.chunks(8) {
            let mut bytes = [0; 8];
            bytes[..word.len()].copy_from_slice(word);
            hash = derived_seed(hash, &[u64::from_le_bytes(bytes)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_and_the_length_of_a_file_count() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let mut hashes = std::collections::HashSet::new();
        let mut content = vec![0; 70_001];
        for change in [0, 7, 8, 65_535, 65_536, 70_000] {
            content[change] ^= 1;
            std::fs::write(&path, &content).unwrap();
            let hash = file_digest(1, &path).unwrap();
            assert_eq!(file_digest(1, &path).unwrap(), hash);
            assert!(hashes.insert(hash) && hashes.insert(file_digest(2, &path).unwrap()));
        }
        content.push(0);
        std::fs::write(&path, &content).unwrap();
        assert!(hashes.insert(file_digest(1, &path).unwrap()));
    }
}
