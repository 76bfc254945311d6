//! Encoding of the WTHOR header.

use super::{WthorError, WthorHeader};

impl WthorHeader {
    /// Length of the header in bytes.
    pub(crate) const SIZE: usize = 16;

    /// Parses the header at the start of a file.
    pub(crate) fn from_bytes(file: &[u8]) -> Result<Self, WthorError> {
        let Some(bytes) = file.first_chunk::<{ Self::SIZE }>() else {
            let length = file.len();
            return Err(WthorError::NoHeader { length });
        };
        let [_, _, _, _, games @ .., n, m, y, z, _, _, _, _] = *bytes;
        let [board, kind, depth, reserved] = [12, 13, 14, 15].map(|at: usize| bytes[at]);
        Ok(Self {
            date: std::array::from_fn(|at| bytes[at]),
            games: u32::from_le_bytes(games),
            names: u16::from_le_bytes([n, m]),
            year: u16::from_le_bytes([y, z]),
            board,
            kind,
            depth,
            reserved,
        })
    }

    pub(crate) fn to_bytes(self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[0..4].copy_from_slice(&self.date);
        bytes[4..8].copy_from_slice(&self.games.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.names.to_le_bytes());
        bytes[10..12].copy_from_slice(&self.year.to_le_bytes());
        bytes[12..16].copy_from_slice(&[self.board, self.kind, self.depth, self.reserved]);
        bytes
    }
}

/// Returns the records of `size` bytes after the header, if there are exactly `count`.
pub(super) fn records(
    file: &[u8],
    count: usize,
    size: usize,
) -> Result<impl Iterator<Item = &[u8]>, WthorError> {
    let body = &file[WthorHeader::SIZE..];
    let (length, records) = (file.len(), count);
    match Some(body.len()) == count.checked_mul(size) {
        true => Ok(body.chunks_exact(size)),
        false => Err(WthorError::Length {
            length,
            records,
            size,
        }),
    }
}
