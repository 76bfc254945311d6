//! Recording searches for drawing.

use std::sync::atomic::Ordering;
use std::time::Duration;

use outflank_gametree::trace::{Recorder, Trace};
use outflank_gametree::{
    Algorithm, CutoffStats, Depth, Entry, Game, GameDisplay, GameOrder, GameTask, Heuristic,
    MinimaxResult, NodeEnd, Observer, Order, Pass, SearchLimits, Unobserved, Value,
};
use outflank_othello::Position;
use outflank_textbook::{Evaluation, with_game};
use web_time::Instant;

use crate::{Algorithms, SearchTree, Title};

/// The algorithms to run and draw on one tree, and their settings.
#[derive(Clone, Debug)]
pub struct TracedSearches {
    /// The game and the starting position, for the title.
    pub game: String,
    /// The algorithms, the move order and the limits.
    pub searches: Algorithms,
    /// Names of the moves to try first at the root.
    pub first_moves: Vec<String>,
    /// Maximum number of nodes to draw.
    pub max_nodes: usize,
    /// The deepest ply to draw. By default, the deepest down to which all trees fit.
    pub to_ply: Option<usize>,
    /// Measures each part that was cut off, up to this number of states.
    pub measure: Option<u64>,
}

/// The search of one algorithm.
#[derive(Clone, Debug)]
pub struct TracedSearch {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The tree.
    pub tree: SearchTree,
    /// The value of the root from Max's point of view, in units of the game.
    pub value: Value,
    /// Cut-off statistics.
    pub places: CutoffStats,
    /// Search time, including the time for recording.
    pub time: Duration,
}

/// Why a tree cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchesError {
    /// A move to try first is not legal.
    #[error("no move {name:?} at the root: expected {expected}")]
    NoSuchMove {
        /// Its name.
        name: String,
        /// The legal moves.
        expected: String,
    },
    /// The move order needs exact values, and a limit ended the search for them.
    #[error(
        "the order {0} needs the exact values of the moves, but a limit ended the search for them"
    )]
    NoValues(outflank_gametree::MoveOrder),
}

impl GameTask for &TracedSearches {
    type Output = Result<Vec<TracedSearch>, SearchesError>;

    /// Runs the algorithms one by one. Skips the rest after an interruption.
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
            // The order ignores limits while it computes values, so first check that minimax stays
            // within them.
            let values = work(Box::new(GameOrder)).search(Algorithm::Minimax, &mut Unobserved);
            if !values.completed {
                return Err(SearchesError::NoValues(*order));
            }
        }
        Ok(self.draw(&work(order.of(heuristic, *seed))))
    }
}

/// A tree with everything needed to search it.
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

/// A search that has not been drawn yet.
struct Searched<G: Game> {
    algorithm: Algorithm,
    result: MinimaxResult<G::Move>,
    trace: Trace<G>,
    plies: PlyCounts,
    places: CutoffStats,
    time: Duration,
}

impl TracedSearches {
    /// Searches the tree of an Othello position. `order` sorts the moves before
    /// [`Algorithms::order`] does.
    ///
    /// # Errors
    ///
    /// Returns an error if a move to try first is not legal, or if a limit ended the search for the
    /// values that the order needs.
    pub fn of_position(
        &self,
        position: &Position,
        evaluation: &Evaluation,
        order: outflank_textbook::Order,
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
        let mut recorder = Recorder::new(work.game, self.max_nodes, deepest);
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

    /// If one tree is too large, records all trees again down to the deepest ply that fits.
    /// Otherwise, the drawing would show the first moves in full and omit the others.
    fn make_room<G: GameDisplay, H: Heuristic<G>>(
        &self,
        work: &Work<'_, G, H>,
        searched: &mut [Searched<G>],
    ) {
        let all = searched.iter();
        let too_large = all.filter(|search| search.trace.left_out > 0 && search.result.completed);
        let deepest = too_large.map(|search| search.plies.fitting(self.max_nodes));
        let Some(deepest) = deepest.min() else {
            return;
        };
        for search in searched.iter_mut().filter(|search| search.result.completed) {
            let mut recorder = Recorder::new(work.game, self.max_nodes, deepest);
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
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// Finds moves by name.
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
                format!("one or more of {}", names.join(" "))
            },
        })
    });
    found.collect()
}

/// An order that tries some root moves first.
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
            moves.sort_by_key(|mv| place(mv).unwrap_or(usize::MAX));
        }
    }
}

/// The number of states entered at each ply.
#[derive(Clone, Debug, Default)]
struct PlyCounts {
    counts: Vec<usize>,
    /// States currently open.
    open: usize,
}

impl PlyCounts {
    /// Returns the deepest ply down to which there are at most `max_nodes` states.
    fn fitting(&self, max_nodes: usize) -> usize {
        let mut all = 0;
        let fitting = self.counts.iter().take_while(|&&count| {
            all += count;
            all <= max_nodes
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
