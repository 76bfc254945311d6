//! The reason why a node was cut off.

use super::{NodeId, Origin, Trace};
use crate::{Algorithm, CutoffCause, Game, Heuristic, NodeEnd, Search, SearchLimits, Side, Value};

/// The reason why a node was cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutoffReason {
    /// The node.
    pub node: NodeId,
    /// The cause.
    pub cause: CutoffCause,
    /// The value of the node from Max's point of view: a bound on the true one.
    pub value: Value,
    /// The bound that the value reached. `None` in a search without a window, and if the table held
    /// the exact value.
    pub bound: Option<ReachedBound>,
    /// Facts that together prove the cut-off correct. At a beta cut, the node is worth at least β,
    /// and Min has already secured β elsewhere; at an alpha cut, the reverse. The bound on the node
    /// comes first.
    pub proof: Vec<NodeBound>,
}

/// A bound that a value reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachedBound {
    /// α or β.
    pub value: Value,
    /// The side that it belongs to: α belongs to Max, β to Min.
    pub side: Side,
    /// Its origin.
    pub origin: Origin,
}

/// A bound on the value of a node at the depth to which it was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeBound {
    /// The node.
    pub node: NodeId,
    /// The relation of the node's value to `value`.
    pub relation: Relation,
    /// The bound, from Max's point of view.
    pub value: Value,
}

/// The relation of one value to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Greater or equal.
    AtLeast,
    /// Less or equal.
    AtMost,
    /// Equal.
    Equal,
}

impl Relation {
    /// Returns whether `value` has this relation to `other`.
    #[must_use]
    pub const fn holds(self, value: Value, other: Value) -> bool {
        match self {
            Self::AtLeast => value >= other,
            Self::AtMost => value <= other,
            Self::Equal => value == other,
        }
    }

    /// Returns the relation that a value secured by a side proves.
    const fn secured_by(side: Side) -> Self {
        match side {
            Side::Max => Self::AtLeast,
            Side::Min => Self::AtMost,
        }
    }
}

impl<G: Game> Trace<G> {
    /// Returns why a node was cut off, or `None` if it was not.
    #[must_use]
    pub fn cutoff_reason(&self, id: NodeId) -> Option<CutoffReason> {
        let node = &self.nodes[id];
        let value = node.value?;
        let Some(NodeEnd::Cutoff { cause, rank }) = node.end else {
            return None;
        };
        let bound = self.reached_bound(id, value);
        let relation = |bound: ReachedBound| Relation::secured_by(bound.side.other());
        let relation = bound.map_or(Relation::Equal, relation);
        let refuting = match (rank, bound) {
            // The last move entered caused the cut-off.
            (Some(_), Some(_)) => {
                let mut children = node.children.iter().rev().copied();
                children.find(|&child| self.nodes[child].mv.is_some())
            }
            _ => Some(id),
        };
        let fact = |node, relation, value| NodeBound {
            node,
            relation,
            value,
        };
        let mut proof = Vec::from_iter(refuting.map(|node| fact(node, relation, value)));
        if let Some(ReachedBound { value, side, .. }) = bound
            && let Some(Origin::Move { child, .. }) = bound.map(|bound| bound.origin)
        {
            proof.push(fact(child, Relation::secured_by(side), value));
        }
        Some(CutoffReason {
            node: id,
            cause,
            value,
            bound,
            proof,
        })
    }

    fn reached_bound(&self, id: NodeId, value: Value) -> Option<ReachedBound> {
        let node = &self.nodes[id];
        let window = node.window?;
        let (value, side, origin) = if value >= window.beta {
            (window.beta, Side::Min, node.bounds.beta)
        } else if value <= window.alpha {
            (window.alpha, Side::Max, node.bounds.alpha)
        } else {
            return None;
        };
        Some(ReachedBound {
            value,
            side,
            origin,
        })
    }

    /// Checks a bound by minimax to the depth to which its node was searched. Returns
    /// `None` if a limit ended that search. The depth of `limits` is ignored.
    pub fn verify<H: Heuristic<G>>(
        &self,
        bound: NodeBound,
        game: &G,
        heuristic: &H,
        limits: &SearchLimits,
    ) -> Option<bool> {
        let node = &self.nodes[bound.node];
        let search = Search::new(game).heuristic(heuristic).limits(limits);
        let minimax = search.algorithm(Algorithm::Minimax).depth(node.remaining);
        let result = minimax.run(&node.state);
        let holds = bound.relation.holds(result.value, bound.value);
        result.completed.then_some(holds)
    }
}
