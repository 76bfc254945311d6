//! The state of a search thread.

use std::sync::atomic::{AtomicBool, Ordering};

use outflank_othello::{Bitboard, Board};
use web_time::Instant;

use super::direct_mapped::{Bounds, DirectMapped};
use super::endgame::search_move;
use super::feature::{DisabledFeatures, Feature};
use super::geometry::Geometry;
use super::midgame::search_split_move;
use super::ordering::{Candidate, MoveList};
use super::parameters::{EVALUATION_CACHE_ENTRIES, THREAD_TABLE_ENTRIES};
use super::probcut::Selectivity;
use super::progress::SearchProgress;
use super::split::{Node, Pool, Split, Worker, WorkerState};
use super::table::Table;
use super::tiers::{Entries, Kernels};
use crate::evaluation::{
    Evaluation, FeatureMap, MAX_INSTANCES, MAX_ORDERING_INSTANCES, ordering_feature_map,
};

/// ProbCut confidence of ordering searches and of pre-searches.
pub(crate) const ORDERING_SELECTIVITY: Selectivity = Selectivity::ALL[0];

/// The feature maps for shapes without weights.
static NO_FEATURES: FeatureMap<MAX_INSTANCES> = FeatureMap::BLANK;
static NO_ORDERING_FEATURES: FeatureMap<MAX_ORDERING_INSTANCES> = FeatureMap::BLANK;

/// The state that all threads of a search share.
pub(crate) struct Shared<'a, W> {
    pub(crate) geometry: Geometry<W>,
    /// Features that are switched off.
    pub(crate) disabled: DisabledFeatures,
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
    /// Total number of reported nodes at which the search ends, if nodes are limited.
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
    /// Bounds on the scores of boards with few empties.
    pub(crate) thread_table: DirectMapped<K::Word, Bounds, THREAD_TABLE_ENTRIES>,
    /// Values of the network. Linear values are not cached, because they are as fast as a lookup.
    pub(crate) evaluation_cache: DirectMapped<K::Word, i32, EVALUATION_CACHE_ENTRIES>,
    /// The ProbCut confidence of the current search.
    pub(crate) selectivity: Selectivity,
    /// Number of nested ProbCut searches.
    pub(crate) probcuts: u32,
    disabled: DisabledFeatures,
    /// Killer moves: the last two moves that caused a cut-off with one ply left, the latest first
    /// (Akl and Newborn 1977, "The principal continuation and the killer heuristic").
    pub(crate) killers: [u8; 2],
    /// Countermoves: for each square, the last two moves that caused a cut-off with one ply left after
    /// a move there, the latest first (Uiterwijk 1992, "The countermove heuristic").
    pub(crate) countermoves: [[u8; 2]; 128],
    /// The square of the last move that the search made; a pass leaves it.
    pub(crate) previous: u8,
    /// Nodes not yet reported.
    pub(crate) nodes: u64,
    /// Whether the current search is aborted: its results are meaningless up to the node
    /// that started it.
    pub(crate) is_aborted: bool,
    pub(super) shared: &'a Shared<'a, K::Word>,
    worker: WorkerState<Candidate<K::Word>>,
}

impl<'a, K: Entries> Thread<'a, K> {
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
            thread_table: DirectMapped::new(!shared.disabled.contains(Feature::ThreadTable)),
            evaluation_cache: DirectMapped::new(
                !shared.disabled.contains(Feature::EvaluationCache)
                    && shared
                        .evaluation
                        .is_some_and(|found| found.network().is_some()),
            ),
            selectivity: ORDERING_SELECTIVITY,
            probcuts: 0,
            killers: [0; 2],
            countermoves: [[0; 2]; 128],
            previous: 0,
            pool: &shared.pool,
            disabled: shared.disabled,
            nodes: 0,
            is_aborted: false,
            shared,
            worker: shared.pool.worker(),
        }
    }

    /// Returns `true` if a feature is not switched off.
    #[inline(always)]
    pub(crate) const fn uses(&self, feature: Feature) -> bool {
        !self.disabled.contains(feature)
    }

    /// Returns whether the current search must be aborted: it was stopped, it is out of budget, or
    /// another thread cut off a node above it.
    #[inline]
    pub(crate) fn check_aborted(&mut self) -> bool {
        self.is_aborted = self.is_aborted
            || self.shared.stop.load(Ordering::Relaxed)
            || self.shared.is_out_of_budget.load(Ordering::Relaxed)
            || self.pool.is_cut(&mut self.worker);
        self.is_aborted
    }

    /// Reads the clock and reports the nodes.
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

    /// Searches `candidate` and the remaining moves of the node `board` together with idle threads;
    /// `best` is the best of the other moves. Young brothers wait: the first move has already been
    /// searched.
    pub(crate) fn search_together<const N: usize>(
        &mut self,
        board: Board<K::Word>,
        candidate: Candidate<K::Word>,
        mut moves: MoveList<K::Word, N>,
        node: Node,
        best: (i32, u8),
    ) -> (i32, u8) {
        let mut rest = vec![candidate];
        let left = std::iter::from_fn(|| moves.pop_best());
        rest.extend(left.map(|choice| Candidate::new(board, choice)));
        let split = self.worker.split(rest, node, best);
        let pool = self.pool;
        let best = pool.search_together(self, &split);
        // A cut-off there aborts only the searches below this node.
        self.is_aborted = false;
        self.check_aborted();
        best
    }

    /// Passes on a board without a legal move, and counts the node. Returns the new board and its
    /// legal moves or, as an error, the score of the finished game.
    #[inline(always)]
    pub(crate) fn pass(&mut self, board: Board<K::Word>) -> Result<(Board<K::Word>, K::Word), i32> {
        let (geometry, passed) = (self.geometry, board.pass());
        let replies = self.kernels.legal_moves(passed, geometry);
        if replies.is_empty() {
            return Err(geometry.final_score(board.mover(), board.opponent()));
        }
        self.nodes += 1;
        Ok((passed, replies))
    }

    /// Returns an upper bound at or below `alpha` if the opponent's stable discs prove one. They
    /// are counted only where a cut-off is likely: see [`STABILITY_MARGINS`](super::parameters::STABILITY_MARGINS).
    #[inline(always)]
    pub(crate) fn stability_bound(
        &self,
        board: Board<K::Word>,
        alpha: i32,
        margin: i32,
    ) -> Option<i32> {
        let geometry = self.geometry;
        // The number of stable discs needed for a bound at or below `alpha`.
        let needed = (geometry.squares - alpha + 1) / 2;
        let opponent = board.opponent();
        let discs_and_edges = (opponent.count() + (opponent & geometry.edges).count()) as i32;
        if needed > geometry.stability_always_to && discs_and_edges < needed + margin {
            return None;
        }
        let stable = self.kernels.stable(board.pass(), geometry).count() as i32;
        (stable >= needed).then_some(geometry.squares - 2 * stable)
    }
}

impl<K: Entries> Worker for Thread<'_, K> {
    type Move = Candidate<K::Word>;

    fn search(
        &mut self,
        split: &Split<Self::Move>,
        index: usize,
        candidate: &Self::Move,
    ) -> Option<(i32, u8)> {
        let is_void_above = std::mem::replace(&mut self.is_aborted, false);
        let node = split.node;
        let score = match node.depth {
            None => search_move(self, candidate, node.empties, node.odd, node.alpha),
            Some(depth) => {
                let selectivity = std::mem::replace(&mut self.selectivity, node.selectivity);
                // One move was searched before the split.
                let score = search_split_move(self, candidate, depth, node.alpha, 1 + index);
                self.selectivity = selectivity;
                score
            }
        };
        // The owner of the split sees these nodes once the split is done.
        self.poll();
        let is_aborted = std::mem::replace(&mut self.is_aborted, is_void_above);
        (!is_aborted).then_some((score, candidate.index))
    }

    fn worker(&mut self) -> &mut WorkerState<Self::Move> {
        &mut self.worker
    }
}
