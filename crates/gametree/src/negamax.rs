//! Alpha-beta in negamax form: one branch serves both sides.

use crate::game::{Game, Heuristic, Player, Value};
use crate::limits::Limits;
use crate::result::SearchResult;
use crate::walker::{Entered, FULL_WINDOW, Interrupted, Remaining, Walker, check_window};

/// The value of `root` seen from Max, by alpha-beta with values seen from the
/// side to move.
///
/// Values and window change sign between a state and its child only if the
/// mover changes: a side may move twice running.
#[must_use]
pub fn negamax<G: Game, H: Heuristic<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
) -> SearchResult<G::Move> {
    negamax_window(game, root, heuristic, limits, FULL_WINDOW)
}

/// Negamax with a given window, seen from Max. A value inside the window is
/// exact; one outside is a bound, as in [`alphabeta_window`](crate::alphabeta_window),
/// and a move is given only where one is good enough for the mover.
///
/// # Panics
///
/// If α is not below β, or is below -[`INFINITY`](crate::INFINITY).
#[must_use]
pub fn negamax_window<G: Game, H: Heuristic<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
    window: (Value, Value),
) -> SearchResult<G::Move> {
    check_window(window);
    let mut walker = Walker::new(game, heuristic, limits);
    let side = side_of(game, root, Player::Max);
    let visit = Visit {
        side,
        remaining: Remaining::new(limits.depth),
        ply: 0,
        on_line: false,
    };
    let window = seen_from(side, window);
    let mut best = None;
    let value = node(&mut walker, root, visit, window, &mut best);
    if best.is_some_and(|best| best <= window.0) {
        walker.forget_line();
    }
    let from_max = |value: Value| side.sign() * value;
    walker.into_result(value.map(from_max), best.map(from_max), limits.depth)
}

/// How a state is visited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    /// The side from which values are seen: the mover, if there is one.
    pub(crate) side: Player,
    pub(crate) remaining: Remaining,
    pub(crate) ply: usize,
    /// Whether the path to the state is the line to be tried first.
    pub(crate) on_line: bool,
}

/// The side to move, `otherwise` if the game is over.
pub(crate) fn side_of<G: Game>(game: &G, state: &G::State, otherwise: Player) -> Player {
    match game.terminal_value(state) {
        Some(_) => otherwise,
        None => game.mover(state),
    }
}

/// A window seen from Max as `side` sees it.
pub(crate) const fn seen_from(side: Player, (alpha, beta): (Value, Value)) -> (Value, Value) {
    match side {
        Player::Max => (alpha, beta),
        Player::Min => (-beta, -alpha),
    }
}

/// The value of the child reached by `mv`, seen from the side at `visit`.
pub(crate) fn child_value<G: Game, H: Heuristic<G>>(
    walker: &mut Walker<'_, G, H>,
    state: &G::State,
    visit: Visit,
    mv: G::Move,
    (alpha, beta): (Value, Value),
) -> Result<Value, Interrupted> {
    let child = walker.game.play(state, mv);
    let side = side_of(walker.game, &child, visit.side);
    let below = Visit {
        side,
        remaining: walker.below(visit.remaining, visit.side, &child),
        ply: visit.ply + 1,
        on_line: visit.on_line && walker.is_on_line(visit.ply, mv),
    };
    if side == visit.side {
        node(walker, &child, below, (alpha, beta), &mut None)
    } else {
        Ok(-node(walker, &child, below, (-beta, -alpha), &mut None)?)
    }
}

/// The value of a state for its mover, fail-soft. `best` is that of the moves
/// finished so far, which is all there is after an interruption.
fn node<G: Game, H: Heuristic<G>>(
    walker: &mut Walker<'_, G, H>,
    state: &G::State,
    visit: Visit,
    (mut alpha, beta): (Value, Value),
    best: &mut Option<Value>,
) -> Result<Value, Interrupted> {
    let Visit { ply, side, .. } = visit;
    match walker.enter(state, visit.remaining, ply)? {
        Entered::Leaf(value) => return Ok(side.sign() * value),
        Entered::Inner(_) if visit.on_line => walker.put_line_first(ply),
        Entered::Inner(_) => {}
    }
    let mut place = 0;
    while let Some(mv) = walker.move_at(ply, place) {
        let value = child_value(walker, state, visit, mv, (alpha, beta))?;
        if best.is_none_or(|best| value > best) {
            *best = Some(value);
            walker.keep_line(ply, mv);
        }
        alpha = alpha.max(value);
        if value >= beta {
            walker.count_cut(side, ply, place);
            break;
        }
        place += 1;
    }
    Ok(best.expect("a game that is not over has a legal move"))
}
