//! Plain minimax.

use crate::game::{Game, Heuristic, Player, Value};
use crate::limits::Limits;
use crate::observer::{Ending, Observer, Pass, Purpose, Unobserved};
use crate::result::SearchResult;
use crate::walker::{Coming, Entered, Interrupted, Remaining, Walker};

/// The value of `root` by visiting every state down to the depth limit.
///
/// Max takes the child of the greatest value, Min that of the least; of equal
/// ones the first wins.
#[must_use]
pub fn minimax<G: Game, H: Heuristic<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
) -> SearchResult<G::Move> {
    minimax_observed(game, root, heuristic, limits, Unobserved)
}

/// [`minimax`], followed by an observer.
#[must_use]
pub fn minimax_observed<G: Game, H: Heuristic<G>, O: Observer<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
    observer: O,
) -> SearchResult<G::Move> {
    let mut walker = Walker::new(game, heuristic, limits, observer);
    walker.begin_pass(Pass::Whole);
    let mut best = None;
    let remaining = Remaining::new(limits.depth);
    let coming = Coming::to_root(None);
    let value = node(&mut walker, root, remaining, 0, coming, &mut best);
    walker.into_result(value, best, limits.depth)
}

/// The value of a state. `best` is that of the moves finished so far, which is
/// all there is after an interruption.
fn node<G: Game, H: Heuristic<G>, O: Observer<G>>(
    walker: &mut Walker<'_, G, H, O>,
    state: &G::State,
    remaining: Remaining,
    ply: usize,
    coming: Coming<G::Move>,
    best: &mut Option<Value>,
) -> Result<Value, Interrupted> {
    let mover = match walker.enter(state, remaining, ply, coming)? {
        Entered::Leaf(value) => return Ok(value),
        Entered::Inner(mover) => mover,
    };
    let mut place = 0;
    while let Some(mv) = walker.move_at(ply, place) {
        let child = walker.game.play(state, mv);
        let below = walker.below(remaining, mover, &child);
        let coming = Coming {
            mv: Some(mv),
            window: None,
            purpose: Purpose::Value,
        };
        let value = node(walker, &child, below, ply + 1, coming, &mut None)?;
        let is_better = best.is_none_or(|best| match mover {
            Player::Max => value > best,
            Player::Min => value < best,
        });
        if is_better {
            *best = Some(value);
            walker.keep_line(ply, mv);
        }
        place += 1;
    }
    let value = best.expect("a game that is not over has a legal move");
    walker.leave(value, Ending::AllMoves);
    Ok(value)
}
