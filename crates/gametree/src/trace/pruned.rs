//! How large the part is that a cut saved.

use super::{NodeId, Trace};
use crate::game::{Game, Heuristic, Value};
use crate::limits::Limits;
use crate::minimax::minimax;

/// A part of the tree that was never entered, searched after all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unentered<M> {
    /// The move that leads into it; none for all below a node whose moves
    /// nobody asked for.
    pub mv: Option<M>,
    /// States that minimax enters in it.
    pub nodes: u64,
    /// Its value, seen from Max; none if a limit ended the search.
    pub value: Option<Value>,
}

impl<G: Game> Trace<G> {
    /// Searches by minimax what a cut at a node left unentered: each move
    /// behind the one that cut or, where the node was cut before its moves were
    /// looked at, all below it. Of `limits` the depth does not count, and the
    /// rest holds for each part.
    pub fn measure<H: Heuristic<G>>(
        &self,
        id: NodeId,
        game: &G,
        heuristic: &H,
        limits: &Limits,
    ) -> Vec<Unentered<G::Move>> {
        let node = &self.nodes[id];
        let search = |state: &G::State, depth, mv| {
            let limits = Limits {
                depth,
                ..limits.clone()
            };
            let result = minimax(game, state, heuristic, &limits);
            Unentered {
                mv,
                nodes: result.counts.nodes(),
                value: result.completed.then_some(result.value),
            }
        };
        if self.cut(id).is_some() && node.moves.is_empty() {
            // The node itself was entered.
            let mut whole = search(&node.state, node.remaining, None);
            whole.nodes = whole.nodes.saturating_sub(1);
            return vec![whole];
        }
        let moves = self.unentered(id).iter();
        moves
            .map(|&mv| {
                let child = game.play(&node.state, mv);
                let depth = self.depth_below(id, game, &child);
                search(&child, depth, Some(mv))
            })
            .collect()
    }
}
