//! Move orders, for measuring their effect on alpha-beta.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use crate::context::side_to_move;
use crate::random::{SplitMix, hash_of};
use crate::{Depth, Game, Heuristic, Side, Value};

/// A way to order the moves of a game, for [`Search::order`](crate::Search::order).
pub trait Order<G: Game> {
    /// Sorts the moves of a state into search order. It may only permute them. `remaining` is the
    /// remaining depth at the state; with iterative deepening, that of the last iteration.
    fn arrange(&self, game: &G, state: &G::State, remaining: Depth, moves: &mut [G::Move]);
}

/// A move order by name.
///
/// ```
/// use outflank_gametree::games::connect_four::{ConnectFour, lines};
/// use outflank_gametree::{MoveOrder, Search};
///
/// let game = ConnectFour::standard();
/// let nodes = |order: MoveOrder| {
///     let order = order.of(&lines, 1);
///     let search = Search::new(&game).heuristic(&lines).depth(6).order(&*order);
///     search.run(&game.start()).counts.nodes()
/// };
/// assert!(nodes(MoveOrder::Perfect) < nodes(MoveOrder::Heuristic));
/// assert!(nodes(MoveOrder::Heuristic) < nodes(MoveOrder::Random));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveOrder {
    /// The worst move first, by minimax.
    Worst,
    /// Random, but the same on every visit to a state.
    Random,
    /// The game's own order.
    Given,
    /// The best move first by the heuristic.
    Heuristic,
    /// The best move first by minimax.
    Perfect,
}

impl MoveOrder {
    /// All orders, from bad to good.
    pub const ALL: [Self; 5] = [
        Self::Worst,
        Self::Random,
        Self::Given,
        Self::Heuristic,
        Self::Perfect,
    ];

    /// Returns the name that [`FromStr`] parses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Worst => "worst",
            Self::Random => "random",
            Self::Given => "given",
            Self::Heuristic => "heuristic",
            Self::Perfect => "perfect",
        }
    }

    /// Returns whether the order computes minimax values, which takes time.
    #[must_use]
    pub const fn needs_values(self) -> bool {
        matches!(self, Self::Worst | Self::Perfect)
    }

    /// Returns the order for searches of a game with `heuristic` at the depth limit.
    /// `seed` is the seed of the random order.
    #[must_use]
    pub fn of<'a, G: Game, H: Heuristic<G>>(
        self,
        heuristic: &'a H,
        seed: u64,
    ) -> Box<dyn Order<G> + 'a>
    where
        G::State: 'a,
    {
        match self {
            Self::Worst => Box::new(ByMinimax::worst_first(heuristic)),
            Self::Random => Box::new(Shuffled { seed }),
            Self::Given => Box::new(GameOrder),
            Self::Heuristic => Box::new(ByHeuristic::best_first(heuristic)),
            Self::Perfect => Box::new(ByMinimax::best_first(heuristic)),
        }
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for an unknown move order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown move order {0:?}: expected worst, random, given, heuristic or perfect")]
pub struct UnknownOrder(String);

impl FromStr for MoveOrder {
    type Err = UnknownOrder;

    fn from_str(text: &str) -> Result<Self, UnknownOrder> {
        let is_named = |order: &Self| order.name().eq_ignore_ascii_case(text);
        let found = Self::ALL.into_iter().find(is_named);
        found.ok_or_else(|| UnknownOrder(text.to_owned()))
    }
}

/// The game's own order.
#[derive(Clone, Copy, Debug)]
pub struct GameOrder;

impl<G: Game> Order<G> for GameOrder {
    fn arrange(&self, _: &G, _: &G::State, _: Depth, _: &mut [G::Move]) {}
}

/// A random order that depends only on the state and the seed, so every search in every run uses
/// the same order.
#[derive(Clone, Copy, Debug)]
pub struct Shuffled {
    /// The seed.
    pub seed: u64,
}

impl<G: Game> Order<G> for Shuffled {
    fn arrange(&self, _: &G, state: &G::State, _: Depth, moves: &mut [G::Move]) {
        let mut random = SplitMix(hash_of(state, self.seed));
        // Fisher-Yates.
        for rank in (1..moves.len()).rev() {
            moves.swap(rank, random.below(rank + 1));
        }
    }
}

/// Orders moves by the heuristic values of the states that they lead to, or by the outcomes of
/// finished games. Equal moves keep the game's order.
#[derive(Debug)]
pub struct ByHeuristic<'a, H> {
    heuristic: &'a H,
    best_first: bool,
}

impl<'a, H> ByHeuristic<'a, H> {
    /// Tries the best move for the mover first.
    #[must_use]
    pub const fn best_first(heuristic: &'a H) -> Self {
        let best_first = true;
        Self {
            heuristic,
            best_first,
        }
    }

    /// Tries the worst move for the mover first.
    #[must_use]
    pub const fn worst_first(heuristic: &'a H) -> Self {
        let best_first = false;
        Self {
            heuristic,
            best_first,
        }
    }
}

impl<G: Game, H: Heuristic<G>> Order<G> for ByHeuristic<'_, H> {
    fn arrange(&self, game: &G, state: &G::State, _: Depth, moves: &mut [G::Move]) {
        sort(game.mover(state), self.best_first, moves, |mv| {
            let next = game.play(state, mv);
            let outcome = game.terminal_value(&next);
            outcome.unwrap_or_else(|| self.heuristic.value(game, &next))
        });
    }
}

/// Orders moves by minimax to the depth of the search. With the best move first in a uniform tree,
/// alpha-beta enters the fewest states possible (Knuth and Moore 1975, theorem 1). In other trees,
/// a weaker move may cause the cut-off with less work.
///
/// Computes each value once per state and depth, and caches it for later searches.
#[derive(Debug)]
pub struct ByMinimax<'a, S, H> {
    heuristic: &'a H,
    best_first: bool,
    values: RefCell<HashMap<(S, Depth), Value>>,
}

impl<'a, S, H> ByMinimax<'a, S, H> {
    /// Tries the best move for the mover first. `heuristic` must be the search's heuristic.
    #[must_use]
    pub fn best_first(heuristic: &'a H) -> Self {
        Self {
            heuristic,
            best_first: true,
            values: RefCell::new(HashMap::new()),
        }
    }

    /// Tries the worst move for the mover first.
    #[must_use]
    pub fn worst_first(heuristic: &'a H) -> Self {
        Self {
            best_first: false,
            ..Self::best_first(heuristic)
        }
    }
}

impl<S: Clone + Eq + Hash, H> ByMinimax<'_, S, H> {
    fn value<G: Game<State = S>>(
        &self,
        game: &G,
        state: S,
        remaining: Depth,
        values: &mut HashMap<(S, Depth), Value>,
    ) -> Value
    where
        H: Heuristic<G>,
    {
        if let Some(value) = game.terminal_value(&state) {
            return value;
        }
        if remaining.is_zero() {
            return self.heuristic.value(game, &state);
        }
        let key = (state, remaining);
        if let Some(&value) = values.get(&key) {
            return value;
        }
        let state = &key.0;
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let children = moves.into_iter().map(|mv| {
            let (child, below) = child_of(game, state, mv, remaining);
            self.value(game, child, below, values)
        });
        let best = children.reduce(|one, other| game.mover(state).better(one, other));
        let best = best.expect("an unfinished game has a legal move");
        values.insert(key, best);
        best
    }
}

impl<G: Game, H: Heuristic<G>> Order<G> for ByMinimax<'_, G::State, H> {
    fn arrange(&self, game: &G, state: &G::State, remaining: Depth, moves: &mut [G::Move]) {
        let mut values = self.values.borrow_mut();
        sort(game.mover(state), self.best_first, moves, |mv| {
            let (child, below) = child_of(game, state, mv, remaining);
            self.value(game, child, below, &mut values)
        });
    }
}

/// Returns the state after a move and the depth remaining there.
fn child_of<G: Game>(
    game: &G,
    state: &G::State,
    mv: G::Move,
    remaining: Depth,
) -> (G::State, Depth) {
    let child = game.play(state, mv);
    let mover = game.mover(state);
    let below = remaining.below(|| side_to_move(game, &child, mover) != mover);
    (child, below)
}

/// Stably sorts moves by a value from Max's point of view.
fn sort<M: Copy>(
    mover: Side,
    best_first: bool,
    moves: &mut [M],
    mut value: impl FnMut(M) -> Value,
) {
    if best_first == (mover == Side::Max) {
        moves.sort_by_cached_key(|&mv| Reverse(value(mv)));
    } else {
        moves.sort_by_cached_key(|&mv| value(mv));
    }
}
