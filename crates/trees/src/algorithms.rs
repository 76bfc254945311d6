//! Many algorithms on the same trees.

use std::hash::Hash;
use std::time::{Duration, Instant};

use outflank_gametree::games::ExampleTask;
use outflank_gametree::{
    Algorithm, Counts, CutPlaces, Heuristic, Limits, MoveOrder, Observer, Settings, Shown,
    Unobserved, Value,
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
    pub limits: Limits,
    /// Tables and further cuts.
    pub settings: Settings,
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
    pub places: CutPlaces,
    /// How long it took, without watching where its cuts came.
    pub time: Duration,
    /// Whether no limit but the depth ended it.
    pub completed: bool,
}

impl ExampleTask for &Algorithms {
    type Output = Vec<AlgorithmRow>;

    fn run<G, H>(self, game: &G, start: &G::State, heuristic: &H) -> Vec<AlgorithmRow>
    where
        G: Shown<State: Eq + Hash>,
        H: Heuristic<G>,
    {
        let depth = (self.limits.depth, self.seed);
        self.order
            .run((game, start), heuristic, depth, Ordered(self))
    }
}

/// The searches of a game whose moves are in their order.
struct Ordered<'a>(&'a Algorithms);

impl ExampleTask for Ordered<'_> {
    type Output = Vec<AlgorithmRow>;

    fn run<G, H>(self, game: &G, start: &G::State, heuristic: &H) -> Vec<AlgorithmRow>
    where
        G: Shown<State: Eq + Hash>,
        H: Heuristic<G>,
    {
        let Self(study) = self;
        let (limits, settings) = (&study.limits, &study.settings);
        // Through one type of observer, so that each search is compiled once for
        // each game.
        let search = |algorithm: Algorithm, observer: &mut dyn Observer<G>| {
            algorithm.search(game, start, heuristic, limits, settings, observer)
        };
        if study.order.needs_values() {
            // The values are found once and remembered: no search shall pay for
            // the others.
            let _ = search(Algorithm::Minimax, &mut Unobserved);
        }
        let algorithms = study.algorithms.iter();
        algorithms
            .map(|&algorithm| {
                let began = Instant::now();
                let result = search(algorithm, &mut Unobserved);
                let time = began.elapsed();
                let mut places = CutPlaces::default();
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
