//! Uniform trees with values by chance: the trees on which searches are
//! measured.

use crate::chance::hash_of;
use crate::games::SizeError;
use crate::{Game, Player, Shown, Value};

/// How the leaves of a random tree come by their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RandomKind {
    /// Each leaf has a value of its own, so that nothing can be known of it
    /// before (Fuller, Gaschnig and Gillogly 1973, "Analysis of the alpha-beta
    /// pruning algorithm").
    Leaves,
    /// Each edge has a value, and a leaf has the sum of those on its path, so
    /// that an inner node tells something of what lies below (Newborn 1977,
    /// "The efficiency of the alpha-beta search on trees with branch-dependent
    /// terminal node scores").
    Sums,
}

/// A tree in which every inner node has `branching` children, every leaf lies
/// `depth` plies deep, and the sides alternate, Max first. Values are drawn by
/// a hash of the path, so that the same seed gives the same tree everywhere.
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
    /// Its place among all nodes of its ply, from the left.
    place: u64,
    /// The values of the edges on its path; nothing where edges have none.
    sum: Value,
}

/// Values of leaves lie between this and its opposite.
const LEAF_BOUND: u64 = 1_000;
/// Values of edges lie between this and its opposite.
const EDGE_BOUND: u64 = 100;

impl RandomTree {
    /// The tree with these numbers.
    ///
    /// # Errors
    ///
    /// If there is no such tree here.
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

    /// The root, Max to move.
    #[must_use]
    pub const fn start(&self) -> Node {
        Node {
            ply: 0,
            place: 0,
            sum: 0,
        }
    }

    /// Children of an inner node, and the depth of the leaves.
    #[must_use]
    pub const fn shape(&self) -> (u32, u32) {
        (self.branching, self.depth)
    }

    /// The seed.
    pub(super) const fn seed(&self) -> u64 {
        self.seed
    }

    /// How the values are drawn.
    pub(super) const fn kind(&self) -> RandomKind {
        self.kind
    }

    /// A value between `bound` and its opposite that hangs on a node.
    fn drawn(&self, ply: u32, place: u64, bound: u64) -> Value {
        let drawn = hash_of(&(ply, place), self.seed) % (2 * bound + 1);
        drawn as Value - bound as Value
    }
}

/// The sum of the edges that lead to a node: a fair guess at its value if
/// leaves are worth such sums, and nothing if they are not.
#[must_use]
pub fn sum(_tree: &RandomTree, node: &Node) -> Value {
    node.sum
}

impl Game for RandomTree {
    type State = Node;
    type Move = u32;

    fn mover(&self, node: &Node) -> Player {
        match node.ply % 2 {
            0 => Player::Max,
            _ => Player::Min,
        }
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

impl Shown for RandomTree {
    /// The child's number from the left, from 1 on.
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
