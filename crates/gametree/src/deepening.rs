//! Iterative deepening: depth 1, 2, 3 …, each with the best line of the one
//! before tried first (Slate and Atkin 1977, "Chess 4.5").

use crate::game::{Game, Heuristic, Player, Value};
use crate::limits::{Depth, Limits};
use crate::negamax::{Visit, child_value, seen_from, side_of};
use crate::result::SearchResult;
use crate::walker::{Entered, FULL_WINDOW, Interrupted, Remaining, Walker};

/// The value of `root` at the deepest depth that the limits allow.
///
/// `report` is told the result of each iteration. Value and best move are
/// those of [`minimax`](crate::minimax) at the depth reached: of equally good
/// moves the first in the game's order is given, although another may have
/// been tried first. The line behind it is one of best play, but among equally
/// good ones perhaps another than minimax gives. Without a limit the search
/// goes on until every line has ended, in a game without end for ever. After an interruption the result is that of the last
/// iteration that ended, `completed` being false; if none did, it is a legal
/// move and the heuristic value of the root.
pub fn iterative_deepening<G: Game, H: Heuristic<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
    mut report: impl FnMut(&SearchResult<G::Move>),
) -> SearchResult<G::Move> {
    let mut walker = Walker::new(game, heuristic, limits);
    let (deepest, in_turns) = match limits.depth {
        Depth::Plies(depth) => (depth, false),
        Depth::Turns(depth) => (depth, true),
        // Ends by itself where every line ends.
        Depth::Unlimited => (u32::MAX, false),
    };
    let mut last = before_searching(game, root, heuristic);
    if deepest == 0 || game.terminal_value(root).is_some() {
        last.completed = true;
        last.best_move = None;
        last.counts.leaves = 1;
        return last;
    }
    for depth in 1..=deepest {
        let depth = if in_turns {
            Depth::Turns(depth)
        } else {
            Depth::Plies(depth)
        };
        walker.try_first(last.pv.clone());
        let guesses = walker.heuristic_leaves();
        let Ok((value, pv)) = iteration(&mut walker, root, depth) else {
            last.counts = walker.counts;
            last.completed = false;
            return last;
        };
        last = SearchResult {
            value,
            best_move: pv.first().copied(),
            pv,
            counts: walker.counts,
            depth,
            completed: true,
        };
        report(&last);
        if !walker.asked_heuristic_since(guesses) {
            // Every leaf was a finished game: deeper is the same.
            break;
        }
    }
    last
}

/// What can be said without any search.
fn before_searching<G: Game, H: Heuristic<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
) -> SearchResult<G::Move> {
    let mut moves = Vec::new();
    let value = match game.terminal_value(root) {
        Some(value) => value,
        None => {
            game.moves(root, &mut moves);
            game.order_moves(root, &mut moves);
            heuristic.value(game, root)
        }
    };
    SearchResult {
        value,
        best_move: moves.first().copied(),
        pv: Vec::new(),
        counts: Default::default(),
        depth: Depth::Plies(0),
        completed: false,
    }
}

/// One iteration: the value seen from Max and the best line.
fn iteration<G: Game, H: Heuristic<G>>(
    walker: &mut Walker<'_, G, H>,
    root: &G::State,
    depth: Depth,
) -> Result<(Value, Vec<G::Move>), Interrupted> {
    let side = side_of(walker.game, root, Player::Max);
    let visit = Visit {
        side,
        remaining: Remaining::new(depth),
        ply: 0,
        on_line: true,
    };
    if let Entered::Leaf(value) = walker.enter(root, visit.remaining, 0)? {
        return Ok((value, Vec::new()));
    }
    let in_order = walker.moves_at(0).to_vec();
    walker.put_line_first(0);
    let (lowest, beta) = seen_from(side, FULL_WINDOW);
    // Value and place in the game's order of the best move so far.
    let mut best: Option<(Value, usize)> = None;
    let mut place = 0;
    while let Some(mv) = walker.move_at(0, place) {
        let order = in_order.iter().position(|&other| other == mv);
        let order = order.unwrap_or(place);
        // A move that stands before the best one wins if it is equal, so its
        // value must be exact down to equality.
        let alpha = match best {
            None => lowest,
            Some((value, of_best)) if order < of_best => value - 1,
            Some((value, _)) => value,
        };
        let value = child_value(walker, root, visit, mv, (alpha, beta))?;
        let is_better =
            best.is_none_or(|(best, of_best)| value > best || (value == best && order < of_best));
        if is_better {
            best = Some((value, order));
            walker.keep_line(0, mv);
        }
        place += 1;
    }
    let (value, _) = best.expect("a game that is not over has a legal move");
    Ok((side.sign() * value, walker.line_at(0).to_vec()))
}
