//! The search compiled once for each CPU tier.
//!
//! The search is generic code marked to be inlined. Each recursive function goes through one of the
//! [`Entries`], which each tier implements with functions that have its target features. So the
//! whole search around an entry, kernels included, is compiled with the tier's instructions, and
//! nothing is dispatched while it runs. The crate `pulp` uses the same pattern.
//!
//! A tier is a type. A value of the type proves that the processor has the tier's features.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls code of a tier whose features a value proves"
    )
)]

mod wide;

use outflank_othello::{Bitboard, Board};

use super::evaluator::Evaluator;
use super::geometry::Geometry;
use super::thread::Thread;
use crate::evaluation::{FeatureIndices, FeatureMap, FullIndices, Network};
use crate::kernels::last_board::{self, LastBoard};
use crate::kernels::replies::{self, Replies};
use crate::kernels::{features, flip, last_flip, mobility, network, stability};
use crate::perft::Perft;
#[cfg(target_arch = "x86_64")]
use crate::tier::{Avx2, Avx512};
use crate::tier::{Portable, proven};

/// The kernels of a tier.
pub(crate) trait Kernels: Copy + Send + Sync + 'static {
    /// The machine word of its boards.
    type Word: Bitboard;
    /// The register of a side's discs in the last plies.
    type Lanes: Copy;

    /// Returns the squares at the far end of runs of opposing discs; the empty ones among
    /// them are the legal moves.
    fn reached(self, board: Board<Self::Word>, geometry: &Geometry<Self::Word>) -> Self::Word;

    /// Returns the legal moves of the mover.
    #[inline(always)]
    fn legal_moves(self, board: Board<Self::Word>, geometry: &Geometry<Self::Word>) -> Self::Word {
        self.reached(board, geometry) & geometry.mask & !board.occupied()
    }

    /// Returns the discs flipped when the mover places a disc on the empty square `index`.
    fn flips(
        self,
        index: u32,
        mover: Self::Word,
        opponent: Self::Word,
        geometry: &Geometry<Self::Word>,
    ) -> Self::Word;

    /// Returns the squares that the first four of the legal moves `moves` change, and the squares
    /// that the opponent reaches after each.
    fn replies(
        self,
        board: Board<Self::Word>,
        moves: Self::Word,
        geometry: &Geometry<Self::Word>,
    ) -> Replies<Self::Word>;

    /// Loads the discs of a side into a register.
    fn to_lanes(self, discs: Self::Word) -> Self::Lanes;

    /// Returns the discs in a register.
    fn lane_discs(self, lanes: Self::Lanes) -> Self::Word;

    /// Returns the board after a move on the empty square `index`, if it flips any disc.
    fn play_last(
        self,
        index: u32,
        board: LastBoard<Self::Lanes>,
        geometry: &Geometry<Self::Word>,
    ) -> Option<LastBoard<Self::Lanes>>;

    /// Returns how many discs the mover, and how many the opponent, would flip by a move on the
    /// last empty square.
    fn last_flips(self, index: u32, mover: Self::Word, geometry: &Geometry<Self::Word>)
    -> [u32; 2];

    /// Returns discs of the mover that can never be flipped; not all are found.
    fn stable(self, board: Board<Self::Word>, geometry: &Geometry<Self::Word>) -> Self::Word;

    /// Returns the sum of the weights of all instances.
    fn weight_sum<const N: usize>(
        self,
        feature_map: &FeatureMap<N>,
        indices: &FeatureIndices<N>,
        table: &[i16],
    ) -> i32;

    /// Returns the output of a network for feature indices and the counts of the mover's
    /// moves, the opponent's moves and discs.
    fn network_value(self, network: &Network, indices: &FullIndices, counts: [u32; 3]) -> i32;
}

/// Functions that are compiled separately for each tier: recursive functions, and the evaluation of
/// shapes without weights.
pub(crate) trait Entries: Kernels {
    /// See [`count`](crate::perft::count).
    fn perft(
        self,
        board: Board<Self::Word>,
        geometry: &Geometry<Self::Word>,
        left: u32,
        passes: u32,
        counts: &mut Perft,
    );

    /// See [`hand_crafted`](super::hand_crafted::hand_crafted).
    fn hand_crafted(self, board: Board<Self::Word>, geometry: &Geometry<Self::Word>) -> i32;

    /// See [`midgame`](super::midgame::midgame).
    fn midgame<S: Evaluator<Self, N>, const N: usize>(
        self,
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        indices: &FeatureIndices<N>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32;

    /// See [`last_three`](super::last_plies::last_three).
    fn last_three(
        self,
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        squares: u32,
        alpha: i32,
    ) -> i32;

    /// See [`last_four`](super::last_plies::last_four).
    fn last_four(
        self,
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        moves: Self::Word,
        odd: u8,
        alpha: i32,
    ) -> i32;

    /// See [`endgame_shallow`](super::endgame_shallow::endgame_shallow).
    fn endgame_shallow(
        self,
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        moves: Self::Word,
        empties: u32,
        odd: u8,
        alpha: i32,
    ) -> i32;

    /// See [`endgame`](super::endgame::endgame).
    fn endgame(
        self,
        thread: &mut Thread<'_, Self>,
        board: Board<Self::Word>,
        moves: Self::Word,
        empties: u32,
        odd: u8,
        alpha: i32,
    ) -> i32;
}

/// Returns how many discs either side would flip by a move on the last empty square, on any shape.
#[cold]
#[inline(never)]
fn last_flips_on_shape<K: Kernels>(
    kernels: K,
    index: u32,
    mover: K::Word,
    geometry: &Geometry<K::Word>,
) -> [u32; 2] {
    let opponent = geometry.mask & !mover & !K::Word::from_index(index);
    [(mover, opponent), (opponent, mover)]
        .map(|(own, other)| kernels.flips(index, own, other, geometry).count())
}

/// Implements [`Entries`] for a tier with functions that have its target features.
macro_rules! entries {
    ($tier:ident $(, #[$features:meta])?) => {
        entries!(@entry $tier, $($features)?, crate::search::last_plies::last_three,
            last_three(thread: &mut Thread<'_, $tier>, board: Board<<$tier as Kernels>::Word>,
                squares: u32, alpha: i32));
        entries!(@entry $tier, $($features)?, crate::search::last_plies::last_four,
            last_four(thread: &mut Thread<'_, $tier>, board: Board<<$tier as Kernels>::Word>,
                moves: <$tier as Kernels>::Word, odd: u8, alpha: i32));
        entries!(@entry $tier, $($features)?, crate::search::endgame_shallow::endgame_shallow,
            endgame_shallow(thread: &mut Thread<'_, $tier>,
                board: Board<<$tier as Kernels>::Word>, moves: <$tier as Kernels>::Word,
                empties: u32, odd: u8, alpha: i32));
        entries!(@entry $tier, $($features)?, crate::search::endgame::endgame,
            endgame(thread: &mut Thread<'_, $tier>, board: Board<<$tier as Kernels>::Word>,
                moves: <$tier as Kernels>::Word, empties: u32, odd: u8, alpha: i32));
        entries!(@entry $tier, $($features)?, crate::search::midgame::midgame::<$tier, S, N>,
            midgame<S, N>(thread: &mut Thread<'_, $tier>, board: Board<<$tier as Kernels>::Word>,
                indices: &FeatureIndices<N>, depth: u32, alpha: i32, beta: i32));
        entries!(@kernels $tier, $($features)?, crate::perft::count,
            perft(board: Board<<$tier as Kernels>::Word>,
                geometry: &Geometry<<$tier as Kernels>::Word>, left: u32, passes: u32,
                counts: &mut Perft) -> ());
        entries!(@kernels $tier, $($features)?, crate::search::hand_crafted::hand_crafted,
            hand_crafted(board: Board<<$tier as Kernels>::Word>,
                geometry: &Geometry<<$tier as Kernels>::Word>) -> i32);
    };
    (@kernels $tier:ident, $($features:meta)?, $body:path,
        $name:ident($($argument:ident: $type:ty),*) -> $output:ty) => {
        #[inline(always)]
        fn $name(self, $($argument: $type),*) -> $output {
            #[inline(never)]
            $(#[$features])?
            fn entry(kernels: $tier, $($argument: $type),*) -> $output {
                $body(kernels, $($argument),*)
            }
            proven!($($features)?; entry(self, $($argument),*))
        }
    };
    (@entry $tier:ident, $($features:meta)?, $body:path,
        $name:ident $(<$s:ident, $n:ident>)? ($($argument:ident: $type:ty),*)) => {
        #[inline(always)]
        fn $name $(<$s: Evaluator<$tier, $n>, const $n: usize>)? (
            self, $($argument: $type),*
        ) -> i32 {
            #[inline(never)]
            $(#[$features])?
            fn entry $(<$s: Evaluator<$tier, $n>, const $n: usize>)? (
                $($argument: $type),*
            ) -> i32 {
                $body($($argument),*)
            }
            proven!($($features)?; entry $(::<$s, $n>)? ($($argument),*))
        }
    };
}
use entries;

/// Implements [`Kernels`] on boards within 8×8 for a tier, with the kernels in the modules
/// called `$name`.
macro_rules! tier {
    ($tier:ident, $name:ident $(, #[$features:meta])?) => {
        impl Kernels for $tier {
            type Word = u64;
            type Lanes = last_board::$name::Lanes;

            #[inline(always)]
            fn reached(self, board: Board<u64>, _geometry: &Geometry<u64>) -> u64 {
                proven!($($features)?; mobility::$name::reached(board.mover(), board.opponent()))
            }

            #[inline(always)]
            fn flips(
                self,
                index: u32,
                mover: u64,
                opponent: u64,
                _geometry: &Geometry<u64>,
            ) -> u64 {
                proven!($($features)?; flip::$name::flips(index, mover, opponent))
            }

            #[inline(always)]
            fn replies(
                self,
                board: Board<u64>,
                moves: u64,
                _geometry: &Geometry<u64>,
            ) -> Replies<u64> {
                let (mover, opponent) = (board.mover(), board.opponent());
                proven!($($features)?; replies::$name::replies(moves, mover, opponent))
            }

            #[inline(always)]
            fn to_lanes(self, discs: u64) -> Self::Lanes {
                proven!($($features)?; last_board::$name::to_lanes(discs))
            }

            #[inline(always)]
            fn lane_discs(self, lanes: Self::Lanes) -> u64 {
                proven!($($features)?; last_board::$name::lane_discs(lanes))
            }

            #[inline(always)]
            fn play_last(
                self,
                index: u32,
                board: LastBoard<Self::Lanes>,
                _geometry: &Geometry<u64>,
            ) -> Option<LastBoard<Self::Lanes>> {
                proven!($($features)?; last_board::$name::play(index, board))
            }

            #[inline(always)]
            fn last_flips(self, index: u32, mover: u64, geometry: &Geometry<u64>) -> [u32; 2] {
                if geometry.mask != u64::MAX {
                    return last_flips_on_shape(self, index, mover, geometry);
                }
                proven!($($features)?; last_flip::$name::last_flips(index, mover))
            }

            #[inline(always)]
            fn stable(self, board: Board<u64>, geometry: &Geometry<u64>) -> u64 {
                let (mover, opponent) = (board.mover(), board.opponent());
                stability::stable(mover, opponent, geometry.mask)
            }

            #[inline(always)]
            fn weight_sum<const N: usize>(
                self,
                feature_map: &FeatureMap<N>,
                indices: &FeatureIndices<N>,
                table: &[i16],
            ) -> i32 {
                proven!($($features)?; features::$name::weight_sum(feature_map, indices, table))
            }

            #[inline(always)]
            fn network_value(
                self,
                network: &Network,
                indices: &FullIndices,
                counts: [u32; 3],
            ) -> i32 {
                proven!($($features)?; network::$name::value(network, indices, counts))
            }
        }

        impl Entries for $tier {
            entries!($tier $(, #[$features])?);
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
