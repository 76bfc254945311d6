//! Searches made to be drawn.

use std::cmp::Ordering;
use std::sync::atomic::Ordering as MemoryOrdering;
use std::time::{Duration, Instant};

use outflank_classic::{Evaluation, with_game};
use outflank_gametree::trace::{Recorder, Trace};
use outflank_gametree::{
    Algorithm, CutoffStats, Depth, Entry, Game, GameDisplay, GameOrder, GameTask, Heuristic,
    MinimaxResult, NodeEnd, Observer, Order, Pass, SearchLimits, Unobserved, Value,
};
use outflank_othello::Position;

use super::{SearchTree, Title};
use crate::Algorithms;

/// Several algorithms on one tree, to be drawn.
#[derive(Clone, Debug)]
pub struct TracedSearches {
    /// The game and where the search begins, as the drawing shall say it.
    pub game: String,
    /// The algorithms, the order of moves and the limits.
    pub searches: Algorithms,
    /// Names of moves of the root that are tried before all others.
    pub first_moves: Vec<String>,
    /// Nodes that a drawing has room for.
    pub most_nodes: usize,
    /// Moves from the root down to which is drawn; as many as there is room
    /// for if none is given.
    pub to_ply: Option<usize>,
    /// Searches the cut parts, each up to this number of states.
    pub measure: Option<u64>,
}

/// What one algorithm did.
#[derive(Clone, Debug)]
pub struct TracedSearch {
    /// Which it is.
    pub algorithm: Algorithm,
    /// The tree.
    pub tree: SearchTree,
    /// The value of the root, seen from Max, in units of the game.
    pub value: Value,
    /// Where its cuts came.
    pub places: CutoffStats,
    /// How long it took, the recording included.
    pub time: Duration,
}

/// Why nothing could be searched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchesError {
    /// A move that shall be tried first is none.
    #[error("no move {name:?} at the root: expected {expected}")]
    NoSuchMove {
        /// Its name.
        name: String,
        /// What is one.
        expected: String,
    },
    /// The order of the moves takes values that were not found.
    #[error(
        "the order {0} takes the true values of the moves, and a limit ended the search for them"
    )]
    NoValues(outflank_gametree::MoveOrder),
}

impl GameTask for &TracedSearches {
    type Output = Result<Vec<TracedSearch>, SearchesError>;

    /// Searches with one algorithm after the other. After an interruption
    /// those not begun are left out.
    fn run<G: GameDisplay, H: Heuristic<G>>(
        self,
        game: &G,
        start: &G::State,
        heuristic: &H,
    ) -> Self::Output {
        let Algorithms { order, seed, .. } = &self.searches;
        let first = first_moves(game, start, &self.first_moves)?;
        let work = |then| Work {
            searches: &self.searches,
            game,
            root: start,
            heuristic,
            order: RootFirst {
                root: start.clone(),
                first: first.clone(),
                then,
            },
        };
        if order.needs_values() {
            // The order finds them without looking at any limit; minimax does,
            // and takes no less.
            let values = work(Box::new(GameOrder)).search(Algorithm::Minimax, &mut Unobserved);
            if !values.completed {
                return Err(SearchesError::NoValues(*order));
            }
        }
        Ok(self.draw(&work(order.of(heuristic, *seed))))
    }
}

/// What is searched.
struct Work<'a, G: Game, H> {
    searches: &'a Algorithms,
    game: &'a G,
    root: &'a G::State,
    heuristic: &'a H,
    order: RootFirst<'a, G>,
}

impl<G: Game, H: Heuristic<G>> Work<'_, G, H> {
    fn search(
        &self,
        algorithm: Algorithm,
        observer: &mut dyn Observer<G>,
    ) -> MinimaxResult<G::Move> {
        let tree = (self.game, self.root, self.heuristic);
        self.searches.search(tree, &self.order, algorithm, observer)
    }
}

/// A search that is not drawn yet.
struct Searched<G: Game> {
    algorithm: Algorithm,
    result: MinimaxResult<G::Move>,
    trace: Trace<G>,
    plies: PlyCounts,
    places: CutoffStats,
    time: Duration,
}

impl TracedSearches {
    /// Searches the tree of a position of Othello, the moves being tried in an order
    /// before that of [`Algorithms::order`].
    ///
    /// # Errors
    ///
    /// Moves of the root that are none, and orders whose values were not found.
    pub fn of_position(
        &self,
        position: &Position,
        evaluation: &Evaluation,
        order: outflank_classic::Order,
    ) -> Result<Vec<TracedSearch>, SearchesError> {
        with_game(position, evaluation, order, self)
    }

    fn draw<G: GameDisplay, H: Heuristic<G>>(&self, work: &Work<'_, G, H>) -> Vec<TracedSearch> {
        let mut searched = Vec::new();
        for &algorithm in &self.searches.algorithms {
            searched.push(self.search(work, algorithm));
            if is_stopped(&work.searches.limits) {
                break;
            }
        }
        if self.to_ply.is_none() {
            self.make_room(work, &mut searched);
        }
        let drawn = searched.into_iter();
        drawn.map(|searched| self.drawn(work, searched)).collect()
    }

    fn search<G: GameDisplay, H: Heuristic<G>>(
        &self,
        work: &Work<'_, G, H>,
        algorithm: Algorithm,
    ) -> Searched<G> {
        let deepest = self.to_ply.unwrap_or(usize::MAX);
        let mut recorder = Recorder::new(work.game, self.most_nodes, deepest);
        let mut plies = PlyCounts::default();
        let mut places = CutoffStats::default();
        let began = Instant::now();
        let mut observers = (&mut recorder, (&mut plies, &mut places));
        let result = work.search(algorithm, &mut observers);
        Searched {
            algorithm,
            result,
            time: began.elapsed(),
            trace: recorder.into_trace(),
            plies,
            places,
        }
    }

    /// Where there was no room for a whole tree, draws all trees down to the
    /// ply that there is room for: the first moves to their end and nothing of
    /// the others would be no picture.
    fn make_room<G: GameDisplay, H: Heuristic<G>>(
        &self,
        work: &Work<'_, G, H>,
        searched: &mut [Searched<G>],
    ) {
        let too_large = searched
            .iter()
            .filter(|search| search.trace.left_out > 0 && search.result.completed);
        let deepest = too_large.map(|search| search.plies.fitting(self.most_nodes));
        let Some(deepest) = deepest.min() else {
            return;
        };
        for search in searched.iter_mut().filter(|search| search.result.completed) {
            let mut recorder = Recorder::new(work.game, self.most_nodes, deepest);
            let result = work.search(search.algorithm, &mut recorder);
            if result.completed {
                search.trace = recorder.into_trace();
            }
        }
    }

    fn drawn<G: GameDisplay, H: Heuristic<G>>(
        &self,
        work: &Work<'_, G, H>,
        searched: Searched<G>,
    ) -> TracedSearch {
        let title = Title {
            game: self.game.clone(),
            algorithm: searched.algorithm.to_string(),
        };
        let mut tree = SearchTree::new(work.game, &searched.trace, &searched.result, title);
        if let Some(nodes) = self.measure {
            let limits = SearchLimits {
                nodes: Some(nodes),
                time: None,
                ..work.searches.limits.clone()
            };
            tree.measure(work.game, &searched.trace, work.heuristic, &limits);
        }
        TracedSearch {
            algorithm: searched.algorithm,
            tree,
            value: searched.result.value,
            places: searched.places,
            time: searched.time,
        }
    }
}

fn is_stopped(limits: &SearchLimits) -> bool {
    let stop = limits.stop.as_ref();
    stop.is_some_and(|stop| stop.load(MemoryOrdering::Relaxed))
}

/// The moves of these names.
fn first_moves<G: GameDisplay>(
    game: &G,
    root: &G::State,
    names: &[String],
) -> Result<Vec<G::Move>, SearchesError> {
    let mut moves = Vec::new();
    if game.terminal_value(root).is_none() {
        game.moves(root, &mut moves);
    }
    let found = names.iter().map(|name| {
        let mut named = moves.iter().copied();
        let found = named.find(|&mv| game.move_name(root, mv) == *name);
        found.ok_or_else(|| SearchesError::NoSuchMove {
            name: name.clone(),
            expected: if moves.is_empty() {
                "none, because the game is over".to_owned()
            } else {
                let names: Vec<String> = moves.iter().map(|&mv| game.move_name(root, mv)).collect();
                format!("some of {}", names.join(" "))
            },
        })
    });
    found.collect()
}

/// An order with some moves of the root before all others.
struct RootFirst<'a, G: Game> {
    root: G::State,
    first: Vec<G::Move>,
    then: Box<dyn Order<G> + 'a>,
}

impl<G: Game> Order<G> for RootFirst<'_, G> {
    fn arrange(&self, game: &G, state: &G::State, remaining: Depth, moves: &mut [G::Move]) {
        self.then.arrange(game, state, remaining, moves);
        if !self.first.is_empty() && *state == self.root {
            let place = |mv: &G::Move| self.first.iter().position(|first| first == mv);
            moves.sort_by(|one, other| match (place(one), place(other)) {
                (Some(one), Some(other)) => one.cmp(&other),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => Ordering::Equal,
            });
        }
    }
}

/// States entered at each ply.
#[derive(Clone, Debug, Default)]
struct PlyCounts {
    counts: Vec<usize>,
    /// States open now.
    open: usize,
}

impl PlyCounts {
    /// Returns the deepest ply down to which at most `most_nodes` states lie.
    fn fitting(&self, most_nodes: usize) -> usize {
        let mut all = 0;
        let fitting = self.counts.iter().take_while(|&&count| {
            all += count;
            all <= most_nodes
        });
        fitting.count().saturating_sub(1)
    }
}

impl<G: Game> Observer<G> for PlyCounts {
    fn begin_pass(&mut self, _: Pass) {
        self.open = 0;
    }

    fn enter(&mut self, _: Entry<'_, G>) {
        if self.counts.len() <= self.open {
            self.counts.push(0);
        }
        self.counts[self.open] += 1;
        self.open += 1;
    }

    fn leave(&mut self, _: Value, _: NodeEnd) {
        self.open -= 1;
    }
}
