//! What one thread of a search carries along.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use outflank_othello::Board;

use super::feature::{Feature, Switched};
use super::geometry::Geometry;
use super::heuristic::search_child;
use super::hot::Hot;
use super::null_window::search_one;
use super::ordering::Candidate;
use super::own_bounds::OwnBounds;
use super::probcut::Selectivity;
use super::progress::{Finding, Progress};
use super::recent::RecentValues;
use super::split::{Node, Pool, Split, Worker};
use super::table::Table;
use crate::evaluation::{Evaluation, LANES, ORDERING_LANES, Places, ordering_places};

/// What previews leave out.
pub(crate) const PREVIEW_SELECTIVITY: Selectivity = Selectivity::ALL[0];

/// What the last rehearsal before an exact search of many empty squares leaves out: 95 %.
pub(crate) const CAREFUL_SELECTIVITY: Selectivity = Selectivity::ALL[2];

/// Kinds of previews.
const PREVIEWS: usize = 5;

/// Where one way of searching gives way to the next, in empty squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thresholds {
    /// Up to so many, moves are ranked by counts alone and nothing is kept in the shared
    /// table.
    pub(crate) ranked_to: u32,
    /// From so many on, children known to the table may cut off.
    pub(crate) lookahead_from: u32,
    /// From so many on, moves are ranked by their values at a glance, by previews
    /// of one ply, of two, and so on.
    pub(crate) preview_from: [u32; PREVIEWS],
    /// From so many on, a search to the end that leaves out what is improbable
    /// goes before the exact one.
    pub(crate) rehearsal_from: u32,
    /// From so many on, another one follows that leaves out less.
    pub(crate) careful_rehearsal_from: u32,
    /// From so many on, moves that searches found by values are tried first.
    pub(crate) hints_from: u32,
    /// From so many on, a node may be split between threads.
    pub(crate) split_from: u32,
    /// From so many on, the stop flag is read at each node.
    pub(crate) stop_from: u32,
    /// From so many on, the clock is read and the nodes are reported.
    pub(crate) watch_from: u32,
    /// Whether the exact search asks the table.
    pub(crate) has_table: bool,
    /// Whether threads keep bounds of boards with few empty squares for themselves.
    pub(crate) has_own_bounds: bool,
    /// Whether searches by values ask theirs.
    pub(crate) has_value_table: bool,
    /// Whether threads keep what the network said lately.
    pub(crate) has_recent_values: bool,
    /// From so many plies on, searches by values leave out what is improbable.
    pub(crate) probcut_from: u32,
    /// From so many plies on, a search of the root begins with a narrow window.
    pub(crate) aspire_from: u32,
    /// From so many plies on, the move is chosen by what several depths say.
    pub(crate) smooth_from: u32,
}

impl Thresholds {
    /// Compared with their neighbours in `docs/benchmarks.md`.
    pub(crate) const DEFAULT: Self = Self {
        ranked_to: 8,
        lookahead_from: 11,
        preview_from: [12, 16, 18, 20, 22],
        rehearsal_from: 18,
        careful_rehearsal_from: 23,
        hints_from: 14,
        split_from: 15,
        stop_from: 12,
        watch_from: 12,
        has_table: true,
        has_own_bounds: true,
        has_value_table: true,
        has_recent_values: true,
        probcut_from: 3,
        aspire_from: 5,
        smooth_from: 5,
    };

    /// Those of a search without what is switched off.
    pub(crate) fn without(switched: Switched) -> Self {
        const NEVER: u32 = u32::MAX;
        let off = |feature| switched.off(feature);
        let mut new = Self::DEFAULT;
        new.has_table = !off(Feature::Table);
        new.has_own_bounds = !off(Feature::OwnBounds);
        new.has_value_table = !off(Feature::ValueTable);
        new.has_recent_values = !off(Feature::RecentValues);
        if off(Feature::Lookahead) {
            new.lookahead_from = NEVER;
        }
        if off(Feature::ValueOrder) {
            new.preview_from = [NEVER; PREVIEWS];
        }
        if off(Feature::Rehearsal) {
            new.rehearsal_from = NEVER;
        }
        if off(Feature::CarefulRehearsal) {
            new.careful_rehearsal_from = NEVER;
        }
        if off(Feature::Hints) {
            new.hints_from = NEVER;
        }
        if off(Feature::Probcut) {
            new.probcut_from = NEVER;
        }
        if off(Feature::Aspiration) {
            new.aspire_from = NEVER;
        }
        if off(Feature::Smoothing) {
            new.smooth_from = NEVER;
        }
        new
    }

    /// Plies of the previews that rank the moves of a node; none: no previews.
    #[inline(always)]
    pub(crate) fn preview_plies(&self, empties: u32) -> Option<u32> {
        let is_from = |from: &u32| empties >= *from;
        self.preview_from
            .iter()
            .rposition(is_from)
            .map(|plies| plies as u32)
    }
}

/// For shapes without weights.
static NO_PLACES: Places<LANES> = Places::BLANK;
static NO_ORDERING_PLACES: Places<ORDERING_LANES> = Places::BLANK;

/// What the threads of a search share.
pub(crate) struct Shared<'a, W> {
    pub(crate) geometry: Geometry<W>,
    pub(crate) thresholds: Thresholds,
    pub(crate) table: Table<'a, W>,
    pub(crate) pool: Pool<Candidate<W>>,
    /// What is known by searches that do not reach the end.
    pub(crate) hints: Table<'a, W>,
    /// The weights for the shape, if there are any.
    pub(crate) evaluation: Option<&'a Evaluation>,
    /// The weights that rank moves, if there are any for the shape.
    pub(crate) ordering: Option<&'a Evaluation>,
    pub(crate) progress: &'a Progress,
    /// Set by whoever wants the search to end.
    pub(crate) stop: &'a AtomicBool,
    /// When the search has to end, if it has to.
    pub(crate) deadline: Option<Instant>,
    /// When so many nodes have been reported the search has to end, if it has to.
    pub(crate) most_nodes: Option<u64>,
    /// Set once the deadline has passed or there were too many nodes.
    pub(crate) is_late: AtomicBool,
}

/// One thread of a search.
pub(crate) struct Thread<'a, H: Hot> {
    pub(crate) geometry: &'a Geometry<H::Word>,
    pub(crate) table: Table<'a, H::Word>,
    pub(crate) hints: Table<'a, H::Word>,
    pub(crate) evaluation: Option<&'a Evaluation>,
    /// Where the instances of its patterns stand; nowhere if there is none.
    pub(crate) places: &'a Places<LANES>,
    /// The weights that rank moves, if there are any for the shape.
    pub(crate) ordering: Option<&'a Evaluation>,
    /// Where their instances stand; nowhere if there are none.
    pub(crate) ordering_places: &'a Places<ORDERING_LANES>,
    pub(crate) pool: &'a Pool<Candidate<H::Word>>,
    /// Bounds of boards with few empty squares.
    pub(crate) own_bounds: OwnBounds<H::Word>,
    /// Values that the network gave; the weights are as quick as a look.
    pub(crate) recent: RecentValues<H::Word>,
    /// How much the search at hand may leave out.
    pub(crate) selectivity: Selectivity,
    /// Searches within searches that may be left out.
    pub(crate) probcuts: u32,
    pub(crate) thresholds: Thresholds,
    /// Positions reached by a move or a pass and not yet reported.
    pub(crate) nodes: u64,
    /// The score being searched is no longer wanted: every result from here up
    /// is void.
    pub(crate) is_void: bool,
    shared: &'a Shared<'a, H::Word>,
    /// The split for which this thread is working, if any.
    split: Option<Arc<Split<Candidate<H::Word>>>>,
}

impl<'a, H: Hot> Thread<'a, H> {
    pub(crate) fn new(shared: &'a Shared<'a, H::Word>) -> Self {
        Self {
            geometry: &shared.geometry,
            table: shared.table,
            hints: shared.hints,
            evaluation: shared.evaluation,
            places: match shared.evaluation {
                Some(evaluation) => evaluation.places(),
                None => &NO_PLACES,
            },
            ordering: shared.ordering,
            ordering_places: match shared.ordering {
                Some(_) => ordering_places(),
                None => &NO_ORDERING_PLACES,
            },
            own_bounds: OwnBounds::new(shared.thresholds.has_own_bounds),
            recent: RecentValues::new(
                shared.thresholds.has_recent_values
                    && shared
                        .evaluation
                        .is_some_and(|evaluation| evaluation.network().is_some()),
            ),
            selectivity: PREVIEW_SELECTIVITY,
            probcuts: 0,
            pool: &shared.pool,
            thresholds: shared.thresholds,
            nodes: 0,
            is_void: false,
            shared,
            split: None,
        }
    }

    /// Whether what this thread searches is no longer wanted, because the
    /// search was stopped, its time is over, or a node above was cut off by
    /// another thread.
    #[inline]
    pub(crate) fn check_void(&mut self) -> bool {
        self.is_void = self.is_void
            || self.shared.stop.load(Ordering::Relaxed)
            || self.shared.is_late.load(Ordering::Relaxed)
            || self.split.as_ref().is_some_and(|split| split.is_cut());
        self.is_void
    }

    /// What is to be done now and then: looks at the clock, and says how many
    /// nodes there are.
    pub(crate) fn keep_watch(&mut self) {
        self.shared.progress.add_nodes(self.nodes);
        self.nodes = 0;
        let shared = self.shared;
        let is_late = shared.deadline.is_some_and(|end| Instant::now() >= end);
        let most = shared.most_nodes;
        if is_late || most.is_some_and(|most| shared.progress.nodes() >= most) {
            shared.is_late.store(true, Ordering::Relaxed);
        }
    }

    /// Says what is proven of the position being solved.
    pub(crate) fn report(&mut self, finding: Finding) {
        self.keep_watch();
        self.shared.progress.report(finding);
    }

    /// Searches the moves `rest` of a node, of whose others `best` is the best,
    /// by as many threads as come.
    pub(crate) fn search_together(
        &mut self,
        rest: Vec<Candidate<H::Word>>,
        node: Node,
        best: (i32, u8),
    ) -> (i32, u8) {
        let split = Split::new(self.split.clone(), rest, node, best);
        let pool = self.pool;
        let best = pool.search_together(self, &split);
        // A cut found there makes only the search below void, not this node.
        self.is_void = false;
        self.check_void();
        best
    }

    /// An upper bound that is not over `alpha`, if the opponent's stable discs
    /// alone give it.
    #[inline(always)]
    pub(crate) fn stability_bound(
        &self,
        board: Board<H::Word>,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        // Few positions have so many stable discs: only hopeless windows ask.
        if alpha < self.geometry.stability_from[empties as usize & 127] {
            return None;
        }
        let stable = outflank_othello::Bitboard::count(H::stable(board.pass(), self.geometry));
        let bound = self.geometry.squares - 2 * stable as i32;
        (bound <= alpha).then_some(bound)
    }
}

impl<H: Hot> Worker for Thread<'_, H> {
    type Move = Candidate<H::Word>;

    fn search(&mut self, split: &Split<Self::Move>, candidate: &Self::Move) -> Option<(i32, u8)> {
        let is_void_above = std::mem::replace(&mut self.is_void, false);
        let node = split.node;
        let score = match node.depth {
            None => search_one(self, candidate, node.empties, node.odd, node.alpha),
            Some(depth) => {
                let selectivity = std::mem::replace(&mut self.selectivity, node.selectivity);
                let score = search_child(self, candidate, depth, node.alpha);
                self.selectivity = selectivity;
                score
            }
        };
        // Whoever waits for this split sees its nodes once it is done.
        self.keep_watch();
        let is_void = std::mem::replace(&mut self.is_void, is_void_above);
        (!is_void).then_some((score, candidate.index))
    }

    fn split(&mut self) -> &mut Option<Arc<Split<Self::Move>>> {
        &mut self.split
    }
}
