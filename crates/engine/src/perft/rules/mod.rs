//! The rules of each tier, with the walk compiled for it.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
pub(super) mod portable;
pub(super) mod wide;

use outflank_othello::{Bitboard, Board, Layout};

use super::Perft;

/// The rules of a tier, and its entry into the recursion.
///
/// The walk is generic code marked to be inlined; it calls itself through the
/// entry, which is a function with the target features of the tier. So walk
/// and kernels are compiled together and nothing is chosen on the way.
pub(super) trait Rules {
    /// The machine word of its boards.
    type Word: Bitboard;

    /// Squares on which the mover may play.
    fn legal_moves(board: Board<Self::Word>, layout: &Layout<Self::Word>) -> Self::Word;

    /// Discs that a move on the empty square `index` flips.
    fn flips(index: u32, board: Board<Self::Word>, layout: &Layout<Self::Word>) -> Self::Word;

    /// See [`count`](super::walk::count).
    fn count(
        board: Board<Self::Word>,
        layout: &Layout<Self::Word>,
        left: u32,
        passes: u32,
        counts: &mut Perft,
    );
}
