//! SCOUT (Pearl 1980, "SCOUT: A simple game-searching algorithm with proven optimal properties"):
//! searches the first move, then tests whether each later move is better and searches it only if it
//! is.
//!
//! Unlike alpha-beta, it has no window. Its tests answer yes or no.

use crate::context::{Context, Edge, FULL_WINDOW, Interrupted};
use crate::{
    Depth, Game, Heuristic, MinimaxResult, NodeEnd, Observer, Pass, Purpose, Search, Side, Value,
};

pub(crate) fn scout<G: Game, H: Heuristic<G>, O: Observer<G>>(
    search: Search<'_, G, H, O>,
    root: &G::State,
) -> MinimaxResult<G::Move> {
    let depth = search.limits.depth;
    let mut context = Context::new(search);
    context.begin_pass(Pass::Single);
    let mut best = None;
    let edge = Edge::root(Some(FULL_WINDOW));
    let value = eval(&mut context, root, depth, 0, edge, &mut best);
    context.into_result(value, best, depth)
}

/// Returns the value of a state. Keeps the best value so far in `best`.
fn eval<G: Game, H: Heuristic<G>, O: Observer<G>>(
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
        rank += 1;
        let child = context.game.play(state, mv);
        let below = context.depth_below(remaining, mover, &child);
        let purpose = match *best {
            None => Purpose::Value,
            Some(best) => {
                // For Max, a better value is above the best one; for Min, below it.
                let bound = match mover {
                    Side::Max => best,
                    Side::Min => best - 1,
                };
                let is_above = test(context, &child, below, ply + 1, (mv, bound))?;
                if is_above != (mover == Side::Max) {
                    continue;
                }
                Purpose::ReSearch
            }
        };
        let edge = Edge::to(mv, FULL_WINDOW, purpose);
        *best = Some(eval(context, &child, below, ply + 1, edge, &mut None)?);
        context.update_line(ply, mv);
    }
    let value = best.expect("an unfinished game has a legal move");
    context.leave(value, NodeEnd::AllMoves);
    Ok(value)
}

/// Returns whether the value of a state, reached by `mv`, is above `bound`.
fn test<G: Game, H: Heuristic<G>, O: Observer<G>>(
    context: &mut Context<'_, G, H, O>,
    state: &G::State,
    remaining: Depth,
    ply: usize,
    (mv, bound): (G::Move, Value),
) -> Result<bool, Interrupted> {
    let edge = Edge::to(mv, (bound, bound + 1), Purpose::Test);
    if let Some(value) = context.enter(state, remaining, ply, edge)? {
        return Ok(value > bound);
    }
    let mover = context.expand_in_order(state, remaining, ply);
    // Max needs one move above the bound, Min one that is not.
    let sought = mover == Side::Max;
    let mut end = NodeEnd::AllMoves;
    let mut answer = !sought;
    let mut rank = 0;
    while let Some(mv) = context.move_at(ply, rank) {
        let child = context.game.play(state, mv);
        let below = context.depth_below(remaining, mover, &child);
        if test(context, &child, below, ply + 1, (mv, bound))? == sought {
            answer = sought;
            end = context.count_cutoff(mover, ply, rank);
            break;
        }
        rank += 1;
    }
    context.leave(if answer { bound + 1 } else { bound }, end);
    Ok(answer)
}
