//! x86-64 with AVX2 and bit manipulation.

use outflank_othello::{Board, Layout};

use super::Rules;
use crate::kernels::{flip, mobility};
use crate::perft::{Perft, walk};

/// The tier as a type, used only where the processor has its features.
pub(in crate::perft) struct This;

impl Rules for This {
    type Word = u64;

    #[inline(always)]
    fn legal_moves(board: Board, layout: &Layout<u64>) -> u64 {
        // SAFETY: see `This`.
        let reached = unsafe { mobility::avx2::reached(board.mover(), board.opponent()) };
        reached & board.empties(layout)
    }

    #[inline(always)]
    fn flips(index: u32, board: Board, _layout: &Layout<u64>) -> u64 {
        // SAFETY: see `This`.
        unsafe { flip::avx2::flips(index, board.mover(), board.opponent()) }
    }

    #[inline(always)]
    fn count(board: Board, layout: &Layout<u64>, left: u32, passes: u32, counts: &mut Perft) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn entry(board: Board, layout: &Layout<u64>, left: u32, passes: u32, counts: &mut Perft) {
            walk::count::<This>(board, layout, left, passes, counts);
        }
        // SAFETY: see `This`.
        unsafe { entry(board, layout, left, passes, counts) }
    }
}
