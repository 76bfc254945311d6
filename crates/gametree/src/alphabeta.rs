//! Alpha-beta as textbooks print it, with a branch for either side.

use crate::game::{Game, Heuristic, Player, Value};
use crate::limits::Limits;
use crate::negamax::side_of;
use crate::observer::{Ending, Observer, Pass, Purpose, Unobserved};
use crate::result::SearchResult;
use crate::walker::{Coming, Entered, FULL_WINDOW, Interrupted, Remaining, Walker, check_window};

/// The value of `root`, the same as by [`minimax`](crate::minimax), without
/// the branches that cannot matter (Knuth and Moore 1975, "An analysis of
/// alpha-beta pruning"), fail-soft (Fishburn 1983).
#[must_use]
pub fn alphabeta<G: Game, H: Heuristic<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
) -> SearchResult<G::Move> {
    alphabeta_window(game, root, heuristic, limits, FULL_WINDOW)
}

/// Alpha-beta with a given window (α, β), seen from Max. A value inside the
/// window is exact; one not over α is an upper bound, one not under β a lower.
/// Where the window says that no move is good enough for the mover, none is
/// given: their values are bounds, and the greatest bound need not be the best
/// move's.
///
/// # Panics
///
/// If α is not below β, or is below -[`INFINITY`](crate::INFINITY).
#[must_use]
pub fn alphabeta_window<G: Game, H: Heuristic<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
    window: (Value, Value),
) -> SearchResult<G::Move> {
    alphabeta_observed(game, root, heuristic, limits, window, Unobserved)
}

/// [`alphabeta_window`], followed by an observer.
///
/// # Panics
///
/// If α is not below β, or is below -[`INFINITY`](crate::INFINITY).
#[must_use]
pub fn alphabeta_observed<G: Game, H: Heuristic<G>, O: Observer<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
    (alpha, beta): (Value, Value),
    observer: O,
) -> SearchResult<G::Move> {
    check_window((alpha, beta));
    let mut walker = Walker::new(game, heuristic, limits, observer);
    walker.begin_pass(Pass::Whole);
    let mut best = None;
    let remaining = Remaining::new(limits.depth);
    let window = (alpha, beta);
    let coming = Coming::to_root(Some(window));
    let value = node(&mut walker, root, remaining, 0, window, coming, &mut best);
    let falls_short = |best: Value| match side_of(game, root, Player::Max) {
        Player::Max => best <= alpha,
        Player::Min => best >= beta,
    };
    if best.is_some_and(falls_short) {
        walker.forget_line();
    }
    walker.into_result(value, best, limits.depth)
}

/// The value of a state, fail-soft. `best` is that of the moves finished so
/// far, which is all there is after an interruption.
fn node<G: Game, H: Heuristic<G>, O: Observer<G>>(
    walker: &mut Walker<'_, G, H, O>,
    state: &G::State,
    remaining: Remaining,
    ply: usize,
    (mut alpha, mut beta): (Value, Value),
    coming: Coming<G::Move>,
    best: &mut Option<Value>,
) -> Result<Value, Interrupted> {
    let mover = match walker.enter(state, remaining, ply, coming)? {
        Entered::Leaf(value) => return Ok(value),
        Entered::Inner(mover) => mover,
    };
    let mut place = 0;
    let mut ending = Ending::AllMoves;
    while let Some(mv) = walker.move_at(ply, place) {
        let child = walker.game.play(state, mv);
        let below = walker.below(remaining, mover, &child);
        let window = (alpha, beta);
        let coming = Coming {
            mv: Some(mv),
            window: Some(window),
            purpose: Purpose::Value,
        };
        let value = node(walker, &child, below, ply + 1, window, coming, &mut None)?;
        let is_cut = match mover {
            Player::Max => {
                if best.is_none_or(|best| value > best) {
                    *best = Some(value);
                    walker.keep_line(ply, mv);
                }
                alpha = alpha.max(value);
                value >= beta
            }
            Player::Min => {
                if best.is_none_or(|best| value < best) {
                    *best = Some(value);
                    walker.keep_line(ply, mv);
                }
                beta = beta.min(value);
                value <= alpha
            }
        };
        if is_cut {
            ending = walker.count_cut(mover, ply, place);
            break;
        }
        place += 1;
    }
    let value = best.expect("a game that is not over has a legal move");
    walker.leave(value, ending);
    Ok(value)
}
