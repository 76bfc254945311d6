//! What alpha-beta saves, by depth and by the order of the moves.

use outflank_gametree::{
    Algorithm, CutoffStats, Depth, GameDisplay, GameTask, Heuristic, MinimaxResult, MoveOrder,
    Observer, Search, SearchLimits, Value,
};

/// Minimax and alpha-beta to every depth up to some, with moves in several
/// orders.
#[derive(Clone, Debug)]
pub struct Savings {
    /// Greatest depth in plies.
    pub depth: u32,
    /// Orders of moves.
    pub orders: Vec<MoveOrder>,
    /// Seed of the random order.
    pub seed: u64,
    /// SearchLimits of each search but for its depth. A search that one of them ends
    /// is the last of its kind.
    pub limits: SearchLimits,
}

impl Default for Savings {
    /// All orders to depth 5, without limits.
    fn default() -> Self {
        Self {
            depth: 5,
            orders: MoveOrder::ALL.to_vec(),
            seed: 1,
            limits: SearchLimits::unlimited(),
        }
    }
}

/// The cost of one search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchCost {
    /// The order of the moves; none for minimax, to which it is all one.
    pub order: Option<MoveOrder>,
    /// The value of the root, seen from Max.
    pub value: Value,
    /// States entered, the root included.
    pub nodes: u64,
    /// States valued.
    pub leaves: u64,
    /// Cuts.
    pub cuts: u64,
    /// Where they came.
    pub places: CutoffStats,
}

/// The searches to one depth.
#[derive(Clone, Debug, PartialEq)]
pub struct SavingsRow {
    /// Plies.
    pub depth: u32,
    /// The whole tree.
    pub minimax: SearchCost,
    /// The mean number of moves of a state, as of a uniform tree with as many
    /// leaves; none at depth 0.
    pub branching: Option<f64>,
    /// Alpha-beta, in the orders asked for. An order is missing where a limit
    /// ended its search.
    pub orders: Vec<SearchCost>,
}

/// Leaves that alpha-beta visits at least in a uniform tree, of the best order
/// of moves: `b^⌈d/2⌉ + b^⌊d/2⌋ − 1` (Knuth and Moore 1975, "An analysis of
/// alpha-beta pruning").
#[must_use]
pub fn best_case_leaves(branching: f64, depth: u32) -> f64 {
    let power = |plies: u32| libm::pow(branching, f64::from(plies));
    power(depth.div_ceil(2)) + power(depth / 2) - 1.0
}

impl GameTask for &Savings {
    type Output = Vec<SavingsRow>;

    /// Searches to one depth after the other, up to the last that a limit
    /// allows to minimax, or the end of the game.
    ///
    /// # Panics
    ///
    /// If alpha-beta gives another value than minimax.
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
                // One type of observer for all searches, so that each is compiled once.
                let observer: &mut dyn Observer<G> = &mut places;
                let result = search().order(&*move_order).observer(observer).run(start);
                if !result.completed {
                    return None;
                }
                assert_eq!(result.value, whole.value, "{order} at depth {depth}");
                Some(effort(Some(order), &result, places))
            });
            rows.push(SavingsRow {
                depth,
                branching: Some(libm::pow(
                    whole.counts.leaves as f64,
                    1.0 / f64::from(depth),
                )),
                orders: orders.collect(),
                minimax: effort(None, &whole, CutoffStats::default()),
            });
        }
        rows
    }
}

fn effort<M>(
    order: Option<MoveOrder>,
    result: &MinimaxResult<M>,
    places: CutoffStats,
) -> SearchCost {
    let counts = result.counts;
    SearchCost {
        order,
        value: result.value,
        nodes: counts.nodes(),
        leaves: counts.leaves,
        cuts: counts.alpha_cuts + counts.beta_cuts,
        places,
    }
}
