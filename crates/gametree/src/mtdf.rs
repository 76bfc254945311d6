//! MTD(f): null-window searches that converge on the value from a first guess, with a
//! transposition table to avoid searching the same states again (Plaat, Schaeffer, Pijls
//! and de Bruin 1996, "Best-first fixed-depth minimax algorithms").

use crate::context::side_to_move;
use crate::negamax::{Negamax, window_for};
use crate::{
    Game, Heuristic, INFINITY, MinimaxResult, Observer, Pass, Pruning, Search, Side, Value, Window,
};

/// Runs MTD(f). Ignores pruning. After an interruption, the result has a move only if a test failed
/// high.
pub(crate) fn mtdf<G: Game, H: Heuristic<G>, O: Observer<G>>(
    search: Search<'_, G, H, O>,
    root: &G::State,
    first_guess: Value,
) -> MinimaxResult<G::Move> {
    let depth = search.limits.depth;
    let side = side_to_move(search.game, root, Side::Max);
    let mut search = Negamax::with_table(search.pruning(Pruning::default()));
    // All values are from the mover's point of view.
    let mut guess = side.sign() * first_guess;
    let (mut lower, mut upper) = (-INFINITY, INFINITY);
    let mut pv = Vec::new();
    let mut is_interrupted = false;
    while lower < upper {
        let beta = guess.max(lower.saturating_add(1));
        let window = window_for(side, (beta - 1, beta));
        search.context.begin_pass(Pass::Test(Window::from(window)));
        let Ok(value) = search.root(root, depth, window, &mut None) else {
            is_interrupted = true;
            break;
        };
        guess = side.sign() * value;
        if guess < beta {
            upper = guess;
        } else {
            lower = guess;
            pv = search.context.line_at(0).to_vec();
        }
    }
    let proven = side.sign() * lower;
    MinimaxResult {
        value: if lower > -INFINITY { proven } else { 0 },
        best_move: pv.first().copied(),
        pv,
        counts: search.context.counts,
        depth,
        completed: !is_interrupted,
        exact: !is_interrupted && search.context.heuristic_values == 0,
    }
}
