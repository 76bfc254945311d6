//! A random game with transpositions.

use outflank_gametree::{Algorithm, Game, ProbCut, Pruning, Search, SearchLimits, Side, Value};
use proptest::prelude::*;

/// A game of levels with `width` states each, so that paths transpose. A state is
/// determined by its index and the seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dag {
    pub(crate) levels: u32,
    pub(crate) width: u64,
    pub(crate) branching: u64,
    /// Values lie in `-spread..=spread`. A small spread makes many ties.
    pub(crate) spread: Value,
    pub(crate) seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    pub(crate) level: u32,
    pub(crate) number: u64,
}

pub(crate) const ROOT: Node = Node {
    level: 0,
    number: 0,
};

/// A large game with many values.
pub(crate) const LARGE: Dag = Dag {
    levels: 9,
    width: 6,
    branching: 4,
    spread: 40,
    seed: 7,
};

pub(crate) const BOUNDS: Pruning = Pruning {
    bounds: true,
    probcut: None,
};

/// ProbCut with a margin that errors exceed.
pub(crate) const PROBCUT: Pruning = Pruning {
    bounds: false,
    probcut: Some(ProbCut {
        min_depth: 3,
        reduction: 2,
        margin: 5,
    }),
};

impl Dag {
    fn hash(&self, place: Node, what: u64) -> u64 {
        let mut hash = self.seed ^ (u64::from(place.level) << 40) ^ (place.number << 8) ^ what;
        for _ in 0..3 {
            hash = (hash ^ (hash >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        hash ^ (hash >> 32)
    }

    fn value(&self, place: Node) -> Value {
        let range = 2 * i64::from(self.spread) + 1;
        (self.hash(place, 1) as i64).rem_euclid(range) as Value - self.spread
    }

    fn is_over(&self, place: Node) -> bool {
        place.level == self.levels || (place.level > 1 && self.hash(place, 2).is_multiple_of(7))
    }
}

impl Game for Dag {
    type State = Node;
    type Move = u64;

    fn mover(&self, &place: &Node) -> Side {
        // The sides usually alternate, but not always.
        let again = self.hash(place, 3).is_multiple_of(4);
        match place.level.is_multiple_of(2) != again {
            true => Side::Max,
            false => Side::Min,
        }
    }

    fn moves(&self, &place: &Node, moves: &mut Vec<u64>) {
        moves.extend(0..1 + self.hash(place, 4) % self.branching);
    }

    fn play(&self, &place: &Node, mv: u64) -> Node {
        Node {
            level: place.level + 1,
            number: self.hash(place, 16 + mv) % self.width,
        }
    }

    fn terminal_value(&self, &place: &Node) -> Option<Value> {
        self.is_over(place).then(|| self.value(place))
    }

    fn proven_bounds(&self, &place: &Node) -> Option<(Value, Value)> {
        // The true value with some slack. Minimax does not call this method.
        let minimax = Search::new(self).algorithm(Algorithm::Minimax);
        let value = minimax.run(&place).value;
        let slack = (self.hash(place, 5) % 4) as Value;
        Some((value - slack, value + slack))
    }
}

pub(crate) fn heuristic(dag: &Dag, place: &Node) -> Value {
    dag.value(*place)
}

pub(crate) fn dags() -> impl Strategy<Value = Dag> {
    let fields = (2..7u32, 1..9u64, 1..5u64, 0..6i32, any::<u64>());
    fields.prop_map(|(levels, width, branching, spread, seed)| Dag {
        levels,
        width,
        branching,
        spread,
        seed,
    })
}

pub(crate) fn limits() -> impl Strategy<Value = SearchLimits> {
    prop_oneof![
        (0..7u32).prop_map(SearchLimits::plies),
        (0..5u32).prop_map(SearchLimits::turns),
        Just(SearchLimits::unlimited()),
    ]
}
