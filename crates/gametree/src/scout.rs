//! SCOUT: moves are tested before they are searched.

use crate::game::{Game, Heuristic, Player, Value};
use crate::limits::Limits;
use crate::observer::{Ending, Observer, Pass, Purpose};
use crate::result::SearchResult;
use crate::walker::{Coming, Entered, FULL_WINDOW, Interrupted, Remaining, Walker};

/// The value of `root` by SCOUT (Pearl 1980, "SCOUT: A simple game-searching
/// algorithm with proven optimal properties"): the first move is searched, each
/// other one only tested, whether it is better, and searched if it is.
///
/// Unlike alpha-beta it carries no window into what it searches; its tests
/// answer no more than yes or no. Value and move are those of
/// [`minimax`](crate::minimax).
pub fn scout<G: Game, H: Heuristic<G>, O: Observer<G>>(
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
    let coming = Coming::to_root(Some(FULL_WINDOW));
    let value = eval(&mut walker, root, remaining, 0, coming, &mut best);
    walker.into_result(value, best, limits.depth)
}

/// The value of a state. `best` is that of the moves finished so far.
fn eval<G: Game, H: Heuristic<G>, O: Observer<G>>(
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
        let purpose = match *best {
            None => Purpose::Value,
            Some(best) => {
                // Better for Max is over the best, for Min under it.
                let bar = match mover {
                    Player::Max => best,
                    Player::Min => best - 1,
                };
                let is_over = test(walker, &child, below, ply + 1, (mv, bar))?;
                if is_over != (mover == Player::Max) {
                    place += 1;
                    continue;
                }
                Purpose::Again
            }
        };
        let coming = Coming {
            mv: Some(mv),
            window: Some(FULL_WINDOW),
            purpose,
        };
        *best = Some(eval(walker, &child, below, ply + 1, coming, &mut None)?);
        walker.keep_line(ply, mv);
        place += 1;
    }
    let value = best.expect("a game that is not over has a legal move");
    walker.leave(value, Ending::AllMoves);
    Ok(value)
}

/// Whether the value of a state, reached by `mv`, is over `bar`.
fn test<G: Game, H: Heuristic<G>, O: Observer<G>>(
    walker: &mut Walker<'_, G, H, O>,
    state: &G::State,
    remaining: Remaining,
    ply: usize,
    (mv, bar): (G::Move, Value),
) -> Result<bool, Interrupted> {
    let coming = Coming {
        mv: Some(mv),
        window: Some((bar, bar + 1)),
        purpose: Purpose::Test,
    };
    let mover = match walker.enter(state, remaining, ply, coming)? {
        Entered::Leaf(value) => return Ok(value > bar),
        Entered::Inner(mover) => mover,
    };
    // Max needs one move over the bar, Min one that is not.
    let sought = mover == Player::Max;
    let mut ending = Ending::AllMoves;
    let mut answer = !sought;
    let mut place = 0;
    while let Some(mv) = walker.move_at(ply, place) {
        let child = walker.game.play(state, mv);
        let below = walker.below(remaining, mover, &child);
        if test(walker, &child, below, ply + 1, (mv, bar))? == sought {
            answer = sought;
            ending = walker.count_cut(mover, ply, place);
            break;
        }
        place += 1;
    }
    walker.leave(if answer { bar + 1 } else { bar }, ending);
    Ok(answer)
}
