//! Which evaluation a midgame search uses.

use outflank_othello::Board;

use super::thread::Thread;
use super::tiers::{Entries, Kernels};
use crate::evaluation::{
    Count, Evaluation, FeatureIndices, FeatureMap, FullIndices, MAX_INSTANCES,
    MAX_ORDERING_INSTANCES,
};

/// An evaluation of at most `N` pattern instances.
pub(crate) trait Evaluator<K: Entries, const N: usize> {
    /// Whether the search uses the midgame table and ProbCut. Ordering searches are too short for
    /// either to pay off, and their entries would displace those of deeper searches.
    const IS_FULL: bool;

    /// Returns the weights, if there are any for the shape.
    fn evaluation<'a>(thread: &Thread<'a, K>) -> Option<&'a Evaluation>;

    /// Returns the feature map of the weights; an empty map if there are none.
    fn feature_map<'a>(thread: &Thread<'a, K>) -> &'a FeatureMap<N>;

    /// Returns the static value of a board in 1/128 discs: the sum of the weights of all features,
    /// unless there is a network. `counts` gives the numbers of the mover's moves, the opponent's
    /// moves and discs.
    #[inline(always)]
    fn value(
        thread: &mut Thread<'_, K>,
        evaluation: &Evaluation,
        _board: Board<K::Word>,
        indices: &FeatureIndices<N>,
        counts: impl FnOnce() -> [u32; 3],
    ) -> i32 {
        let feature_map = Self::feature_map(thread);
        linear_value(thread.kernels, evaluation, feature_map, indices, counts())
    }
}

/// All patterns, and the network if there is one.
pub(crate) struct FullEvaluation;

/// The smaller evaluation that orders moves.
pub(crate) struct OrderingEvaluation;

impl<K: Entries> Evaluator<K, MAX_INSTANCES> for FullEvaluation {
    const IS_FULL: bool = true;

    #[inline(always)]
    fn evaluation<'a>(thread: &Thread<'a, K>) -> Option<&'a Evaluation> {
        thread.evaluation
    }

    #[inline(always)]
    fn feature_map<'a>(thread: &Thread<'a, K>) -> &'a FeatureMap<MAX_INSTANCES> {
        thread.feature_map
    }

    #[inline(always)]
    fn value(
        thread: &mut Thread<'_, K>,
        evaluation: &Evaluation,
        board: Board<K::Word>,
        indices: &FullIndices,
        counts: impl FnOnce() -> [u32; 3],
    ) -> i32 {
        let (kernels, feature_map) = (thread.kernels, thread.feature_map);
        match evaluation.network() {
            Some(network) => thread.evaluation_cache.get_or(board, || {
                let counts = counts();
                kernels.network_value(network, indices, counts) + network.parity_bias(counts[2])
            }),
            None => linear_value(kernels, evaluation, feature_map, indices, counts()),
        }
    }
}

impl<K: Entries> Evaluator<K, MAX_ORDERING_INSTANCES> for OrderingEvaluation {
    const IS_FULL: bool = false;

    #[inline(always)]
    fn evaluation<'a>(thread: &Thread<'a, K>) -> Option<&'a Evaluation> {
        thread.ordering
    }

    #[inline(always)]
    fn feature_map<'a>(thread: &Thread<'a, K>) -> &'a FeatureMap<MAX_ORDERING_INSTANCES> {
        thread.ordering_feature_map
    }
}

/// Returns the sum of the weights of all features.
#[inline(always)]
fn linear_value<K: Kernels, const N: usize>(
    kernels: K,
    evaluation: &Evaluation,
    feature_map: &FeatureMap<N>,
    indices: &FeatureIndices<N>,
    [moves, replies, discs]: [u32; 3],
) -> i32 {
    let table = evaluation.stage(discs);
    let count = |count, number| i32::from(table[feature_map.entry(count, number)]);
    kernels.weight_sum(feature_map, indices, table)
        + count(Count::Moves, moves)
        + count(Count::Replies, replies)
        + count(Count::Discs, discs)
}
