//! By which evaluation a search by values sees the boards.

use outflank_othello::Board;

use super::hot::Hot;
use super::thread::Thread;
use crate::evaluation::{ALL, Evaluation, LANES, ORDERING, ORDERING_LANES};

/// An evaluation as the search by values needs it.
pub(crate) trait Sight<H: Hot> {
    /// The numbers of a board's pattern instances.
    type Lanes: Copy;

    /// Whether values are taken from the table and kept there, and searches left out
    /// whose outcome is probable. (Previews are too short for either to pay, and
    /// their entries would push those of deeper searches out of the table.)
    const IS_WHOLE: bool;

    /// The weights, if there are any for the shape.
    fn evaluation<'a>(thread: &Thread<'a, H>) -> Option<&'a Evaluation>;

    /// The numbers of a board.
    fn set_up(board: Board<H::Word>) -> Self::Lanes;

    /// The numbers after a move, for the next mover.
    fn after(lanes: &Self::Lanes, index: u32, flips: H::Word) -> Self::Lanes;

    /// The numbers for the other side.
    fn passed(lanes: &Self::Lanes) -> Self::Lanes;

    /// The weights of all instances together.
    fn total(lanes: &Self::Lanes, table: &[i16]) -> i32;

    /// The entry of the tier into [`heuristic`](super::heuristic::heuristic).
    fn search(
        thread: &mut Thread<'_, H>,
        board: Board<H::Word>,
        lanes: &Self::Lanes,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32;
}

/// By all patterns: for values that count.
pub(crate) struct Whole;

/// By the patterns of the smaller evaluation: for the order of moves.
pub(crate) struct Glance;

/// Implements [`Sight`] by places for instances and an entry of [`Hot`].
macro_rules! sight {
    ($name:ident, $places:ident, $lanes:ident, $is_whole:literal, $evaluation:ident, $entry:ident) => {
        impl<H: Hot> Sight<H> for $name {
            type Lanes = H::Lanes<$lanes>;

            const IS_WHOLE: bool = $is_whole;

            #[inline(always)]
            fn evaluation<'a>(thread: &Thread<'a, H>) -> Option<&'a Evaluation> {
                thread.$evaluation
            }

            #[inline(always)]
            fn set_up(board: Board<H::Word>) -> Self::Lanes {
                H::set_up(&$places, board)
            }

            #[inline(always)]
            fn after(lanes: &Self::Lanes, index: u32, flips: H::Word) -> Self::Lanes {
                H::lanes_after(&$places, lanes, index, flips)
            }

            #[inline(always)]
            fn passed(lanes: &Self::Lanes) -> Self::Lanes {
                H::lanes_passed(lanes)
            }

            #[inline(always)]
            fn total(lanes: &Self::Lanes, table: &[i16]) -> i32 {
                H::total(&$places, lanes, table)
            }

            #[inline(always)]
            fn search(
                thread: &mut Thread<'_, H>,
                board: Board<H::Word>,
                lanes: &Self::Lanes,
                depth: u32,
                alpha: i32,
                beta: i32,
            ) -> i32 {
                H::$entry(thread, board, lanes, depth, alpha, beta)
            }
        }
    };
}

sight!(Whole, ALL, LANES, true, evaluation, heuristic);
sight!(Glance, ORDERING, ORDERING_LANES, false, ordering, preview);
