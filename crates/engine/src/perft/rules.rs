//! The rules of each tier, with the walk compiled for it.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls of code for a tier, whose features a value proves"
    )
)]

use outflank_othello::{Bitboard, Board, Layout};

use super::{Perft, walk};
use crate::kernels::{flip, mobility};
#[cfg(target_arch = "x86_64")]
use crate::tier::{Avx2, Avx512};
use crate::tier::{Portable, Wide, proven};

/// The rules of a tier, and its entry into the recursion.
///
/// The walk is generic code marked to be inlined; it calls itself through the entry,
/// which has the target features of the tier. So walk and kernels are compiled together
/// and nothing is dispatched on the way.
pub(super) trait Rules: Copy {
    /// The machine word of its boards.
    type Word: Bitboard;

    /// Returns the squares on which the mover may play.
    fn legal_moves(self, board: Board<Self::Word>, layout: &Layout<Self::Word>) -> Self::Word;

    /// Returns the discs that a move on the empty square `index` flips.
    fn flips(self, index: u32, board: Board<Self::Word>, layout: &Layout<Self::Word>)
    -> Self::Word;

    /// See [`count`](walk::count).
    fn count(
        self,
        board: Board<Self::Word>,
        layout: &Layout<Self::Word>,
        left: u32,
        passes: u32,
        counts: &mut Perft,
    );
}

/// Implements [`Rules`] for a tier of boards within 8×8.
macro_rules! tier {
    ($tier:ident, $name:ident $(, #[$features:meta])?) => {
        impl Rules for $tier {
            type Word = u64;

            #[inline(always)]
            fn legal_moves(self, board: Board, layout: &Layout<u64>) -> u64 {
                let (mover, opponent) = (board.mover(), board.opponent());
                let reached = proven!($($features)?; mobility::$name::reached(mover, opponent));
                reached & board.empties(layout)
            }

            #[inline(always)]
            fn flips(self, index: u32, board: Board, _layout: &Layout<u64>) -> u64 {
                let (mover, opponent) = (board.mover(), board.opponent());
                proven!($($features)?; flip::$name::flips(index, mover, opponent))
            }

            #[inline(always)]
            fn count(
                self,
                board: Board,
                layout: &Layout<u64>,
                left: u32,
                passes: u32,
                counts: &mut Perft,
            ) {
                #[inline(never)]
                $(#[$features])?
                fn entry(
                    rules: $tier,
                    board: Board,
                    layout: &Layout<u64>,
                    left: u32,
                    passes: u32,
                    counts: &mut Perft,
                ) {
                    walk::count(rules, board, layout, left, passes, counts);
                }
                proven!($($features)?; entry(self, board, layout, left, passes, counts));
            }
        }
    };
}

tier!(Portable, baseline);
#[cfg(target_arch = "x86_64")]
tier!(
    Avx2,
    avx2,
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
);
#[cfg(target_arch = "x86_64")]
tier!(
    Avx512,
    avx512,
    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512cd,avx512bw,avx512dq"
    )]
);

impl Rules for Wide {
    type Word = u128;

    #[inline(always)]
    fn legal_moves(self, board: Board<u128>, layout: &Layout<u128>) -> u128 {
        board.legal_moves(layout)
    }

    #[inline(always)]
    fn flips(self, index: u32, board: Board<u128>, layout: &Layout<u128>) -> u128 {
        board.flips(index, layout)
    }

    #[inline(never)]
    fn count(
        self,
        board: Board<u128>,
        layout: &Layout<u128>,
        left: u32,
        passes: u32,
        counts: &mut Perft,
    ) {
        walk::count(self, board, layout, left, passes, counts);
    }
}
