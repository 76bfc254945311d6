//! By which evaluation a search by values sees the boards.

use outflank_othello::Board;

use super::thread::Thread;
use super::tiers::Kernels;
use crate::evaluation::{
    Count, Evaluation, FeatureMap, MAX_INSTANCES, MAX_ORDERING_INSTANCES, Network,
};

/// An evaluation as the search by values needs it.
pub(crate) trait Evaluator<K: Kernels> {
    /// The numbers of a board's pattern instances.
    type FeatureIndices: Copy;

    /// Where instances stand.
    type FeatureMap;

    /// Whether values are taken from the table and kept there, and searches left out
    /// whose outcome is probable. (Previews are too short for either to pay, and
    /// their entries would push those of deeper searches out of the table.)
    const IS_FULL: bool;

    /// The weights, if there are any for the shape.
    fn evaluation<'a>(thread: &Thread<'a, K>) -> Option<&'a Evaluation>;

    /// Where the pattern instances stand; nowhere where there are no weights.
    fn feature_map<'a>(thread: &Thread<'a, K>) -> &'a Self::FeatureMap;

    /// The numbers of a board.
    fn feature_indices(
        feature_map: &Self::FeatureMap,
        board: Board<K::Word>,
    ) -> Self::FeatureIndices;

    /// The numbers after a move, for the next mover.
    fn after(
        feature_map: &Self::FeatureMap,
        indices: &Self::FeatureIndices,
        index: u32,
        flips: K::Word,
    ) -> Self::FeatureIndices;

    /// The numbers for the other side.
    fn passed(indices: &Self::FeatureIndices) -> Self::FeatureIndices;

    /// The value of a board at a glance by its instances and by the numbers of the
    /// mover's moves, the opponent's and the discs, from the table of its stage.
    fn total(
        feature_map: &Self::FeatureMap,
        indices: &Self::FeatureIndices,
        counts: [u32; 3],
        table: &[i16],
    ) -> i32;

    /// The network of an evaluation, if it has one and this evaluator is by it.
    fn network(evaluation: &Evaluation) -> Option<&Network>;

    /// The value of a board at a glance by the network, by the same.
    fn network_value(
        network: &Network,
        feature_map: &Self::FeatureMap,
        indices: &Self::FeatureIndices,
        counts: [u32; 3],
    ) -> i32;

    /// The entry of the tier into [`midgame`](super::midgame::midgame).
    fn search(
        thread: &mut Thread<'_, K>,
        board: Board<K::Word>,
        indices: &Self::FeatureIndices,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32;
}

/// By all patterns: for values that count.
pub(crate) struct FullEvaluation;

/// By the patterns of the smaller evaluation: for the order of moves.
pub(crate) struct OrderingEvaluation;

/// Implements [`Evaluator`] by feature_map for instances and an entry of [`Kernels`].
macro_rules! evaluator {
    (
        $name:ident, $indices:ident, $is_whole:literal, $evaluation:ident, $feature_map:ident,
        $entry:ident, $network:expr, $network_value:path
    ) => {
        impl<K: Kernels> Evaluator<K> for $name {
            type FeatureIndices = K::FeatureIndices<$indices>;

            type FeatureMap = FeatureMap<$indices>;

            const IS_FULL: bool = $is_whole;

            #[inline(always)]
            fn evaluation<'a>(thread: &Thread<'a, K>) -> Option<&'a Evaluation> {
                thread.$evaluation
            }

            #[inline(always)]
            fn feature_map<'a>(thread: &Thread<'a, K>) -> &'a Self::FeatureMap {
                thread.$feature_map
            }

            #[inline(always)]
            fn feature_indices(
                feature_map: &Self::FeatureMap,
                board: Board<K::Word>,
            ) -> Self::FeatureIndices {
                K::feature_indices(feature_map, board)
            }

            #[inline(always)]
            fn after(
                feature_map: &Self::FeatureMap,
                indices: &Self::FeatureIndices,
                index: u32,
                flips: K::Word,
            ) -> Self::FeatureIndices {
                K::indices_after(feature_map, indices, index, flips)
            }

            #[inline(always)]
            fn passed(indices: &Self::FeatureIndices) -> Self::FeatureIndices {
                K::indices_passed(indices)
            }

            #[inline(always)]
            fn total(
                feature_map: &Self::FeatureMap,
                indices: &Self::FeatureIndices,
                [moves, replies, discs]: [u32; 3],
                table: &[i16],
            ) -> i32 {
                let count = |count, number| i32::from(table[feature_map.entry(count, number)]);
                K::total(feature_map, indices, table)
                    + count(Count::Moves, moves)
                    + count(Count::Replies, replies)
                    + count(Count::Discs, discs)
            }

            #[inline(always)]
            fn network(evaluation: &Evaluation) -> Option<&Network> {
                $network(evaluation)
            }

            #[inline(always)]
            fn network_value(
                network: &Network,
                feature_map: &Self::FeatureMap,
                indices: &Self::FeatureIndices,
                counts: [u32; 3],
            ) -> i32 {
                $network_value(network, feature_map, indices, counts)
            }

            #[inline(always)]
            fn search(
                thread: &mut Thread<'_, K>,
                board: Board<K::Word>,
                indices: &Self::FeatureIndices,
                depth: u32,
                alpha: i32,
                beta: i32,
            ) -> i32 {
                K::$entry(thread, board, indices, depth, alpha, beta)
            }
        }
    };
}

evaluator!(
    FullEvaluation,
    MAX_INSTANCES,
    true,
    evaluation,
    feature_map,
    midgame,
    Evaluation::network,
    with_network::<K>
);
evaluator!(
    OrderingEvaluation,
    MAX_ORDERING_INSTANCES,
    false,
    ordering,
    ordering_feature_map,
    ordering_search,
    |_| None,
    without_network::<K>
);

/// The value by the network where a search ends.
#[inline(always)]
fn with_network<K: Kernels>(
    network: &Network,
    feature_map: &FeatureMap<MAX_INSTANCES>,
    indices: &K::FeatureIndices<MAX_INSTANCES>,
    counts: [u32; 3],
) -> i32 {
    let [_, _, discs] = counts;
    K::network_value(network, feature_map, indices, counts) + network.parity_bias(discs)
}

/// The smaller evaluation has no network.
#[inline(always)]
fn without_network<K: Kernels>(
    _: &Network,
    _: &FeatureMap<MAX_ORDERING_INSTANCES>,
    _: &K::FeatureIndices<MAX_ORDERING_INSTANCES>,
    _: [u32; 3],
) -> i32 {
    unreachable!("this evaluator names no network")
}
