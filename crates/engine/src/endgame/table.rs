//! The transposition table, shared by all threads.
//!
//! A bucket of words is guarded by a sequence number (a *seqlock*): a writer
//! makes it odd, writes, and makes it even again; a reader that saw it odd or
//! changed takes nothing. So a read is never torn, costs no write, and the
//! whole board is compared, never a hash alone. (Boehm 2012, "Can seqlocks get
//! along with programming language memory models?")

use std::sync::atomic::{AtomicU64, Ordering, fence};

use outflank_othello::{Bitboard, Board};

/// Words of one bucket: four cache lines for three boards of any width.
const BUCKET_WORDS: usize = 16;

/// What is known of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The score is at least this many discs.
    pub(crate) lower: i8,
    /// The score is at most this many discs.
    pub(crate) upper: i8,
    /// Bit indices of the best move and of the one that was best before it;
    /// [`NO_MOVE`] if none is known.
    pub(crate) best: [u8; 2],
    /// Empty squares, which tell what an entry cost to find.
    pub(crate) empties: u8,
    /// The search that wrote it.
    generation: u8,
}

/// Stands for "no move" in an entry.
pub(crate) const NO_MOVE: u8 = u8::MAX;
