//! Iterative deepening: depth 1, 2, 3 …, each iteration trying the principal
//! variation of the previous one first (Slate and Atkin 1977, "Chess 4.5").

use crate::context::{Edge, FULL_WINDOW, Interrupted, side_to_move};
use crate::negamax::{Negamax, Visit, window_for};
use crate::search::OnIteration;
use crate::{
    Counts, Depth, Game, Heuristic, MinimaxResult, NodeEnd, Observer, Pass, Purpose, Side, Value,
};

/// Searches to `deepest`. After an interruption, returns the result of the last completed iteration
/// or, if there is none, a legal move with the heuristic value of the root.
pub(crate) fn deepen<G: Game, H: Heuristic<G>, O: Observer<G>>(
    mut search: Negamax<'_, G, H, O>,
    heuristic: &H,
    root: &G::State,
    deepest: Depth,
    mut on_iteration: Option<OnIteration<'_, G>>,
) -> MinimaxResult<G::Move> {
    let game = search.context.game;
    // Without a depth limit, the search ends once every variation reaches the end of the game.
    let (unit, last_depth) = match deepest {
        Depth::Unlimited => (Depth::Plies(0), u32::MAX),
        Depth::Plies(depth) | Depth::Turns(depth) => (deepest, depth),
    };
    let mut last = before_search(game, heuristic, root);
    if last_depth == 0 || game.terminal_value(root).is_some() {
        // The root is the only leaf.
        search.context.begin_pass(Pass::Single);
        let edge = Edge::root(Some(FULL_WINDOW));
        let entered = search.context.enter(root, Depth::Plies(0), 0, edge);
        last.completed = entered.is_ok();
        last.exact = entered.is_ok() && game.terminal_value(root).is_some();
        last.best_move = None;
        last.counts = search.context.counts;
        return last;
    }
    for number in 1..=last_depth {
        let depth = unit.with_number(number);
        let later_depth = deepest.number().map_or(0, |deepest| deepest - number);
        let context = &mut search.context;
        context.begin_iteration(depth, last.pv.clone(), later_depth);
        let heuristic_values = search.context.heuristic_values;
        let Ok((value, pv)) = iteration(&mut search, root, depth) else {
            last.counts = search.context.counts;
            last.completed = false;
            last.exact = false;
            return last;
        };
        last = MinimaxResult {
            value,
            best_move: pv.first().copied(),
            pv,
            counts: search.context.counts,
            depth,
            completed: true,
            exact: search.context.heuristic_values == heuristic_values,
        };
        if let Some(report) = &mut on_iteration {
            report(&last);
        }
        if last.exact {
            // Every leaf was a finished game, so a deeper search gives the same result.
            break;
        }
    }
    last
}

fn before_search<G: Game, H: Heuristic<G>>(
    game: &G,
    heuristic: &H,
    root: &G::State,
) -> MinimaxResult<G::Move> {
    let mut moves = Vec::new();
    let value = match game.terminal_value(root) {
        Some(value) => value,
        None => {
            game.moves(root, &mut moves);
            game.order_moves(root, &mut moves);
            heuristic.value(game, root)
        }
    };
    MinimaxResult {
        value,
        best_move: moves.first().copied(),
        pv: Vec::new(),
        counts: Counts::default(),
        depth: Depth::Plies(0),
        completed: false,
        exact: false,
    }
}

/// Returns the value of the root from Max's point of view, and the principal variation. Among
/// equally good moves, the first in the game's order wins, even if another was tried first.
fn iteration<G: Game, H: Heuristic<G>, O: Observer<G>>(
    search: &mut Negamax<'_, G, H, O>,
    root: &G::State,
    depth: Depth,
) -> Result<(Value, Vec<G::Move>), Interrupted> {
    let side = side_to_move(search.context.game, root, Side::Max);
    let (remaining, ply, on_pv) = (depth, 0, true);
    let visit = Visit {
        side,
        remaining,
        ply,
        on_pv,
    };
    let edge = Edge::root(Some(FULL_WINDOW));
    if let Some(value) = search.context.enter(root, depth, 0, edge)? {
        return Ok((value, Vec::new()));
    }
    search.context.expand(root, depth, 0);
    let in_order = search.context.moves_at(0).to_vec();
    search.context.pv_move_to_front(0);
    search.context.report_moves(0);
    let (lowest, beta) = window_for(side, FULL_WINDOW);
    // The value of the best move so far, and its rank in the game's order.
    let mut best: Option<(Value, usize)> = None;
    let mut tried = 0;
    while let Some(mv) = search.context.move_at(0, tried) {
        let rank = in_order.iter().position(|&other| other == mv);
        let rank = rank.unwrap_or(tried);
        // A move of lower rank than the best one wins a tie, so its value must be exact
        // even if equal.
        let alpha = match best {
            None => lowest,
            Some((value, best_rank)) if rank < best_rank => value - 1,
            Some((value, _)) => value,
        };
        let value = search.child_value(root, visit, mv, (alpha, beta), Purpose::Value)?;
        // Among equal values, the lower rank wins.
        if best.is_none_or(|(best, best_rank)| (value, best_rank) > (best, rank)) {
            best = Some((value, rank));
            search.context.update_line(0, mv);
        }
        tried += 1;
    }
    let (value, _) = best.expect("an unfinished game has a legal move");
    let value = side.sign() * value;
    search.context.leave(value, NodeEnd::AllMoves);
    Ok((value, search.context.line_at(0).to_vec()))
}
