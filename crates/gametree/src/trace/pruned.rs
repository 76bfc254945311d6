//! The sizes of the subtrees that a cut-off skips.

use super::{NodeId, Trace};
use crate::context::side_to_move;
use crate::{Algorithm, Depth, Game, Heuristic, Search, SearchLimits, Value};

/// A subtree that the search never entered, with its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrunedSubtree<M> {
    /// The move that leads into it, or `None` for everything below a node whose moves
    /// were not generated.
    pub mv: Option<M>,
    /// The number of states that minimax enters in it.
    pub nodes: u64,
    /// Its value from Max's point of view, or `None` if a limit ended the search.
    pub value: Option<Value>,
}

impl<G: Game> Trace<G> {
    /// Uses minimax to search the subtrees that a cut-off at a node left unsearched: each later
    /// move or, if the node was cut off before its moves were generated, everything below it.
    /// Ignores the depth of `limits`; the other limits apply to each subtree.
    pub fn measure_pruned<H: Heuristic<G>>(
        &self,
        id: NodeId,
        game: &G,
        heuristic: &H,
        limits: &SearchLimits,
    ) -> Vec<PrunedSubtree<G::Move>> {
        let node = &self.nodes[id];
        let search = |state: &G::State, depth: Depth, mv| {
            let search = Search::new(game).heuristic(heuristic).limits(limits);
            let minimax = search.algorithm(Algorithm::Minimax).depth(depth);
            let result = minimax.run(state);
            PrunedSubtree {
                mv,
                nodes: result.counts.nodes(),
                value: result.completed.then_some(result.value),
            }
        };
        if self.cutoff(id).is_some() && node.moves.is_empty() {
            // The node itself was already entered.
            let mut whole = search(&node.state, node.remaining, None);
            whole.nodes = whole.nodes.saturating_sub(1);
            return vec![whole];
        }
        let moves = self.pruned_moves(id).iter();
        let subtrees = moves.map(|&mv| {
            let child = game.play(&node.state, mv);
            let mover = game.mover(&node.state);
            let depth = (node.remaining).below(|| side_to_move(game, &child, mover) != mover);
            search(&child, depth, Some(mv))
        });
        subtrees.collect()
    }
}
