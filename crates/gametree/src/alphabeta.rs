//! Alpha-beta as textbooks print it, with a branch for each side (Knuth and Moore
//! 1975, "An analysis of alpha-beta pruning"), fail-soft (Fishburn 1983).

use crate::context::{Context, Edge, Interrupted, side_to_move};
use crate::{
    Depth, Game, Heuristic, MinimaxResult, NodeEnd, Observer, Pass, Purpose, Search, Side, Value,
};

pub(crate) fn alphabeta<G: Game, H: Heuristic<G>, O: Observer<G>>(
    search: Search<'_, G, H, O>,
    root: &G::State,
) -> MinimaxResult<G::Move> {
    let (depth, window) = (search.limits.depth, search.window);
    let side = side_to_move(search.game, root, Side::Max);
    let mut context = Context::new(search);
    context.begin_pass(Pass::Single);
    let mut best = None;
    let edge = Edge::root(Some(window));
    let value = node(&mut context, root, depth, 0, window, edge, &mut best);
    let fails_low = |best: Value| match side {
        Side::Max => best <= window.0,
        Side::Min => best >= window.1,
    };
    if best.is_some_and(fails_low) {
        context.clear_root_line();
    }
    context.into_result(value, best, depth)
}

/// Returns the value of a state, fail-soft. Keeps the best value so far in `best`, so that it
/// survives an interruption.
fn node<G: Game, H: Heuristic<G>, O: Observer<G>>(
    context: &mut Context<'_, G, H, O>,
    state: &G::State,
    remaining: Depth,
    ply: usize,
    (mut alpha, mut beta): (Value, Value),
    edge: Edge<G::Move>,
    best: &mut Option<Value>,
) -> Result<Value, Interrupted> {
    if let Some(value) = context.enter(state, remaining, ply, edge)? {
        return Ok(value);
    }
    let mover = context.expand_in_order(state, remaining, ply);
    let mut rank = 0;
    let mut end = NodeEnd::AllMoves;
    while let Some(mv) = context.move_at(ply, rank) {
        let child = context.game.play(state, mv);
        let below = context.depth_below(remaining, mover, &child);
        let window = (alpha, beta);
        let edge = Edge::to(mv, window, Purpose::Value);
        let value = node(context, &child, below, ply + 1, window, edge, &mut None)?;
        if best.is_none_or(|best| mover.prefers(value, best)) {
            *best = Some(value);
            context.update_line(ply, mv);
        }
        let is_cutoff = match mover {
            Side::Max => {
                alpha = alpha.max(value);
                value >= beta
            }
            Side::Min => {
                beta = beta.min(value);
                value <= alpha
            }
        };
        if is_cutoff {
            end = context.count_cutoff(mover, ply, rank);
            break;
        }
        rank += 1;
    }
    let value = best.expect("an unfinished game has a legal move");
    context.leave(value, end);
    Ok(value)
}
