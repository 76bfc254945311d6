//! Plain minimax.

use crate::context::{Context, Edge, Interrupted};
use crate::{
    Depth, Game, Heuristic, MinimaxResult, NodeEnd, Observer, Pass, Purpose, Search, Value,
};

pub(crate) fn minimax<G: Game, H: Heuristic<G>, O: Observer<G>>(
    search: Search<'_, G, H, O>,
    root: &G::State,
) -> MinimaxResult<G::Move> {
    let depth = search.limits.depth;
    let mut context = Context::new(search);
    context.begin_pass(Pass::Single);
    let mut best = None;
    let value = node(&mut context, root, depth, 0, Edge::root(None), &mut best);
    context.into_result(value, best, depth)
}

/// Returns the value of a state. Keeps the best value so far in `best`, so that it survives an
/// interruption.
fn node<G: Game, H: Heuristic<G>, O: Observer<G>>(
    context: &mut Context<'_, G, H, O>,
    state: &G::State,
    remaining: Depth,
    ply: usize,
    edge: Edge<G::Move>,
    best: &mut Option<Value>,
) -> Result<Value, Interrupted> {
    if let Some(value) = context.enter(state, remaining, ply, edge)? {
        return Ok(value);
    }
    let mover = context.expand_in_order(state, remaining, ply);
    let mut rank = 0;
    while let Some(mv) = context.move_at(ply, rank) {
        let child = context.game.play(state, mv);
        let below = context.depth_below(remaining, mover, &child);
        let edge = Edge {
            mv: Some(mv),
            window: None,
            purpose: Purpose::Value,
        };
        let value = node(context, &child, below, ply + 1, edge, &mut None)?;
        if best.is_none_or(|best| mover.prefers(value, best)) {
            *best = Some(value);
            context.update_line(ply, mv);
        }
        rank += 1;
    }
    let value = best.expect("an unfinished game has a legal move");
    context.leave(value, NodeEnd::AllMoves);
    Ok(value)
}
