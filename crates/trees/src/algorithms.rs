//! Running several algorithms on the same tree.

use std::time::Duration;

use outflank_gametree::{
    Algorithm, Counts, CutoffStats, Game, GameDisplay, GameTask, Heuristic, MinimaxResult,
    MoveOrder, Observer, Order, Pruning, Search, SearchLimits, Unobserved, Value,
};
use web_time::Instant;

/// The algorithms to run on one tree, and their settings.
#[derive(Clone, Debug)]
pub struct Algorithms {
    /// The algorithms.
    pub algorithms: Vec<Algorithm>,
    /// The order in which moves are tried.
    pub order: MoveOrder,
    /// Seed of the random order.
    pub seed: u64,
    /// Depth and limits of each search.
    pub limits: SearchLimits,
    /// Capacity of the transposition table in states.
    pub table_entries: usize,
    /// Further cut-offs, for algorithms that prune.
    pub pruning: Pruning,
}

/// The result of one algorithm.
#[derive(Clone, Debug, PartialEq)]
pub struct AlgorithmRow {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The value of the root from Max's point of view.
    pub value: Value,
    /// The value in the game's notation.
    pub value_name: String,
    /// The best move, or `None` if the game is over.
    pub best: Option<String>,
    /// Counts of nodes and cut-offs.
    pub counts: Counts,
    /// Cut-off statistics.
    pub places: CutoffStats,
    /// Search time, without the collection of the statistics.
    pub time: Duration,
    /// Whether no limit other than the depth ended the search.
    pub completed: bool,
}

impl Algorithms {
    /// Searches a tree with one algorithm and a move order. All observers have the same type, so
    /// that each search is compiled once per game.
    pub(crate) fn search<G: Game, H: Heuristic<G>>(
        &self,
        (game, start, heuristic): (&G, &G::State, &H),
        order: &dyn Order<G>,
        algorithm: Algorithm,
        observer: &mut dyn Observer<G>,
    ) -> MinimaxResult<G::Move> {
        Search::new(game)
            .algorithm(algorithm)
            .heuristic(heuristic)
            .limits(&self.limits)
            .order(order)
            .table_entries(self.table_entries)
            .pruning(self.pruning)
            .observer(observer)
            .run(start)
    }
}

impl GameTask for &Algorithms {
    type Output = Vec<AlgorithmRow>;

    fn run<G: GameDisplay, H: Heuristic<G>>(
        self,
        game: &G,
        start: &G::State,
        heuristic: &H,
    ) -> Vec<AlgorithmRow> {
        let order = self.order.of(heuristic, self.seed);
        let search = |algorithm: Algorithm, observer: &mut dyn Observer<G>| {
            self.search((game, start, heuristic), &*order, algorithm, observer)
        };
        if self.order.needs_values() {
            // This search fills the order's cache, which keeps that cost out of the counted
            // searches.
            let _ = search(Algorithm::Minimax, &mut Unobserved);
        }
        let algorithms = self.algorithms.iter();
        algorithms
            .map(|&algorithm| {
                let began = Instant::now();
                let result = search(algorithm, &mut Unobserved);
                let time = began.elapsed();
                let mut places = CutoffStats::default();
                let _ = search(algorithm, &mut places);
                AlgorithmRow {
                    algorithm,
                    value: result.value,
                    value_name: game.value_name(result.value),
                    best: result.best_move.map(|mv| game.move_name(start, mv)),
                    counts: result.counts,
                    places,
                    time,
                    completed: result.completed,
                }
            })
            .collect()
    }
}
