//! Plain minimax.

use crate::game::{Game, Heuristic, Player, Value};
use crate::limits::Limits;
use crate::result::SearchResult;
use crate::walker::{Entered, Interrupted, Remaining, Walker};

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
    let mut walker = Walker::new(game, heuristic, limits);
    let mut best = None;
    let remaining = Remaining::new(limits.depth);
    let value = node(&mut walker, root, remaining, 0, &mut best);
    walker.into_result(value, best, limits.depth)
}

/// The value of a state. `best` is that of the moves finished so far, which is
/// all there is after an interruption.
fn node<G: Game, H: Heuristic<G>>(
    walker: &mut Walker<'_, G, H>,
    state: &G::State,
    remaining: Remaining,
    ply: usize,
    best: &mut Option<Value>,
) -> Result<Value, Interrupted> {
    let mover = match walker.enter(state, remaining, ply)? {
        Entered::Leaf(value) => return Ok(value),
        Entered::Inner(mover) => mover,
    };
    let mut place = 0;
    while let Some(mv) = walker.move_at(ply, place) {
        let child = walker.game.play(state, mv);
        let below = walker.below(remaining, mover, &child);
        let value = node(walker, &child, below, ply + 1, &mut None)?;
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
    Ok(best.expect("a game that is not over has a legal move"))
}
