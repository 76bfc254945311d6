//! Uniform trees with random values.

use crate::games::SizeError;
use crate::random::hash_of;
use crate::{Game, GameDisplay, Side, Value};

/// The source of the values of a random tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RandomKind {
    /// Independent leaf values: inner nodes contain no information about them (Fuller,
    /// Gaschnig and Gillogly 1973, "Analysis of the alpha-beta pruning algorithm").
    Leaves,
    /// Edge values: a leaf is worth the sum along its path, so an inner node contains
    /// information about the leaves below it (Newborn 1977, "The efficiency of the
    /// alpha-beta search on trees with branch-dependent terminal node scores").
    Sums,
}

/// A tree in which every inner node has `branching` children, every leaf is `depth` plies deep and
/// the sides alternate, Max first. Values are hashes of the path, so a seed yields the same tree on
/// every machine.
#[derive(Clone, Copy, Debug)]
pub struct RandomTree {
    branching: u32,
    depth: u32,
    seed: u64,
    kind: RandomKind,
}

/// A node of a random tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    ply: u32,
    /// Its index within its ply, from the left.
    place: u64,
    /// The sum of the edge values on its path.
    sum: Value,
}

/// Leaf values lie within ±`LEAF_BOUND`.
const LEAF_BOUND: u64 = 1_000;
/// Edge values lie within ±`EDGE_BOUND`.
const EDGE_BOUND: u64 = 100;

impl RandomTree {
    /// Returns a tree.
    ///
    /// # Errors
    ///
    /// Returns an error if the size is not supported.
    pub fn new(branching: u32, depth: u32, seed: u64, kind: RandomKind) -> Result<Self, SizeError> {
        let fits = (1..=100).contains(&branching)
            && (1..=60).contains(&depth)
            && u64::from(branching).checked_pow(depth).is_some();
        if !fits {
            let expected = "1 to 100 children, a depth of 1 to 60, less than 2^64 leaves";
            return Err(SizeError { expected });
        }
        Ok(Self {
            branching,
            depth,
            seed,
            kind,
        })
    }

    /// Returns the root, Max to move.
    #[must_use]
    pub const fn start(&self) -> Node {
        Node {
            ply: 0,
            place: 0,
            sum: 0,
        }
    }

    /// Returns the branching factor and the depth.
    #[must_use]
    pub const fn shape(&self) -> (u32, u32) {
        (self.branching, self.depth)
    }

    pub(super) const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the source of the values.
    pub(super) const fn kind(&self) -> RandomKind {
        self.kind
    }

    /// Returns the random value of a node, within ±`bound`.
    fn drawn(&self, ply: u32, place: u64, bound: u64) -> Value {
        let drawn = hash_of(&(ply, place), self.seed) % (2 * bound + 1);
        drawn as Value - bound as Value
    }
}

/// Returns the sum of the edge values on the path to a node: an estimate for
/// [`RandomKind::Sums`], 0 for [`RandomKind::Leaves`].
#[must_use]
pub fn sum(_tree: &RandomTree, node: &Node) -> Value {
    node.sum
}

impl Game for RandomTree {
    type State = Node;
    type Move = u32;

    fn mover(&self, node: &Node) -> Side {
        [Side::Max, Side::Min][node.ply as usize % 2]
    }

    fn moves(&self, _node: &Node, moves: &mut Vec<u32>) {
        moves.extend(0..self.branching);
    }

    fn play(&self, node: &Node, child: u32) -> Node {
        let ply = node.ply + 1;
        let place = node.place * u64::from(self.branching) + u64::from(child);
        let edge = match self.kind {
            RandomKind::Leaves => 0,
            RandomKind::Sums => self.drawn(ply, place, EDGE_BOUND),
        };
        let sum = node.sum + edge;
        Node { ply, place, sum }
    }

    fn terminal_value(&self, node: &Node) -> Option<Value> {
        (node.ply == self.depth).then(|| match self.kind {
            RandomKind::Leaves => self.drawn(node.ply, node.place, LEAF_BOUND),
            RandomKind::Sums => node.sum,
        })
    }
}

impl GameDisplay for RandomTree {
    /// Returns the 1-based index of the child, from the left.
    fn move_name(&self, _node: &Node, child: u32) -> String {
        (child + 1).to_string()
    }

    fn caption(&self, node: &Node) -> Option<String> {
        match self.kind {
            RandomKind::Leaves => None,
            RandomKind::Sums => Some(format!("sum {}", node.sum)),
        }
    }
}
