//! The search compiled once for each tier.
//!
//! The search itself is generic code marked to be inlined. Each function that
//! calls itself goes through an entry of [`Kernels`], and each tier implements the
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
use crate::evaluation::{FeatureMap, MAX_INSTANCES, MAX_ORDERING_INSTANCES, Network};
use crate::tier::Tier;

/// A tier of the search: its kernels, and its entries into the recursion.
pub(crate) trait Kernels: Copy + Send + Sync + 'static {
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

    /// See [`hand_crafted`](super::hand_crafted::hand_crafted).
    fn hand_crafted(board: Board<Self::Word>, geometry: &Geometry<Self::Word>) -> i32;

    /// The numbers of a board's pattern instances, as many as there are feature_map.
    type FeatureIndices<const N: usize>: Copy;

    /// The numbers of a board.
    fn feature_indices<const N: usize>(
        feature_map: &FeatureMap<N>,
        board: Board<Self::Word>,
    ) -> Self::FeatureIndices<N>;

    /// The numbers after a move, for the next mover.
    fn indices_after<const N: usize>(
        feature_map: &FeatureMap<N>,
        indices: &Self::FeatureIndices<N>,
        index: u32,
        flips: Self::Word,
    ) -> Self::FeatureIndices<N>;

    /// The numbers for the other side.
    fn indices_passed<const N: usize>(indices: &Self::FeatureIndices<N>)
    -> Self::FeatureIndices<N>;

    /// The weights of all instances together.
    fn total<const N: usize>(
        feature_map: &FeatureMap<N>,
        indices: &Self::FeatureIndices<N>,
        table: &[i16],
    ) -> i32;

    /// The value by a network of a board with these numbers of its instances, and with
    /// so many moves of the mover, of the opponent, and discs.
    fn network_value(
        network: &Network,
        feature_map: &FeatureMap<MAX_INSTANCES>,
        indices: &Self::FeatureIndices<MAX_INSTANCES>,
        counts: [u32; 3],
    ) -> i32;

    /// See [`midgame`](super::midgame::midgame), by the whole evaluation.
    fn midgame(
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        indices: &Self::FeatureIndices<MAX_INSTANCES>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32;

    /// See [`midgame`](super::midgame::midgame), by the evaluation that ranks
    /// moves.
    fn ordering_search(
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        indices: &Self::FeatureIndices<MAX_ORDERING_INSTANCES>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32;

    /// See [`last_three`](super::last_plies::last_three).
    fn last_three(
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        squares: [u32; 3],
        alpha: i32,
    ) -> i32;

    /// See [`last_four`](super::last_plies::last_four).
    fn last_four(
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        odd: u8,
        alpha: i32,
    ) -> i32;

    /// See [`endgame_shallow`](super::endgame_shallow::endgame_shallow).
    fn endgame_shallow(
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        empties: u32,
        odd: u8,
        alpha: i32,
    ) -> i32;

    /// See [`endgame`](super::endgame::endgame).
    fn endgame(
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        empties: u32,
        odd: u8,
        alpha: i32,
    ) -> i32;
}

/// Implements the entries of [`Kernels`] for the type `This` of the module, by
/// functions with the given target features.
macro_rules! entries {
    ($(#[$features:meta])?) => {
        entries!(@entry $($features)?, crate::search::last_plies::last_three,
            last_three(thread: &mut Thread<'_, This>, board: Board<<This as Kernels>::Word>,
                squares: [u32; 3], alpha: i32));
        entries!(@entry $($features)?, crate::search::last_plies::last_four,
            last_four(thread: &mut Thread<'_, This>, board: Board<<This as Kernels>::Word>,
                odd: u8, alpha: i32));
        entries!(@entry $($features)?, crate::search::endgame_shallow::endgame_shallow,
            endgame_shallow(thread: &mut Thread<'_, This>, board: Board<<This as Kernels>::Word>,
                empties: u32, odd: u8, alpha: i32));
        entries!(@entry $($features)?, crate::search::endgame::endgame,
            endgame(thread: &mut Thread<'_, This>, board: Board<<This as Kernels>::Word>,
                empties: u32, odd: u8, alpha: i32));
        entries!(@entry $($features)?, crate::search::hand_crafted::hand_crafted::<This>,
            hand_crafted(board: Board<<This as Kernels>::Word>, geometry: &Geometry<<This as Kernels>::Word>));
        entries!(@entry $($features)?, crate::search::midgame::midgame::<This, FullEvaluation>,
            midgame(thread: &mut Thread<'_, This>, board: Board<<This as Kernels>::Word>,
                indices: &<This as Kernels>::FeatureIndices<MAX_INSTANCES>, depth: u32, alpha: i32, beta: i32));
        entries!(@entry $($features)?, crate::search::midgame::midgame::<This, OrderingEvaluation>,
            ordering_search(thread: &mut Thread<'_, This>, board: Board<<This as Kernels>::Word>,
                indices: &<This as Kernels>::FeatureIndices<MAX_ORDERING_INSTANCES>, depth: u32, alpha: i32, beta: i32));
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

/// The numbers of pattern instances on a board, for [`Kernels`] in a module that has
/// imported `FeatureIndices`, `FeatureMap` and the kernels of `features`. The loops over all indices
/// become vectors of the tier in which they are compiled.
macro_rules! indices {
    () => {
        type FeatureIndices<const N: usize> = FeatureIndices<N>;

        #[inline(always)]
        fn feature_indices<const N: usize>(
            feature_map: &FeatureMap<N>,
            board: Board<Self::Word>,
        ) -> FeatureIndices<N> {
            features::portable::feature_indices(feature_map, board)
        }

        #[inline(always)]
        fn indices_after<const N: usize>(
            feature_map: &FeatureMap<N>,
            indices: &FeatureIndices<N>,
            index: u32,
            flips: Self::Word,
        ) -> FeatureIndices<N> {
            features::portable::after(feature_map, indices, index, flips)
        }

        #[inline(always)]
        fn indices_passed<const N: usize>(indices: &FeatureIndices<N>) -> FeatureIndices<N> {
            features::portable::passed(indices)
        }
    };
}
use indices;

/// Work to be done by the search of one tier.
pub(crate) trait TierTask<W: Bitboard> {
    /// What the work gives.
    type Output;

    /// Does the work.
    fn run<K: Kernels<Word = W>>(self) -> Self::Output;
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
