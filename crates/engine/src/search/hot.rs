//! The search compiled once for each tier.
//!
//! The search itself is generic code marked to be inlined. Each function that
//! calls itself goes through an entry of [`Hot`], and each tier implements the
//! entries by functions for its own kind of processor. So the whole search
//! around an entry, kernels included, is compiled with the tier's
//! instructions, and nothing is chosen while it runs. (The pattern is that of
//! the `pulp` crate.)

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
mod wide;

use outflank_othello::{Bitboard, Board};

use super::geometry::Geometry;
use super::thread::Thread;
use crate::evaluation::{LANES, Network, ORDERING_LANES, Places};
use crate::tier::Tier;

/// A tier of the search: its kernels, and its entries into the recursion.
pub(crate) trait Hot: Copy + Send + Sync + 'static {
    /// The machine word of its boards.
    type Word: Bitboard;

    /// The squares behind runs of opposing discs; the empty ones among them
    /// are the legal moves.
    fn reached(board: Board<Self::Word>, geometry: &Geometry<Self::Word>) -> Self::Word;

    /// Discs flipped by a disc of the mover on the empty square `index`.
    fn flips(
        index: u32,
        mover: Self::Word,
        opponent: Self::Word,
        geometry: &Geometry<Self::Word>,
    ) -> Self::Word;

    /// Number of discs flipped on the last empty square.
    fn last_flips(index: u32, mover: Self::Word, geometry: &Geometry<Self::Word>) -> i32;

    /// Discs of the mover that can never be flipped; perhaps not all.
    fn stable(board: Board<Self::Word>, geometry: &Geometry<Self::Word>) -> Self::Word;

    /// See [`by_hand`](super::guess::by_hand).
    fn guess(board: Board<Self::Word>, geometry: &Geometry<Self::Word>) -> i32;

    /// The numbers of a board's pattern instances, as many as there are places.
    type Lanes<const N: usize>: Copy;

    /// The numbers of a board.
    fn set_up<const N: usize>(places: &Places<N>, board: Board<Self::Word>) -> Self::Lanes<N>;

    /// The numbers after a move, for the next mover.
    fn lanes_after<const N: usize>(
        places: &Places<N>,
        lanes: &Self::Lanes<N>,
        index: u32,
        flips: Self::Word,
    ) -> Self::Lanes<N>;

    /// The numbers for the other side.
    fn lanes_passed<const N: usize>(lanes: &Self::Lanes<N>) -> Self::Lanes<N>;

    /// The weights of all instances together.
    fn total<const N: usize>(places: &Places<N>, lanes: &Self::Lanes<N>, table: &[i16]) -> i32;

    /// The value by a network of a board with these numbers of its instances, and with
    /// so many moves of the mover, of the opponent, and discs.
    fn by_network(
        network: &Network,
        places: &Places<LANES>,
        lanes: &Self::Lanes<LANES>,
        counts: [u32; 3],
    ) -> i32;

    /// See [`heuristic`](super::heuristic::heuristic), by the whole evaluation.
    fn heuristic(
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        lanes: &Self::Lanes<LANES>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32;

    /// See [`heuristic`](super::heuristic::heuristic), by the evaluation that ranks
    /// moves.
    fn preview(
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        lanes: &Self::Lanes<ORDERING_LANES>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32;

    /// See [`three`](super::last::three).
    fn three(
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        squares: [u32; 3],
        alpha: i32,
    ) -> i32;

    /// See [`four`](super::last::four).
    fn four(thread: &mut Thread<'_, Self>, board: Board<Self::Word>, odd: u8, alpha: i32) -> i32;

    /// See [`ranked`](super::shallow::ranked).
    fn ranked(
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        empties: u32,
        odd: u8,
        alpha: i32,
    ) -> i32;

    /// See [`null_window`](super::null_window::null_window).
    fn null_window(
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        empties: u32,
        odd: u8,
        alpha: i32,
    ) -> i32;
}

/// Implements the entries of [`Hot`] for the type `This` of the module, by
/// functions with the given target features.
macro_rules! entries {
    ($(#[$features:meta])?) => {
        entries!(@entry $($features)?, crate::search::last::three,
            three(thread: &mut Thread<'_, This>, board: Board<<This as Hot>::Word>,
                squares: [u32; 3], alpha: i32));
        entries!(@entry $($features)?, crate::search::last::four,
            four(thread: &mut Thread<'_, This>, board: Board<<This as Hot>::Word>,
                odd: u8, alpha: i32));
        entries!(@entry $($features)?, crate::search::shallow::ranked,
            ranked(thread: &mut Thread<'_, This>, board: Board<<This as Hot>::Word>,
                empties: u32, odd: u8, alpha: i32));
        entries!(@entry $($features)?, crate::search::null_window::null_window,
            null_window(thread: &mut Thread<'_, This>, board: Board<<This as Hot>::Word>,
                empties: u32, odd: u8, alpha: i32));
        entries!(@entry $($features)?, crate::search::guess::by_hand::<This>,
            guess(board: Board<<This as Hot>::Word>, geometry: &Geometry<<This as Hot>::Word>));
        entries!(@entry $($features)?, crate::search::heuristic::heuristic::<This, Whole>,
            heuristic(thread: &mut Thread<'_, This>, board: Board<<This as Hot>::Word>,
                lanes: &<This as Hot>::Lanes<LANES>, depth: u32, alpha: i32, beta: i32));
        entries!(@entry $($features)?, crate::search::heuristic::heuristic::<This, Glance>,
            preview(thread: &mut Thread<'_, This>, board: Board<<This as Hot>::Word>,
                lanes: &<This as Hot>::Lanes<ORDERING_LANES>, depth: u32, alpha: i32, beta: i32));
    };
    (@entry $($features:meta)?, $body:path, $name:ident($($argument:ident: $type:ty),*)) => {
        #[inline(always)]
        fn $name($($argument: $type),*) -> i32 {
            #[inline(never)]
            $(#[$features])?
            fn entry($($argument: $type),*) -> i32 {
                $body($($argument),*)
            }
            entries!(@call $($features)?, entry($($argument),*))
        }
    };
    (@call , $call:expr) => { $call };
    (@call $features:meta, $call:expr) => {
        // SAFETY: a search is entered with this type only where the processor
        // has the features (`Tier::is_available`).
        unsafe { $call }
    };
}
use entries;

/// The numbers of pattern instances on a board, for [`Hot`] in a module that has
/// imported `Lanes`, `Places` and the kernels of `features`. The loops over all lanes
/// become vectors of the tier in which they are compiled.
macro_rules! lanes {
    () => {
        type Lanes<const N: usize> = Lanes<N>;

        #[inline(always)]
        fn set_up<const N: usize>(places: &Places<N>, board: Board<Self::Word>) -> Lanes<N> {
            features::portable::set_up(places, board)
        }

        #[inline(always)]
        fn lanes_after<const N: usize>(
            places: &Places<N>,
            lanes: &Lanes<N>,
            index: u32,
            flips: Self::Word,
        ) -> Lanes<N> {
            features::portable::after(places, lanes, index, flips)
        }

        #[inline(always)]
        fn lanes_passed<const N: usize>(lanes: &Lanes<N>) -> Lanes<N> {
            features::portable::passed(lanes)
        }
    };
}
use lanes;

/// Work to be done by the search of one tier.
pub(crate) trait TierTask<W: Bitboard> {
    /// What the work gives.
    type Output;

    /// Does the work.
    fn run<H: Hot<Word = W>>(self) -> Self::Output;
}

/// Bitboards with a search for each tier.
pub(crate) trait Tiered: Bitboard {
    /// Does `task` with the search of `tier`, which must be available.
    fn with_tier<T: TierTask<Self>>(tier: Tier, task: T) -> T::Output;
}

impl Tiered for u64 {
    fn with_tier<T: TierTask<Self>>(tier: Tier, task: T) -> T::Output {
        assert!(tier.is_available(), "this processor cannot run {tier}");
        match tier {
            #[cfg(target_arch = "x86_64")]
            Tier::Avx512 => task.run::<avx512::This>(),
            #[cfg(target_arch = "x86_64")]
            Tier::Avx2 => task.run::<avx2::This>(),
            _ => task.run::<portable::This>(),
        }
    }
}

impl Tiered for u128 {
    /// Wide boards have portable kernels alone.
    fn with_tier<T: TierTask<Self>>(_tier: Tier, task: T) -> T::Output {
        task.run::<wide::This>()
    }
}
