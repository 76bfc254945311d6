//! Why a part of the tree was never entered.

use super::{NodeId, Origin, Trace};
use crate::game::{Game, Heuristic, Player, Value};
use crate::limits::{Depth, Limits};
use crate::minimax::minimax;
use crate::observer::{Cause, Ending};

/// Why the search of a node was cut short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The node.
    pub node: NodeId,
    /// What cut it.
    pub cause: Cause,
    /// Its value then, seen from Max: a bound on the true one.
    pub value: Value,
    /// The bound that the value reached; none where the search has no window,
    /// and where the table knew the value itself.
    pub bar: Option<Bar>,
    /// What has to be true for the cut to be right.
    pub proof: Proof,
}

/// A bound that a value reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// α or β.
    pub value: Value,
    /// Whose it is: of Max it is α, of Min β.
    pub side: Player,
    /// What set it.
    pub origin: Origin,
}

/// Claims that together prove a cut: the node is worth at least (at most) some
/// value, and elsewhere its opponent has no less (no more) already.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// The claims, that on the node first.
    pub claims: Vec<Claim>,
}

/// A claim on the value of a node at the depth to which it was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The node.
    pub node: NodeId,
    /// How its value lies to the one named.
    pub relation: Relation,
    /// That value, seen from Max.
    pub value: Value,
}

/// How one value lies to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Not under it.
    AtLeast,
    /// Not over it.
    AtMost,
    /// Equal to it.
    Equal,
}

impl Relation {
    /// Whether `value` lies so to `to`.
    #[must_use]
    pub const fn holds(self, value: Value, to: Value) -> bool {
        match self {
            Self::AtLeast => value >= to,
            Self::AtMost => value <= to,
            Self::Equal => value == to,
        }
    }

    /// What a side claims by a value of its own.
    const fn of(side: Player) -> Self {
        match side {
            Player::Max => Self::AtLeast,
            Player::Min => Self::AtMost,
        }
    }
}

impl<G: Game> Trace<G> {
    /// Why the search of a node was cut short; none if it was not.
    #[must_use]
    pub fn why(&self, id: NodeId) -> Option<Why> {
        let node = &self.nodes[id];
        let value = node.value?;
        let Some(Ending::Cut { cause, place }) = node.ending else {
            return None;
        };
        let bar = self.bar(id, value);
        let mut claims = Vec::new();
        match (place, bar) {
            // A move of the node: the last one entered.
            (Some(_), Some(bar)) => {
                let by_move = node.children.iter().rev();
                let by_move = by_move
                    .copied()
                    .find(|&child| self.nodes[child].mv.is_some());
                claims.extend(by_move.map(|child| Claim {
                    node: child,
                    relation: Relation::of(bar.side.other()),
                    value,
                }));
            }
            _ => claims.push(Claim {
                node: id,
                relation: bar.map_or(Relation::Equal, |bar| Relation::of(bar.side.other())),
                value,
            }),
        }
        if let Some(bar) = bar
            && let Origin::Move { child, .. } = bar.origin
        {
            claims.push(Claim {
                node: child,
                relation: Relation::of(bar.side),
                value: bar.value,
            });
        }
        Some(Why {
            node: id,
            cause,
            value,
            bar,
            proof: Proof { claims },
        })
    }

    /// The bound of its window that a value reached.
    fn bar(&self, id: NodeId, value: Value) -> Option<Bar> {
        let node = &self.nodes[id];
        let window = node.window?;
        if value >= window.beta {
            Some(Bar {
                value: window.beta,
                side: Player::Min,
                origin: node.bounds.beta,
            })
        } else if value <= window.alpha {
            Some(Bar {
                value: window.alpha,
                side: Player::Max,
                origin: node.bounds.alpha,
            })
        } else {
            None
        }
    }

    /// Checks a claim by minimax to the depth to which its node was searched.
    /// None if a limit ended that; of `limits` the depth does not count.
    pub fn check<H: Heuristic<G>>(
        &self,
        claim: Claim,
        game: &G,
        heuristic: &H,
        limits: &Limits,
    ) -> Option<bool> {
        let node = &self.nodes[claim.node];
        let limits = Limits {
            depth: node.remaining,
            ..limits.clone()
        };
        let result = minimax(game, &node.state, heuristic, &limits);
        result
            .completed
            .then(|| claim.relation.holds(result.value, claim.value))
    }

    /// The depth left for a state that `mv` leads to from a node.
    pub(super) fn depth_below(&self, id: NodeId, game: &G, child: &G::State) -> Depth {
        let node = &self.nodes[id];
        let turn_is_over =
            game.terminal_value(child).is_none() && Some(game.mover(child)) != node.mover;
        match node.remaining {
            Depth::Plies(plies) => Depth::Plies(plies.saturating_sub(1)),
            Depth::Turns(turns) if turn_is_over => Depth::Turns(turns.saturating_sub(1)),
            other => other,
        }
    }
}
