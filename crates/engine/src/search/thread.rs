//! What one thread of a search carries along.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use outflank_othello::Board;

use super::endgame::search_move;
use super::evaluation_cache::EvaluationCache;
use super::feature::{DisabledFeatures, Feature};
use super::geometry::Geometry;
use super::midgame::search_split_move;
use super::ordering::Candidate;
use super::probcut::Selectivity;
use super::progress::{SearchProgress, SolveBounds};
use super::split::{Node, Pool, Split, Worker};
use super::table::Table;
use super::thread_table::ThreadTable;
use super::tiers::Kernels;
use crate::evaluation::{
    Evaluation, FeatureMap, MAX_INSTANCES, MAX_ORDERING_INSTANCES, ordering_feature_map,
};

/// What previews leave out.
pub(crate) const ORDERING_SELECTIVITY: Selectivity = Selectivity::ALL[0];

/// What the last rehearsal before an exact search of many empty squares leaves out: 95 %.
pub(crate) const SECOND_PRESEARCH_SELECTIVITY: Selectivity = Selectivity::ALL[2];

/// Kinds of previews.
const ORDERING_DEPTHS: usize = 5;

/// Where one way of searching gives way to the next, in empty squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thresholds {
    /// Up to so many, moves are endgame_shallow by counts alone and nothing is kept in the shared
    /// table.
    pub(crate) shallow_to: u32,
    /// From so many on, children known to the table may cut off.
    pub(crate) enhanced_cutoff_from: u32,
    /// From so many on, moves are endgame_shallow by their values at a glance, by previews
    /// of one ply, of two, and so on.
    pub(crate) ordering_search_from: [u32; ORDERING_DEPTHS],
    /// From so many on, a search to the end that leaves out what is improbable
    /// goes before the exact one.
    pub(crate) presearch_from: u32,
    /// From so many on, another one follows that leaves out less.
    pub(crate) second_presearch_from: u32,
    /// From so many on, moves that searches found by values are tried first.
    pub(crate) midgame_moves_from: u32,
    /// From so many on, a node may be split between threads.
    pub(crate) split_from: u32,
    /// From so many on, the stop flag is read at each node.
    pub(crate) stop_from: u32,
    /// From so many on, the clock is read and the nodes are reported.
    pub(crate) poll_from: u32,
    /// Whether the exact search asks the table.
    pub(crate) has_table: bool,
    /// Whether threads keep bounds of boards with few empty squares for themselves.
    pub(crate) has_thread_table: bool,
    /// Whether searches by values ask theirs.
    pub(crate) has_midgame_table: bool,
    /// Whether threads keep what the network said lately.
    pub(crate) has_evaluation_cache: bool,
    /// From so many plies on, searches by values leave out what is improbable.
    pub(crate) probcut_from: u32,
    /// From so many plies on, a search of the root begins with a narrow window.
    pub(crate) aspiration_from: u32,
    /// From so many plies on, the move is chosen by what several depths say.
    pub(crate) averaging_from: u32,
}

impl Thresholds {
    /// Compared with their neighbours in `docs/reference/benchmarks.md`.
    pub(crate) const DEFAULT: Self = Self {
        shallow_to: 8,
        enhanced_cutoff_from: 11,
        ordering_search_from: [12, 16, 18, 20, 22],
        presearch_from: 18,
        second_presearch_from: 23,
        midgame_moves_from: 14,
        split_from: 15,
        stop_from: 12,
        poll_from: 12,
        has_table: true,
        has_thread_table: true,
        has_midgame_table: true,
        has_evaluation_cache: true,
        probcut_from: 3,
        aspiration_from: 5,
        averaging_from: 5,
    };

    /// Those of a search without what is disabled off.
    pub(crate) fn without(disabled: DisabledFeatures) -> Self {
        const NEVER: u32 = u32::MAX;
        let off = |feature| disabled.contains(feature);
        let mut new = Self::DEFAULT;
        new.has_table = !off(Feature::Table);
        new.has_thread_table = !off(Feature::ThreadTable);
        new.has_midgame_table = !off(Feature::MidgameTable);
        new.has_evaluation_cache = !off(Feature::EvaluationCache);
        if off(Feature::EnhancedCutoff) {
            new.enhanced_cutoff_from = NEVER;
        }
        if off(Feature::OrderingSearch) {
            new.ordering_search_from = [NEVER; ORDERING_DEPTHS];
        }
        if off(Feature::Presearch) {
            new.presearch_from = NEVER;
        }
        if off(Feature::SecondPresearch) {
            new.second_presearch_from = NEVER;
        }
        if off(Feature::MidgameMoves) {
            new.midgame_moves_from = NEVER;
        }
        if off(Feature::Probcut) {
            new.probcut_from = NEVER;
        }
        if off(Feature::Aspiration) {
            new.aspiration_from = NEVER;
        }
        if off(Feature::DepthAveraging) {
            new.averaging_from = NEVER;
        }
        new
    }

    /// Plies of the previews that rank the moves of a node; none: no previews.
    #[inline(always)]
    pub(crate) fn ordering_search_plies(&self, empties: u32) -> Option<u32> {
        let is_from = |from: &u32| empties >= *from;
        self.ordering_search_from
            .iter()
            .rposition(is_from)
            .map(|plies| plies as u32)
    }
}

/// For shapes without weights.
static NO_FEATURES: FeatureMap<MAX_INSTANCES> = FeatureMap::BLANK;
static NO_ORDERING_FEATURES: FeatureMap<MAX_ORDERING_INSTANCES> = FeatureMap::BLANK;

/// What the threads of a search share.
pub(crate) struct Shared<'a, W> {
    pub(crate) geometry: Geometry<W>,
    pub(crate) thresholds: Thresholds,
    pub(crate) table: Table<'a, W>,
    pub(crate) pool: Pool<Candidate<W>>,
    /// What is known by searches that do not reach the end.
    pub(crate) midgame_table: Table<'a, W>,
    /// The weights for the shape, if there are any.
    pub(crate) evaluation: Option<&'a Evaluation>,
    /// The weights that rank moves, if there are any for the shape.
    pub(crate) ordering: Option<&'a Evaluation>,
    pub(crate) progress: &'a SearchProgress,
    /// Set by whoever wants the search to end.
    pub(crate) stop: &'a AtomicBool,
    /// When the search has to end, if it has to.
    pub(crate) deadline: Option<Instant>,
    /// When so many nodes have been reported the search has to end, if it has to.
    pub(crate) node_limit: Option<u64>,
    /// Set once the deadline has passed or there were too many nodes.
    pub(crate) is_out_of_budget: AtomicBool,
}

/// One thread of a search.
pub(crate) struct Thread<'a, K: Kernels> {
    pub(crate) kernels: K,
    pub(crate) geometry: &'a Geometry<K::Word>,
    pub(crate) table: Table<'a, K::Word>,
    pub(crate) midgame_table: Table<'a, K::Word>,
    pub(crate) evaluation: Option<&'a Evaluation>,
    /// Where the instances of its patterns stand; nowhere if there is none.
    pub(crate) feature_map: &'a FeatureMap<MAX_INSTANCES>,
    /// The weights that rank moves, if there are any for the shape.
    pub(crate) ordering: Option<&'a Evaluation>,
    /// Where their instances stand; nowhere if there are none.
    pub(crate) ordering_feature_map: &'a FeatureMap<MAX_ORDERING_INSTANCES>,
    pub(crate) pool: &'a Pool<Candidate<K::Word>>,
    /// Bounds of boards with few empty squares.
    pub(crate) thread_table: ThreadTable<K::Word>,
    /// Values that the network gave; the weights are as quick as a look.
    pub(crate) evaluation_cache: EvaluationCache<K::Word>,
    /// How much the search at hand may leave out.
    pub(crate) selectivity: Selectivity,
    /// Searches within searches that may be left out.
    pub(crate) probcuts: u32,
    pub(crate) thresholds: Thresholds,
    /// Positions reached by a move or a pass and not yet reported.
    pub(crate) nodes: u64,
    /// The score being searched is no longer wanted: every result from here up
    /// is void.
    pub(crate) is_aborted: bool,
    shared: &'a Shared<'a, K::Word>,
    /// The split for which this thread is working, if any.
    split: Option<Arc<Split<Candidate<K::Word>>>>,
}

impl<'a, K: Kernels> Thread<'a, K> {
    pub(crate) fn new(kernels: K, shared: &'a Shared<'a, K::Word>) -> Self {
        Self {
            kernels,
            geometry: &shared.geometry,
            table: shared.table,
            midgame_table: shared.midgame_table,
            evaluation: shared.evaluation,
            feature_map: match shared.evaluation {
                Some(evaluation) => evaluation.feature_map(),
                None => &NO_FEATURES,
            },
            ordering: shared.ordering,
            ordering_feature_map: match shared.ordering {
                Some(_) => ordering_feature_map(),
                None => &NO_ORDERING_FEATURES,
            },
            thread_table: ThreadTable::new(shared.thresholds.has_thread_table),
            evaluation_cache: EvaluationCache::new(
                shared.thresholds.has_evaluation_cache
                    && shared
                        .evaluation
                        .is_some_and(|evaluation| evaluation.network().is_some()),
            ),
            selectivity: ORDERING_SELECTIVITY,
            probcuts: 0,
            pool: &shared.pool,
            thresholds: shared.thresholds,
            nodes: 0,
            is_aborted: false,
            shared,
            split: None,
        }
    }

    /// Whether what this thread searches is no longer wanted, because the
    /// search was stopped, its time is over, or a node above was cut off by
    /// another thread.
    #[inline]
    pub(crate) fn check_aborted(&mut self) -> bool {
        self.is_aborted = self.is_aborted
            || self.shared.stop.load(Ordering::Relaxed)
            || self.shared.is_out_of_budget.load(Ordering::Relaxed)
            || self.split.as_ref().is_some_and(|split| split.is_cut());
        self.is_aborted
    }

    /// What is to be done now and then: looks at the clock, and says how many
    /// nodes there are.
    pub(crate) fn poll(&mut self) {
        self.shared.progress.add_nodes(self.nodes);
        self.nodes = 0;
        let shared = self.shared;
        let is_out_of_budget = shared.deadline.is_some_and(|end| Instant::now() >= end);
        let most = shared.node_limit;
        if is_out_of_budget || most.is_some_and(|most| shared.progress.nodes() >= most) {
            shared.is_out_of_budget.store(true, Ordering::Relaxed);
        }
    }

    /// Reports bounds that are proven; `observe` aborts the search by returning `false`.
    pub(crate) fn report(
        &mut self,
        bounds: SolveBounds,
        observe: &mut dyn FnMut(SolveBounds) -> bool,
    ) {
        self.poll();
        self.shared.progress.report(bounds);
        self.is_aborted |= !observe(bounds);
    }

    /// Searches the moves `rest` of a node, of whose others `best` is the best,
    /// by as many threads as come.
    pub(crate) fn search_together(
        &mut self,
        rest: Vec<Candidate<K::Word>>,
        node: Node,
        best: (i32, u8),
    ) -> (i32, u8) {
        let split = Split::new(self.split.clone(), rest, node, best);
        let pool = self.pool;
        let best = pool.search_together(self, &split);
        // A cut found there makes only the search below void, not this node.
        self.is_aborted = false;
        self.check_aborted();
        best
    }

    /// An upper bound that is not over `alpha`, if the opponent's stable discs
    /// alone give it.
    #[inline(always)]
    pub(crate) fn stability_bound(
        &self,
        board: Board<K::Word>,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        // Few positions have so many stable discs: only hopeless windows ask.
        if alpha < self.geometry.stability_from[empties as usize & 127] {
            return None;
        }
        let stable =
            outflank_othello::Bitboard::count(self.kernels.stable(board.pass(), self.geometry));
        let bound = self.geometry.squares - 2 * stable as i32;
        (bound <= alpha).then_some(bound)
    }
}

impl<K: Kernels> Worker for Thread<'_, K> {
    type Move = Candidate<K::Word>;

    fn search(&mut self, split: &Split<Self::Move>, candidate: &Self::Move) -> Option<(i32, u8)> {
        let is_void_above = std::mem::replace(&mut self.is_aborted, false);
        let node = split.node;
        let score = match node.depth {
            None => search_move(self, candidate, node.empties, node.odd, node.alpha),
            Some(depth) => {
                let selectivity = std::mem::replace(&mut self.selectivity, node.selectivity);
                let score = search_split_move(self, candidate, depth, node.alpha);
                self.selectivity = selectivity;
                score
            }
        };
        // Whoever waits for this split sees its nodes once it is done.
        self.poll();
        let is_aborted = std::mem::replace(&mut self.is_aborted, is_void_above);
        (!is_aborted).then_some((score, candidate.index))
    }

    fn split(&mut self) -> &mut Option<Arc<Split<Self::Move>>> {
        &mut self.split
    }
}
