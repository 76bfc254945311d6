//! Hashes of sample data, by which a run recognises its inputs.

use outflank_othello::Square;
use outflank_support::seeds::derived_seed;

use crate::samples::{Sample, Split};

/// Returns a hash of bytes.
pub(crate) fn of_bytes(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let bytes = bytes.into_iter();
    bytes.fold(0, |hash, byte| derived_seed(hash, &[u64::from(byte)]))
}

/// Returns a hash of the moves of a game.
pub(crate) fn of_moves(squares: impl IntoIterator<Item = Square>) -> u64 {
    let squares = squares.into_iter();
    of_bytes(squares.map(|square| 16 * square.row() + square.column()))
}

/// Extends a hash by a sample; `is_wide` boards have more than 64 squares.
pub(crate) fn with_sample(hash: u64, sample: Sample, split: Split, is_wide: bool) -> u64 {
    let [mover, opponent] = [sample.board.mover(), sample.board.opponent()];
    let rest = u64::from(sample.score as u16) << 1 | u64::from(split == Split::HeldOut);
    let hash = derived_seed(hash, &[mover as u64, opponent as u64, rest]);
    if !is_wide {
        return hash;
    }
    let high = [mover, opponent].map(|word| (word >> 64) as u64);
    derived_seed(hash, &high)
}
