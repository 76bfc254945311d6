//! The savings of alpha-beta, by depth and move order.

use outflank_gametree::{
    Algorithm, CutoffStats, Depth, GameDisplay, GameTask, Heuristic, MinimaxResult, MoveOrder,
    Observer, Search, SearchLimits,
};

/// Searches by minimax and alpha-beta to each depth, with several move orders.
#[derive(Clone, Debug)]
pub(super) struct Savings {
    pub(super) depth: u32,
    pub(super) orders: Vec<MoveOrder>,
    pub(super) seed: u64,
    /// Limits of each search, other than its depth. Once a search exceeds a limit, deeper searches
    /// of its kind are skipped.
    pub(super) limits: SearchLimits,
}

/// The cost of one search.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SearchCost {
    /// The move order; `None` for minimax, which does not depend on it.
    pub(super) order: Option<MoveOrder>,
    pub(super) nodes: u64,
    pub(super) leaves: u64,
    pub(super) cuts: u64,
    pub(super) places: CutoffStats,
}

/// The searches to one depth.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SavingsRow {
    pub(super) depth: u32,
    /// The minimax search, which visits the whole tree.
    pub(super) minimax: SearchCost,
    /// The branching factor of a uniform tree with the same number of leaves.
    pub(super) branching: f64,
    /// Alpha-beta in the requested orders, except those whose search exceeded a limit.
    pub(super) orders: Vec<SearchCost>,
}

impl SavingsRow {
    pub(super) fn cost(&self, order: MoveOrder) -> Option<&SearchCost> {
        self.orders.iter().find(|cost| cost.order == Some(order))
    }
}

/// Returns the minimum number of leaves that alpha-beta visits in a uniform tree: `b^⌈d/2⌉
/// + b^⌊d/2⌋ − 1` (Knuth and Moore 1975, "An analysis of alpha-beta pruning").
#[must_use]
pub(super) fn best_case_leaves(branching: f64, depth: u32) -> f64 {
    let power = |plies: u32| libm::pow(branching, f64::from(plies));
    power(depth.div_ceil(2)) + power(depth / 2) - 1.0
}

impl GameTask for &Savings {
    type Output = Vec<SavingsRow>;

    /// Searches at increasing depths until minimax exceeds a limit or reaches the end of the game.
    ///
    /// # Panics
    /// Panics if alpha-beta and minimax give different values.
    fn run<G: GameDisplay, H: Heuristic<G>>(
        self,
        game: &G,
        start: &G::State,
        heuristic: &H,
    ) -> Vec<SavingsRow> {
        let mut rows: Vec<SavingsRow> = Vec::new();
        for depth in 1..=self.depth {
            let limits = SearchLimits {
                depth: Depth::Plies(depth),
                ..self.limits.clone()
            };
            let search = || Search::new(game).heuristic(heuristic).limits(&limits);
            let whole = search().algorithm(Algorithm::Minimax).run(start);
            let is_same_tree = rows
                .last()
                .is_some_and(|row| row.minimax.nodes == whole.counts.nodes());
            if !whole.completed || is_same_tree {
                break;
            }
            let orders = self.orders.iter().filter_map(|&order| {
                let move_order = order.of(heuristic, self.seed);
                let mut places = CutoffStats::default();
                // All searches use one observer type, so that each is compiled once.
                let observer: &mut dyn Observer<G> = &mut places;
                let result = search().order(&*move_order).observer(observer).run(start);
                if !result.completed {
                    return None;
                }
                assert_eq!(result.value, whole.value, "{order} at depth {depth}");
                Some(cost(Some(order), &result, places))
            });
            rows.push(SavingsRow {
                depth,
                branching: libm::pow(whole.counts.leaves as f64, 1.0 / f64::from(depth)),
                orders: orders.collect(),
                minimax: cost(None, &whole, CutoffStats::default()),
            });
        }
        rows
    }
}

fn cost<M>(order: Option<MoveOrder>, result: &MinimaxResult<M>, places: CutoffStats) -> SearchCost {
    let counts = result.counts;
    SearchCost {
        order,
        nodes: counts.nodes(),
        leaves: counts.leaves,
        cuts: counts.alpha_cuts + counts.beta_cuts,
        places,
    }
}
