//! The search builder.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::alphabeta::alphabeta;
use crate::context::FULL_WINDOW;
use crate::iterative_deepening::deepen;
use crate::minimax::minimax;
use crate::mtdf::mtdf;
use crate::negamax::Negamax;
use crate::scout::scout;
use crate::{
    Algorithm, Depth, Game, Heuristic, INFINITY, MinimaxResult, NoHeuristic, Observer, Order,
    Pruning, SearchLimits, Unobserved, Value,
};

/// A search of a game tree: set it up, then [`run`](Search::run) it.
///
/// By default, it is an alpha-beta search to the end of the game.
///
/// ```
/// use outflank_gametree::games::connect_four::{ConnectFour, lines};
/// use outflank_gametree::{Algorithm, Search};
///
/// let game = ConnectFour::standard();
/// let search = || Search::new(&game).heuristic(&lines).depth(5);
/// let all = search().algorithm(Algorithm::Minimax).run(&game.start());
/// let cut = search().run(&game.start());
/// assert_eq!((cut.value, cut.best_move), (all.value, all.best_move));
/// assert!(cut.counts.nodes() < all.counts.nodes() / 4);
/// ```
pub struct Search<'a, G: Game, H = NoHeuristic, O = Unobserved> {
    pub(crate) game: &'a G,
    pub(crate) heuristic: &'a H,
    pub(crate) observer: O,
    pub(crate) order: Option<&'a dyn Order<G>>,
    pub(crate) algorithm: Algorithm,
    pub(crate) limits: SearchLimits,
    pub(crate) window: (Value, Value),
    pub(crate) table_entries: usize,
    pub(crate) pruning: Pruning,
    first_guess: Option<Value>,
    on_iteration: Option<OnIteration<'a, G>>,
}

/// A callback for the results of iterations.
pub(crate) type OnIteration<'a, G> = Box<dyn FnMut(&MinimaxResult<<G as Game>::Move>) + 'a>;

/// The default number of table entries.
pub const DEFAULT_TABLE_ENTRIES: usize = 1 << 20;

impl<'a, G: Game> Search<'a, G> {
    /// Returns an alpha-beta search to the end of the game.
    #[must_use]
    pub fn new(game: &'a G) -> Self {
        Self {
            game,
            heuristic: &NoHeuristic,
            observer: Unobserved,
            order: None,
            algorithm: Algorithm::default(),
            limits: SearchLimits::unlimited(),
            window: FULL_WINDOW,
            table_entries: DEFAULT_TABLE_ENTRIES,
            pruning: Pruning::default(),
            first_guess: None,
            on_iteration: None,
        }
    }
}

impl<'a, G: Game, H, O> Search<'a, G, H, O> {
    /// Sets the algorithm.
    #[must_use]
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm, ..self }
    }

    /// Sets all limits.
    #[must_use]
    pub fn limits(self, limits: &SearchLimits) -> Self {
        let limits = limits.clone();
        Self { limits, ..self }
    }

    /// Sets the depth: a number of plies, or a [`Depth`].
    #[must_use]
    pub fn depth(mut self, depth: impl Into<Depth>) -> Self {
        self.limits.depth = depth.into();
        self
    }

    /// Sets the maximum number of states entered.
    #[must_use]
    pub const fn nodes(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Sets the maximum duration.
    #[must_use]
    pub const fn time(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Ends the search soon after `stop` becomes true.
    #[must_use]
    pub fn stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.limits.stop = Some(stop);
        self
    }

    /// Sets the window of the root, from Max's point of view. It applies to the algorithms that
    /// search with a window in a single pass: `AlphaBeta`, `Negamax`, `PrincipalVariation` and
    /// `WithTable`.
    ///
    /// A value inside the window is exact, a value of at most α is an upper bound, and one of at
    /// least β is a lower bound. If every move fails low, the result has no best move.
    ///
    /// # Panics
    ///
    /// Panics if α is not below β, or is below -[`INFINITY`].
    #[must_use]
    pub fn window(self, alpha: Value, beta: Value) -> Self {
        assert!(
            alpha >= -INFINITY && alpha < beta,
            "invalid window from {alpha} to {beta}: expected α below β, neither below -INFINITY"
        );
        let window = (alpha, beta);
        Self { window, ..self }
    }

    /// Sets the maximum number of states in the transposition table, 2^20 by
    /// default. 0 searches without a table.
    #[must_use]
    pub fn table_entries(self, table_entries: usize) -> Self {
        Self {
            table_entries,
            ..self
        }
    }

    /// Sets the pruning. Only the algorithms for which [`Algorithm::prunes`] is true use it.
    #[must_use]
    pub fn pruning(self, pruning: Pruning) -> Self {
        Self { pruning, ..self }
    }

    /// Sets the value, from Max's point of view, at which MTD(f) starts. By default, MTD(f) starts
    /// at the heuristic value of the root.
    #[must_use]
    pub fn first_guess(mut self, value: Value) -> Self {
        self.first_guess = Some(value);
        self
    }

    /// Sets a move order, applied after [`Game::order_moves`].
    #[must_use]
    pub fn order(mut self, order: &'a dyn Order<G>) -> Self {
        self.order = Some(order);
        self
    }

    /// Calls `report` with the result of every iteration of iterative deepening.
    #[must_use]
    pub fn on_iteration(mut self, report: impl FnMut(&MinimaxResult<G::Move>) + 'a) -> Self {
        self.on_iteration = Some(Box::new(report));
        self
    }

    /// Sets the heuristic used at the depth limit.
    #[must_use]
    pub fn heuristic<T: Heuristic<G>>(self, heuristic: &'a T) -> Search<'a, G, T, O> {
        self.with(heuristic, |observer| observer)
    }

    /// Sets the observer.
    #[must_use]
    pub fn observer<T: Observer<G>>(self, observer: T) -> Search<'a, G, H, T> {
        let heuristic = self.heuristic;
        self.with(heuristic, |_| observer)
    }

    fn with<T, P>(self, heuristic: &'a T, observer: impl FnOnce(O) -> P) -> Search<'a, G, T, P> {
        Search {
            game: self.game,
            heuristic,
            observer: observer(self.observer),
            order: self.order,
            algorithm: self.algorithm,
            limits: self.limits,
            window: self.window,
            table_entries: self.table_entries,
            pruning: self.pruning,
            first_guess: self.first_guess,
            on_iteration: self.on_iteration,
        }
    }
}

impl<G: Game, H: Heuristic<G>, O: Observer<G>> Search<'_, G, H, O> {
    /// Searches the tree below `root`.
    ///
    /// The value is from Max's point of view. Among equally good moves, the best move is the first
    /// in move order. Iterative deepening counts the nodes of all iterations. Without a depth
    /// limit, it ends when every variation has reached the end of the game.
    pub fn run(mut self, root: &G::State) -> MinimaxResult<G::Move> {
        let (depth, window, heuristic) = (self.limits.depth, self.window, self.heuristic);
        match self.algorithm {
            Algorithm::Minimax => minimax(self, root),
            Algorithm::AlphaBeta => alphabeta(self, root),
            Algorithm::Scout => scout(self, root),
            Algorithm::Negamax => Negamax::new(self).search(root, depth, window),
            Algorithm::PrincipalVariation => Negamax::with_tests(self).search(root, depth, window),
            Algorithm::WithTable => Negamax::with_table(self).search(root, depth, window),
            Algorithm::Mtdf => {
                let guess = self.first_guess.unwrap_or_else(|| {
                    let outcome = self.game.terminal_value(root);
                    outcome.unwrap_or_else(|| heuristic.value(self.game, root))
                });
                mtdf(self, root, guess)
            }
            Algorithm::Deepening => {
                let report = self.on_iteration.take();
                deepen(Negamax::new(self), heuristic, root, depth, report)
            }
            Algorithm::DeepeningWithTable => {
                let report = self.on_iteration.take();
                deepen(Negamax::with_table(self), heuristic, root, depth, report)
            }
        }
    }
}
