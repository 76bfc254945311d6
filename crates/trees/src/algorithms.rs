//! Many algorithms on the same trees.

use std::time::{Duration, Instant};

use outflank_gametree::{
    Algorithm, Counts, CutoffStats, Game, GameDisplay, GameTask, Heuristic, MinimaxResult,
    MoveOrder, Observer, Order, Pruning, Search, SearchLimits, Unobserved, Value,
};

/// Several algorithms on one tree.
#[derive(Clone, Debug)]
pub struct Algorithms {
    /// Which.
    pub algorithms: Vec<Algorithm>,
    /// The order in which moves are tried.
    pub order: MoveOrder,
    /// Seed of the random order.
    pub seed: u64,
    /// Depth and limits of each search.
    pub limits: SearchLimits,
    /// States that a transposition table holds at most.
    pub table_entries: usize,
    /// Further cut-offs, of the algorithms that prune.
    pub pruning: Pruning,
}

/// What one algorithm did.
#[derive(Clone, Debug, PartialEq)]
pub struct AlgorithmRow {
    /// Which it is.
    pub algorithm: Algorithm,
    /// The value of the root, seen from Max.
    pub value: Value,
    /// That value as players of the game say it.
    pub value_name: String,
    /// The best move; none if there is none.
    pub best: Option<String>,
    /// What it did.
    pub counts: Counts,
    /// Where its cuts came.
    pub places: CutoffStats,
    /// How long it took, without watching where its cuts came.
    pub time: Duration,
    /// Whether no limit but the depth ended it.
    pub completed: bool,
}

impl Algorithms {
    /// Searches a tree with one algorithm and an order of moves.
    ///
    /// Observers are of one type, so that each search is compiled once for each game.
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
            // The order remembers its values: no search is charged for them.
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
