//! Recorded search trees, and the reasons why parts of them were cut off.
//!
//! ```
//! use outflank_gametree::trace::Recorder;
//! use outflank_gametree::{CutoffCause, Search, Tree};
//!
//! let tree: Tree = "MIN(3, MAX(5, a))".parse()?;
//! let mut recorder = Recorder::new(&tree, 1000, 100);
//! let result = Search::new(&tree).observer(&mut recorder).run(&tree.root());
//! let trace = recorder.into_trace();
//! assert_eq!(trace.nodes.len() as u64, result.counts.nodes());
//!
//! // The leaf `a` of the Max node was never visited: Max has 5, Min has 3.
//! let reason = trace.cutoff_reason(2).expect("a cut-off");
//! assert_eq!((reason.cause, reason.value), (CutoffCause::Beta, 5));
//! assert_eq!(reason.bound.map(|bound| bound.value), Some(3));
//! # Ok::<(), outflank_gametree::TreeError>(())
//! ```

mod cutoff_reason;
mod pruned;
mod recorder;

use crate::{CutoffCause, Depth, Game, NodeEnd, Pass, Purpose, Side, Value, Window};

pub use cutoff_reason::{CutoffReason, NodeBound, ReachedBound, Relation};
pub use pruned::PrunedSubtree;
pub use recorder::Recorder;

/// The index of a node in [`Trace::nodes`]. Nodes are numbered in the order in which
/// they were entered, so a parent has a smaller number than its children.
pub type NodeId = usize;

/// A recorded search tree: one node for each time a state was entered.
pub struct Trace<G: Game> {
    /// The nodes, in the order in which they were entered.
    pub nodes: Vec<Node<G>>,
    /// The passes from the root, in order.
    pub passes: Vec<PassTrace>,
    /// The order in which nodes were entered and left.
    pub steps: Vec<Step>,
    /// States entered but not recorded because of the size limit.
    pub left_out: u64,
}

/// A pass from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassTrace {
    /// Its role.
    pub pass: Pass,
    /// Its root, or `None` if it was not recorded.
    pub root: Option<NodeId>,
}

/// One step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A node was entered.
    Enter(NodeId),
    /// A node was left with its value.
    Leave(NodeId),
}

/// A state as the search saw it.
pub struct Node<G: Game> {
    /// The parent, or `None` at the root of a pass.
    pub parent: Option<NodeId>,
    /// The move that led here. `None` at a root and for a shallow search of the parent's state.
    pub mv: Option<G::Move>,
    /// The state.
    pub state: G::State,
    /// The side to move, or `None` if the game is over.
    pub mover: Option<Side>,
    /// Distance from the root. A shallow search counts as one ply below its state.
    pub ply: usize,
    /// Remaining depth.
    pub remaining: Depth,
    /// Why the state was entered.
    pub purpose: Purpose,
    /// The window on entry, or `None` in a search without one.
    pub window: Option<Window>,
    /// The window on return, with α and β as narrowed by its own moves.
    pub window_on_return: Option<Window>,
    /// The origins of α and β on entry.
    pub bounds: Bounds,
    /// The value from Max's point of view, or `None` after an interruption.
    pub value: Option<Value>,
    /// How its search ended, or `None` after an interruption.
    pub end: Option<NodeEnd>,
    /// All moves in search order; empty if none were generated.
    pub moves: Vec<G::Move>,
    /// The children in the order in which they were entered. A move may have two children, a test
    /// and a re-search.
    pub children: Vec<NodeId>,
    /// States below this one, at any depth, that were entered but not recorded.
    pub left_out: u64,
}

/// The origins of a window's bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The origin of α.
    pub alpha: Origin,
    /// The origin of β.
    pub beta: Origin,
}

/// The origin of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The bound is infinite.
    Open,
    /// The window of the root search.
    Given,
    /// The value of a move of an ancestor.
    Move {
        /// The ancestor.
        node: NodeId,
        /// The node after the move.
        child: NodeId,
    },
    /// A null-window test of whether a move beats the parent's best, or a shallow search.
    Test {
        /// The parent.
        node: NodeId,
    },
}

/// The relation of the value of a node to its true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// It is the true value.
    Exact,
    /// The true value is at least this.
    AtLeast,
    /// The true value is at most this.
    AtMost,
}

impl<G: Game> Trace<G> {
    /// Returns the nodes from the root to a node, inclusive.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let parents = std::iter::successors(Some(id), |&id| self.nodes[id].parent);
        let mut path: Vec<NodeId> = parents.collect();
        path.reverse();
        path
    }

    /// Returns the relation of the value of a node to its true value, or `None` if it has no value.
    #[must_use]
    pub fn value_kind(&self, id: NodeId) -> Option<ValueKind> {
        let node = &self.nodes[id];
        let value = node.value?;
        if matches!(node.end, Some(NodeEnd::Outcome | NodeEnd::Heuristic)) {
            return Some(ValueKind::Exact);
        }
        Some(match node.window {
            Some(window) if value <= window.alpha => ValueKind::AtMost,
            Some(window) if value >= window.beta => ValueKind::AtLeast,
            _ => ValueKind::Exact,
        })
    }

    /// Returns the moves of a node that a cut-off left unsearched.
    #[must_use]
    pub fn pruned_moves(&self, id: NodeId) -> &[G::Move] {
        let node = &self.nodes[id];
        match node.end {
            Some(NodeEnd::Cutoff {
                rank: Some(rank), ..
            }) => &node.moves[rank + 1..],
            _ => &[],
        }
    }

    /// Returns the cause of a node's cut-off, or `None` if it was not cut off.
    #[must_use]
    pub fn cutoff(&self, id: NodeId) -> Option<CutoffCause> {
        match self.nodes[id].end {
            Some(NodeEnd::Cutoff { cause, .. }) => Some(cause),
            _ => None,
        }
    }

    /// Returns the principal variation from a node, and the node at its end.
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

    /// Returns the child that determined the value of a node: the first of the best children.
    #[must_use]
    pub fn best_child(&self, id: NodeId) -> Option<NodeId> {
        let node = &self.nodes[id];
        let value = node.value?;
        node.children.iter().copied().find(|&child| {
            let child_node = &self.nodes[child];
            child_node.mv.is_some() && child_node.value == Some(value) && !self.has_re_search(child)
        })
    }

    fn has_re_search(&self, id: NodeId) -> bool {
        let node = &self.nodes[id];
        let Some(parent) = node.parent else {
            return false;
        };
        node.purpose == Purpose::Test
            && self.nodes[parent].children.iter().any(|&other| {
                let other = &self.nodes[other];
                other.purpose == Purpose::ReSearch && other.mv == node.mv
            })
    }
}
