//! The state of a search thread.

use std::sync::atomic::{AtomicBool, Ordering};

use outflank_othello::{Bitboard, Board};
use web_time::Instant;

use super::endgame::search_move;
use super::evaluation_cache::EvaluationCache;
use super::feature::{DisabledFeatures, Feature};
use super::geometry::Geometry;
use super::midgame::search_split_move;
use super::ordering::Candidate;
use super::parameters::{
    ASPIRATION_FROM, AVERAGING_FROM, ENHANCED_CUTOFF_FROM, MIDGAME_MOVES_FROM, ORDERING_DEPTHS,
    ORDERING_SEARCH_FROM, PRESEARCH_FROM, PROBCUT_FROM, SECOND_PRESEARCH_FROM,
};
use super::probcut::Selectivity;
use super::progress::{SearchProgress, SolveBounds};
use super::split::{Node, Pool, Post, Split, Worker};
use super::split_counts::{Count, count};
use super::table::Table;
use super::thread_table::ThreadTable;
use super::tiers::Kernels;
use crate::evaluation::{
    Evaluation, FeatureMap, MAX_INSTANCES, MAX_ORDERING_INSTANCES, ordering_feature_map,
};

/// ProbCut confidence of ordering searches and of pre-searches.
pub(crate) const ORDERING_SELECTIVITY: Selectivity = Selectivity::ALL[0];

/// ProbCut confidence of the second pre-search: 95 %.
pub(crate) const SECOND_PRESEARCH_SELECTIVITY: Selectivity = Selectivity::ALL[2];

/// Thresholds between the parts of the search, by which features are switched off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thresholds {
    pub(crate) enhanced_cutoff_from: u32,
    pub(crate) ordering_search_from: [u32; ORDERING_DEPTHS],
    pub(crate) presearch_from: u32,
    pub(crate) second_presearch_from: u32,
    pub(crate) midgame_moves_from: u32,
    /// Whether the endgame search uses the table.
    pub(crate) has_table: bool,
    /// Whether threads use tables of their own.
    pub(crate) has_thread_table: bool,
    /// Whether midgame searches use their table.
    pub(crate) has_midgame_table: bool,
    /// Whether network values are cached.
    pub(crate) has_evaluation_cache: bool,
    pub(crate) probcut_from: u32,
    pub(crate) aspiration_from: u32,
    pub(crate) averaging_from: u32,
}

impl Thresholds {
    /// The default values.
    pub(crate) const DEFAULT: Self = Self {
        enhanced_cutoff_from: ENHANCED_CUTOFF_FROM,
        ordering_search_from: ORDERING_SEARCH_FROM,
        presearch_from: PRESEARCH_FROM,
        second_presearch_from: SECOND_PRESEARCH_FROM,
        midgame_moves_from: MIDGAME_MOVES_FROM,
        has_table: true,
        has_thread_table: true,
        has_midgame_table: true,
        has_evaluation_cache: true,
        probcut_from: PROBCUT_FROM,
        aspiration_from: ASPIRATION_FROM,
        averaging_from: AVERAGING_FROM,
    };

    /// Returns the thresholds without disabled features.
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

    /// Returns the depth in plies of ordering searches, or `None` to order by counts.
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

/// What all threads of a search share.
pub(crate) struct Shared<'a, W> {
    pub(crate) geometry: Geometry<W>,
    pub(crate) thresholds: Thresholds,
    pub(crate) table: Table<'a, W>,
    pub(crate) pool: Pool<Candidate<W>>,
    /// The table of midgame searches.
    pub(crate) midgame_table: Table<'a, W>,
    /// The evaluation for the shape, if there is one.
    pub(crate) evaluation: Option<&'a Evaluation>,
    /// The ordering evaluation for the shape, if there is one.
    pub(crate) ordering: Option<&'a Evaluation>,
    pub(crate) progress: &'a SearchProgress,
    /// Set from outside to end the search.
    pub(crate) stop: &'a AtomicBool,
    /// When the search ends, if its time is limited.
    pub(crate) deadline: Option<Instant>,
    /// Total of reported nodes at which the search ends, if nodes are limited.
    pub(crate) node_limit: Option<u64>,
    /// Set once time or nodes are used up.
    pub(crate) is_out_of_budget: AtomicBool,
}

/// A thread of a search.
pub(crate) struct Thread<'a, K: Kernels> {
    pub(crate) kernels: K,
    pub(crate) geometry: &'a Geometry<K::Word>,
    pub(crate) table: Table<'a, K::Word>,
    pub(crate) midgame_table: Table<'a, K::Word>,
    pub(crate) evaluation: Option<&'a Evaluation>,
    /// The feature map of its patterns; empty without an evaluation.
    pub(crate) feature_map: &'a FeatureMap<MAX_INSTANCES>,
    /// The ordering evaluation for the shape, if there is one.
    pub(crate) ordering: Option<&'a Evaluation>,
    /// The feature map of its patterns; empty without an evaluation.
    pub(crate) ordering_feature_map: &'a FeatureMap<MAX_ORDERING_INSTANCES>,
    pub(crate) pool: &'a Pool<Candidate<K::Word>>,
    /// Bounds of boards with few empties.
    pub(crate) thread_table: ThreadTable<K::Word>,
    /// Values of the network; linear values are as fast as a lookup.
    pub(crate) evaluation_cache: EvaluationCache<K::Word>,
    /// The ProbCut confidence of the current search.
    pub(crate) selectivity: Selectivity,
    /// Number of nested ProbCut searches.
    pub(crate) probcuts: u32,
    pub(crate) thresholds: Thresholds,
    /// Killer moves: those that cut off last with one ply left, the latest first (Akl and Newborn
    /// 1977, "The principal continuation and the killer heuristic").
    pub(crate) killers: [u8; 2],
    /// Nodes not yet reported.
    pub(crate) nodes: u64,
    /// Whether the current search is aborted: its results are meaningless up to the node
    /// that started it.
    pub(crate) is_aborted: bool,
    /// Nodes reported.
    #[cfg(feature = "bench-support")]
    all_nodes: u64,
    shared: &'a Shared<'a, K::Word>,
    post: Post<Candidate<K::Word>>,
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
            killers: [0; 2],
            pool: &shared.pool,
            thresholds: shared.thresholds,
            nodes: 0,
            is_aborted: false,
            #[cfg(feature = "bench-support")]
            all_nodes: 0,
            shared,
            post: shared.pool.post(),
        }
    }

    /// Returns whether the current search is to be aborted: it was stopped, it is out of
    /// budget, or another thread cut off a node above.
    #[inline]
    pub(crate) fn check_aborted(&mut self) -> bool {
        self.is_aborted = self.is_aborted
            || self.shared.stop.load(Ordering::Relaxed)
            || self.shared.is_out_of_budget.load(Ordering::Relaxed)
            || self.pool.is_cut(&mut self.post);
        self.is_aborted
    }

    /// Reads the clock and reports the nodes.
    pub(crate) fn poll(&mut self) {
        self.shared.progress.add_nodes(self.nodes);
        count(Count::Polls, 1);
        #[cfg(feature = "bench-support")]
        {
            self.all_nodes += self.nodes;
        }
        #[cfg(feature = "bench-support")]
        super::virtual_processors::advance(self.nodes);
        self.nodes = 0;
        let shared = self.shared;
        let is_out_of_budget = shared.deadline.is_some_and(|end| Instant::now() >= end);
        let most = shared.node_limit;
        if is_out_of_budget || most.is_some_and(|most| shared.progress.nodes() >= most) {
            shared.is_out_of_budget.store(true, Ordering::Relaxed);
        }
    }

    /// Reports proven bounds; `observe` aborts the search by returning `false`.
    pub(crate) fn report(
        &mut self,
        bounds: SolveBounds,
        observe: &mut dyn FnMut(SolveBounds) -> bool,
    ) {
        self.poll();
        self.shared.progress.report(bounds);
        self.is_aborted |= !observe(bounds);
    }

    /// Searches the moves `rest` of a node together with idle threads; `best` is the best of
    /// the other moves.
    pub(crate) fn search_together(
        &mut self,
        rest: Vec<Candidate<K::Word>>,
        node: Node,
        best: (i32, u8),
    ) -> (i32, u8) {
        let split = self.post.split(rest, node, best);
        let pool = self.pool;
        let best = pool.search_together(self, &split);
        // A cut-off there aborts only the searches below this node.
        self.is_aborted = false;
        self.check_aborted();
        best
    }

    /// Returns an upper bound not over `alpha` if the opponent's stable discs prove one. They
    /// are counted if the opponent has `spare` discs more than such a bound takes.
    #[inline(always)]
    pub(crate) fn stability_bound(
        &self,
        board: Board<K::Word>,
        alpha: i32,
        spare: i32,
    ) -> Option<i32> {
        let geometry = self.geometry;
        // Stable discs that a bound not over `alpha` takes.
        let needed = (geometry.squares - alpha + 1) / 2;
        if (board.opponent().count() as i32) < needed + spare {
            return None;
        }
        let stable = self.kernels.stable(board.pass(), geometry).count() as i32;
        (stable >= needed).then_some(geometry.squares - 2 * stable)
    }
}

impl<K: Kernels> Worker for Thread<'_, K> {
    type Move = Candidate<K::Word>;

    fn search(&mut self, split: &Split<Self::Move>, candidate: &Self::Move) -> Option<(i32, u8)> {
        let is_void_above = std::mem::replace(&mut self.is_aborted, false);
        #[cfg(feature = "bench-support")]
        let nodes_before = self.all_nodes + self.nodes;
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
        // The owner of the split sees these nodes once it is done.
        self.poll();
        let is_aborted = std::mem::replace(&mut self.is_aborted, is_void_above);
        #[cfg(feature = "bench-support")]
        if is_aborted {
            count(Count::VainNodes, self.all_nodes - nodes_before);
        }
        (!is_aborted).then_some((score, candidate.index))
    }

    fn post(&mut self) -> &mut Post<Self::Move> {
        &mut self.post
    }
}
