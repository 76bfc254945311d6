//! Trees of searches, kept to be looked at.

mod measure;
mod recorder;
mod why;

use crate::game::{Game, Player, Value};
use crate::limits::Depth;
use crate::observer::{Cause, Ending, Pass, Purpose, Window};

pub use measure::Unentered;
pub use recorder::Recorder;
pub use why::{Bar, Claim, Proof, Relation, Why};

/// The number of a node in a [`Trace`]: nodes are numbered as they were
/// entered, so that a parent has a smaller number than its children.
pub type NodeId = usize;

/// The tree of a search as it was searched: every state entered is a node, one
/// entered twice two nodes.
pub struct Trace<G: Game> {
    /// The nodes, in the order in which they were entered.
    pub nodes: Vec<Node<G>>,
    /// The passes from the root, in their order.
    pub passes: Vec<PassTrace>,
    /// The order of the search: what happened, one after the other.
    pub steps: Vec<Step>,
    /// States entered for which there was no more room.
    pub left_out: u64,
}

/// A pass from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassTrace {
    /// What it was for.
    pub pass: Pass,
    /// Its root; none if there was no more room.
    pub root: Option<NodeId>,
}

/// What happened next in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A node was entered.
    Enter(NodeId),
    /// A node was left with its value.
    Leave(NodeId),
}

/// A state as the search saw it.
pub struct Node<G: Game> {
    /// The node above; none at the root of a pass.
    pub parent: Option<NodeId>,
    /// The move that led here; none at a root, and for a shallow search of the
    /// state above.
    pub mv: Option<G::Move>,
    /// The state.
    pub state: G::State,
    /// Who moves; none if the game is over.
    pub mover: Option<Player>,
    /// Moves from the root; a shallow search stands one below its state.
    pub ply: usize,
    /// The depth that was still to be searched.
    pub remaining: Depth,
    /// Why it was entered.
    pub purpose: Purpose,
    /// The window on entry; none in a search without one.
    pub window: Option<Window>,
    /// The window when it was left: α and β as its own moves had moved them.
    pub window_on_return: Option<Window>,
    /// What α and β on entry came from.
    pub bounds: Bounds,
    /// The value, seen from Max; none if the search was interrupted.
    pub value: Option<Value>,
    /// How its search ended; none if it was interrupted.
    pub ending: Option<Ending>,
    /// All its moves in the order in which they were to be tried; empty if
    /// nobody asked for them.
    pub moves: Vec<G::Move>,
    /// The nodes below, in the order in which they were entered. A move may
    /// have two, a test and a search.
    pub children: Vec<NodeId>,
    /// States entered below for which there was no room, at whatever depth.
    pub left_out: u64,
}

/// What the bounds of a window came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// What set α.
    pub alpha: Origin,
    /// What set β.
    pub beta: Origin,
}

/// What a bound came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nothing: it is no bound yet.
    Open,
    /// The window that the search of the root was given.
    Given,
    /// The value of a move of a node above.
    Move {
        /// The node whose move it is.
        node: NodeId,
        /// The node that the move leads to.
        child: NodeId,
    },
    /// A test: the node above asked only whether its move beats its best so
    /// far, or, in a shallow search, a bar that it set itself.
    Test {
        /// The node that asked.
        node: NodeId,
    },
}

/// What the value of a node says of its true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// It is the value.
    Exact,
    /// The true value is at least this.
    AtLeast,
    /// The true value is at most this.
    AtMost,
}

impl<G: Game> Trace<G> {
    /// The nodes from the root down to one, itself included.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![id];
        while let Some(parent) = self.nodes[path[path.len() - 1]].parent {
            path.push(parent);
        }
        path.reverse();
        path
    }

    /// The moves from the root to a node.
    #[must_use]
    pub fn moves_to(&self, id: NodeId) -> Vec<G::Move> {
        let path = self.path(id);
        path.iter().filter_map(|&id| self.nodes[id].mv).collect()
    }

    /// What the value of a node says; none if there is no value.
    #[must_use]
    pub fn value_kind(&self, id: NodeId) -> Option<ValueKind> {
        let node = &self.nodes[id];
        let value = node.value?;
        if matches!(node.ending, Some(Ending::Outcome | Ending::Heuristic)) {
            return Some(ValueKind::Exact);
        }
        Some(match node.window {
            Some(window) if value <= window.alpha => ValueKind::AtMost,
            Some(window) if value >= window.beta => ValueKind::AtLeast,
            _ => ValueKind::Exact,
        })
    }

    /// The moves of a node that were never entered.
    #[must_use]
    pub fn unentered(&self, id: NodeId) -> &[G::Move] {
        let node = &self.nodes[id];
        match node.ending {
            Some(Ending::Cut {
                place: Some(place), ..
            }) => &node.moves[place + 1..],
            _ => &[],
        }
    }

    /// What cut a node; none if nothing did.
    #[must_use]
    pub fn cut(&self, id: NodeId) -> Option<Cause> {
        match self.nodes[id].ending {
            Some(Ending::Cut { cause, .. }) => Some(cause),
            _ => None,
        }
    }

    /// The line of best play from a node as its search saw it: moves, and the
    /// node at the end of it.
    #[must_use]
    pub fn line(&self, from: NodeId) -> (Vec<G::Move>, NodeId) {
        let mut line = Vec::new();
        let mut at = from;
        while let Some(next) = self.best_child(at) {
            line.extend(self.nodes[next].mv);
            at = next;
        }
        (line, at)
    }

    /// The child that gave a node its value: the first of the best.
    #[must_use]
    pub fn best_child(&self, id: NodeId) -> Option<NodeId> {
        let node = &self.nodes[id];
        let value = node.value?;
        let children = node.children.iter().copied();
        children
            .filter(|&child| self.nodes[child].mv.is_some())
            .find(|&child| {
                // A test that was searched again said less.
                self.nodes[child].value == Some(value) && !self.was_searched_again(child)
            })
    }

    fn was_searched_again(&self, id: NodeId) -> bool {
        let node = &self.nodes[id];
        let Some(parent) = node.parent else {
            return false;
        };
        node.purpose == Purpose::Test
            && self.nodes[parent].children.iter().any(|&other| {
                let other = &self.nodes[other];
                other.purpose == Purpose::Again && other.mv == node.mv
            })
    }
}
