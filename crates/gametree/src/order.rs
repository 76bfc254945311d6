//! Any game with its moves in an order of one's own choosing, to see what the
//! order of moves is worth to alpha-beta.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::Hash;

use crate::chance::{SplitMix, hash_of};
use crate::game::{Game, Heuristic, Player, Value};
use crate::limits::Depth;
use crate::shown::{Picture, Shown};

/// A way to order the moves of a game.
pub trait Order<G: Game> {
    /// Puts the moves of a state into the order in which a search shall try
    /// them. It may only permute.
    fn arrange(&self, game: &G, state: &Placed<G::State>, moves: &mut [G::Move]);
}

/// A state and how deep a search still looks from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed<S> {
    /// The state of the game beneath.
    pub state: S,
    /// What is left of the depth of the search.
    pub left: Depth,
}

/// A game that differs from the one beneath only in the order of its moves.
///
/// ```
/// use outflank_gametree::games::connect_four::{ConnectFour, lines};
/// use outflank_gametree::{Beneath, Depth, Game, Limits, Order, Ordered, alphabeta};
///
/// fn nodes<K: Order<ConnectFour>>(game: &Ordered<'_, ConnectFour, K>) -> u64 {
///     let start = game.start(game.game().start(), Depth::Plies(6));
///     let result = alphabeta(game, &start, &Beneath(&lines), &Limits::plies(6));
///     result.counts.nodes()
/// }
///
/// let game = ConnectFour::standard();
/// let perfect = nodes(&Ordered::perfect(&game, &lines));
/// let by_guess = nodes(&Ordered::best_first(&game, &lines));
/// let by_chance = nodes(&Ordered::shuffled(&game, 1));
/// assert!(perfect < by_guess && by_guess < by_chance);
/// ```
#[derive(Debug)]
pub struct Ordered<'a, G, K> {
    game: &'a G,
    order: K,
}

/// The order of the game itself.
#[derive(Clone, Copy, Debug)]
pub struct AsGiven;

/// By a key of the states to which moves lead.
#[derive(Debug)]
pub struct ByKey<'a, H> {
    key: &'a H,
    first: First,
}

/// By chance, but the same order every time that a state is met.
#[derive(Clone, Copy, Debug)]
pub struct Shuffled {
    seed: u64,
}

/// By the true values of the moves.
#[derive(Debug)]
pub struct ByValue<'a, S, H> {
    heuristic: &'a H,
    first: First,
    /// The values of states by minimax.
    known: RefCell<HashMap<Placed<S>, Value>>,
}

/// Which move comes first, seen from the side that moves.
#[derive(Clone, Copy, Debug)]
enum First {
    Best,
    Worst,
}

impl<'a, G: Game> Ordered<'a, G, AsGiven> {
    /// In the order of the game itself.
    #[must_use]
    pub const fn as_given(game: &'a G) -> Self {
        let order = AsGiven;
        Self { game, order }
    }
}

impl<'a, G: Game, H: Heuristic<G>> Ordered<'a, G, ByKey<'a, H>> {
    /// The move first whose child `key` holds to be best for the mover; of
    /// equal ones, that which the game has first. A child that ends the game
    /// counts by its outcome.
    #[must_use]
    pub const fn best_first(game: &'a G, key: &'a H) -> Self {
        let first = First::Best;
        let order = ByKey { key, first };
        Self { game, order }
    }

    /// The move first whose child `key` holds to be worst for the mover.
    #[must_use]
    pub const fn worst_first(game: &'a G, key: &'a H) -> Self {
        let first = First::Worst;
        let order = ByKey { key, first };
        Self { game, order }
    }
}

impl<'a, G: Game<State: Hash>> Ordered<'a, G, Shuffled> {
    /// In an order by chance. It depends on the state and the seed alone, so
    /// that every search of every run finds it the same.
    #[must_use]
    pub const fn shuffled(game: &'a G, seed: u64) -> Self {
        let order = Shuffled { seed };
        Self { game, order }
    }
}

impl<'a, G: Game<State: Eq + Hash>, H: Heuristic<G>> Ordered<'a, G, ByValue<'a, G::State, H>> {
    /// The truly best move first. Of a uniform tree alpha-beta then enters the
    /// least that it ever can (Knuth and Moore 1975, theorem 1); in others a
    /// lesser move may refute with less work.
    ///
    /// The values are those of minimax down to the depth of the search, by
    /// which [`Ordered::start`] began, with `heuristic` at its end: the one
    /// that the search uses. They are remembered, each state once for each
    /// depth; it still takes the time of minimax without repetitions.
    #[must_use]
    pub fn perfect(game: &'a G, heuristic: &'a H) -> Self {
        Self::by_value(game, heuristic, First::Best)
    }

    /// The truly worst move first.
    #[must_use]
    pub fn worst(game: &'a G, heuristic: &'a H) -> Self {
        Self::by_value(game, heuristic, First::Worst)
    }

    fn by_value(game: &'a G, heuristic: &'a H, first: First) -> Self {
        let order = ByValue {
            heuristic,
            first,
            known: RefCell::new(HashMap::new()),
        };
        Self { game, order }
    }
}

impl<'a, G: Game, K> Ordered<'a, G, K> {
    /// In an order of one's own.
    #[must_use]
    pub const fn by(game: &'a G, order: K) -> Self {
        Self { game, order }
    }

    /// The order alone.
    #[must_use]
    pub fn into_order(self) -> K {
        self.order
    }

    /// The game beneath.
    #[must_use]
    pub const fn game(&self) -> &'a G {
        self.game
    }

    /// The root of a search that looks `depth` deep: the depth of its limits.
    #[must_use]
    pub const fn start(&self, state: G::State, depth: Depth) -> Placed<G::State> {
        Placed { state, left: depth }
    }
}

impl<G: Game, K: Order<G>> Game for Ordered<'_, G, K> {
    type State = Placed<G::State>;
    type Move = G::Move;

    fn mover(&self, state: &Self::State) -> Player {
        self.game.mover(&state.state)
    }

    fn moves(&self, state: &Self::State, moves: &mut Vec<G::Move>) {
        self.game.moves(&state.state, moves);
    }

    fn play(&self, state: &Self::State, mv: G::Move) -> Self::State {
        after(self.game, state, mv)
    }

    fn terminal_value(&self, state: &Self::State) -> Option<Value> {
        self.game.terminal_value(&state.state)
    }

    fn proven_bounds(&self, state: &Self::State) -> Option<(Value, Value)> {
        self.game.proven_bounds(&state.state)
    }

    fn order_moves(&self, state: &Self::State, moves: &mut [G::Move]) {
        self.game.order_moves(&state.state, moves);
        self.order.arrange(self.game, state, moves);
    }
}

impl<G: Shown, K: Order<G>> Shown for Ordered<'_, G, K> {
    fn move_name(&self, state: &Self::State, mv: G::Move) -> String {
        self.game.move_name(&state.state, mv)
    }

    fn picture(&self, state: &Self::State) -> Option<Picture> {
        self.game.picture(&state.state)
    }

    fn caption(&self, state: &Self::State) -> Option<String> {
        self.game.caption(&state.state)
    }

    fn side_name(&self, side: Player) -> &str {
        self.game.side_name(side)
    }

    fn value_name(&self, value: Value) -> String {
        self.game.value_name(value)
    }
}

/// A state after a move, with the depth that a search then has left.
fn after<G: Game>(game: &G, state: &Placed<G::State>, mv: G::Move) -> Placed<G::State> {
    let next = game.play(&state.state, mv);
    let left = match state.left {
        Depth::Plies(plies) => Depth::Plies(plies.saturating_sub(1)),
        Depth::Turns(turns) if is_turn_over(game, &state.state, &next) => {
            Depth::Turns(turns.saturating_sub(1))
        }
        other => other,
    };
    Placed { state: next, left }
}

fn is_turn_over<G: Game>(game: &G, state: &G::State, next: &G::State) -> bool {
    game.terminal_value(next).is_none() && game.mover(next) != game.mover(state)
}

/// Whatever order, so that games in different orders are of one type.
impl<G: Game, K: Order<G> + ?Sized> Order<G> for Box<K> {
    fn arrange(&self, game: &G, state: &Placed<G::State>, moves: &mut [G::Move]) {
        (**self).arrange(game, state, moves);
    }
}

impl<G: Game> Order<G> for AsGiven {
    fn arrange(&self, _: &G, _: &Placed<G::State>, _: &mut [G::Move]) {}
}

impl<G: Game, H: Heuristic<G>> Order<G> for ByKey<'_, H> {
    fn arrange(&self, game: &G, state: &Placed<G::State>, moves: &mut [G::Move]) {
        sort(game.mover(&state.state), self.first, moves, |mv| {
            let next = game.play(&state.state, mv);
            game.terminal_value(&next)
                .unwrap_or_else(|| self.key.value(game, &next))
        });
    }
}

impl<G: Game<State: Hash>> Order<G> for Shuffled {
    fn arrange(&self, _: &G, state: &Placed<G::State>, moves: &mut [G::Move]) {
        let mut random = SplitMix(hash_of(&state.state, self.seed));
        // Fisher and Yates.
        for place in (1..moves.len()).rev() {
            moves.swap(place, random.below(place + 1));
        }
    }
}

impl<G: Game<State: Eq + Hash>, H: Heuristic<G>> Order<G> for ByValue<'_, G::State, H> {
    fn arrange(&self, game: &G, state: &Placed<G::State>, moves: &mut [G::Move]) {
        let mut known = self.known.borrow_mut();
        sort(game.mover(&state.state), self.first, moves, |mv| {
            self.true_value(game, after(game, state, mv), &mut known)
        });
    }
}

impl<S: Clone + Eq + Hash, H> ByValue<'_, S, H> {
    /// The value of a state by minimax.
    fn true_value<G: Game<State = S>>(
        &self,
        game: &G,
        state: Placed<S>,
        known: &mut HashMap<Placed<S>, Value>,
    ) -> Value
    where
        H: Heuristic<G>,
    {
        if let Some(value) = game.terminal_value(&state.state) {
            return value;
        }
        if matches!(state.left, Depth::Plies(0) | Depth::Turns(0)) {
            return self.heuristic.value(game, &state.state);
        }
        if let Some(&value) = known.get(&state) {
            return value;
        }
        let mut moves = Vec::new();
        game.moves(&state.state, &mut moves);
        let values = moves
            .into_iter()
            .map(|mv| self.true_value(game, after(game, &state, mv), known));
        let best = match game.mover(&state.state) {
            Player::Max => values.max(),
            Player::Min => values.min(),
        };
        let best = best.expect("a game that is not over has a legal move");
        known.insert(state, best);
        best
    }
}

/// Sorts moves by a value seen from Max. Equal ones stay as they stand.
fn sort<M: Copy>(mover: Player, first: First, moves: &mut [M], value: impl FnMut(M) -> Value) {
    let mut value = value;
    let greatest_first = match first {
        First::Best => mover == Player::Max,
        First::Worst => mover == Player::Min,
    };
    if greatest_first {
        moves.sort_by_cached_key(|&mv| Reverse(value(mv)));
    } else {
        moves.sort_by_cached_key(|&mv| value(mv));
    }
}
