//! Any processor.

use outflank_othello::{Board, Layout};

use super::Rules;
use crate::kernels::{flip, mobility};
use crate::perft::{Perft, walk};

/// The tier as a type.
pub(in crate::perft) struct This;

impl Rules for This {
    type Word = u64;

    #[inline(always)]
    fn legal_moves(board: Board, layout: &Layout<u64>) -> u64 {
        mobility::portable::reached(board.mover(), board.opponent()) & board.empties(layout)
    }

    #[inline(always)]
    fn flips(index: u32, board: Board, _layout: &Layout<u64>) -> u64 {
        flip::portable::flips(index, board.mover(), board.opponent())
    }

    #[inline(never)]
    fn count(board: Board, layout: &Layout<u64>, left: u32, passes: u32, counts: &mut Perft) {
        walk::count::<Self>(board, layout, left, passes, counts);
    }
}
