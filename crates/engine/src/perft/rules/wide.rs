//! Boards of more than 8 columns or rows, on any processor.

use outflank_othello::{Board, Layout};

use super::Rules;
use crate::perft::{Perft, walk};

/// The portable rules of 128-bit boards as a type.
pub(in crate::perft) struct This;

impl Rules for This {
    type Word = u128;

    #[inline(always)]
    fn legal_moves(board: Board<u128>, layout: &Layout<u128>) -> u128 {
        board.legal_moves(layout)
    }

    #[inline(always)]
    fn flips(index: u32, board: Board<u128>, layout: &Layout<u128>) -> u128 {
        board.flips(index, layout)
    }

    #[inline(never)]
    fn count(
        board: Board<u128>,
        layout: &Layout<u128>,
        left: u32,
        passes: u32,
        counts: &mut Perft,
    ) {
        walk::count::<Self>(board, layout, left, passes, counts);
    }
}
