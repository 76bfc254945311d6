//! Iterative deepening: depth 1, 2, 3 …, each with the best line of the one
//! before tried first (Slate and Atkin 1977, "Chess 4.5").

use std::hash::Hash;

use crate::aids::{Aids, Pruning, Table, Unaided};
use crate::game::{Game, Heuristic, Player, Value};
use crate::limits::{Depth, Limits};
use crate::negamax::{Negamax, Tests, Visit, seen_from, side_of};
use crate::observer::{Ending, Observer, Pass, Purpose, Unobserved};
use crate::result::SearchResult;
use crate::walker::{Coming, Entered, FULL_WINDOW, Interrupted, Remaining, Walker};

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
    report: impl FnMut(&SearchResult<G::Move>),
) -> SearchResult<G::Move> {
    iterative_deepening_observed(game, root, heuristic, limits, report, Unobserved)
}

/// [`iterative_deepening`], followed by an observer.
pub fn iterative_deepening_observed<G: Game, H: Heuristic<G>, O: Observer<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
    report: impl FnMut(&SearchResult<G::Move>),
    observer: O,
) -> SearchResult<G::Move> {
    let walker = Walker::new(game, heuristic, limits, observer);
    deepen(
        Negamax::new(walker, Unaided, Tests::No),
        root,
        heuristic,
        limits,
        report,
    )
}

/// Iterative deepening with a transposition table of at most `most_entries`
/// states, whose remembered moves are tried first (Greenblatt, Eastlake and
/// Crocker 1967; Slate and Atkin 1977), and, if `pruning` says so, with cuts
/// that no move of the state itself proves.
///
/// Without ProbCut, value and move are those of [`minimax`](crate::minimax).
/// States that are equal must have equal futures: a game whose heuristic looks
/// at the path needs the path in its states.
pub fn deepening_with_table<G, H, O>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
    (most_entries, pruning): (usize, Pruning),
    report: impl FnMut(&SearchResult<G::Move>),
    observer: O,
) -> SearchResult<G::Move>
where
    G: Game<State: Eq + Hash>,
    H: Heuristic<G>,
    O: Observer<G>,
{
    let walker = Walker::new(game, heuristic, limits, observer);
    deepen(
        Negamax::new(walker, Table::new(most_entries, pruning), Tests::No),
        root,
        heuristic,
        limits,
        report,
    )
}

/// Depth after depth.
fn deepen<G: Game, H: Heuristic<G>, O: Observer<G>, A: Aids<G>>(
    mut search: Negamax<'_, G, H, O, A>,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
    mut report: impl FnMut(&SearchResult<G::Move>),
) -> SearchResult<G::Move> {
    let game = search.walker.game;
    let (deepest, in_turns) = match limits.depth {
        Depth::Plies(depth) => (depth, false),
        Depth::Turns(depth) => (depth, true),
        // Ends by itself where every line ends.
        Depth::Unlimited => (u32::MAX, false),
    };
    let mut last = before_searching(game, root, heuristic);
    if deepest == 0 || game.terminal_value(root).is_some() {
        // The root is the only leaf.
        search.walker.begin_pass(Pass::Whole);
        let coming = Coming::to_root(Some(FULL_WINDOW));
        let entered = search.walker.touch(root, Remaining::Plies(0), 0, coming);
        last.completed = entered.is_ok();
        last.guessed = entered.is_err() || game.terminal_value(root).is_none();
        last.best_move = None;
        last.counts = search.walker.counts;
        return last;
    }
    for depth in 1..=deepest {
        let depth = if in_turns {
            Depth::Turns(depth)
        } else {
            Depth::Plies(depth)
        };
        search.walker.begin_pass(Pass::Depth(depth));
        search.walker.try_first(last.pv.clone());
        let guesses = search.walker.guesses();
        let Ok((value, pv)) = iteration(&mut search, root, depth) else {
            last.counts = search.walker.counts;
            last.completed = false;
            last.guessed = true;
            return last;
        };
        last = SearchResult {
            value,
            best_move: pv.first().copied(),
            pv,
            counts: search.walker.counts,
            depth,
            completed: true,
            guessed: search.walker.guesses() > guesses,
        };
        report(&last);
        if !last.guessed {
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
        guessed: true,
    }
}

/// One iteration: the value seen from Max and the best line.
fn iteration<G: Game, H: Heuristic<G>, O: Observer<G>, A: Aids<G>>(
    search: &mut Negamax<'_, G, H, O, A>,
    root: &G::State,
    depth: Depth,
) -> Result<(Value, Vec<G::Move>), Interrupted> {
    let side = side_of(search.walker.game, root, Player::Max);
    let visit = Visit {
        side,
        remaining: Remaining::new(depth),
        ply: 0,
        on_line: true,
    };
    let coming = Coming::to_root(Some(FULL_WINDOW));
    if let Entered::Leaf(value) = search.walker.touch(root, visit.remaining, 0, coming)? {
        return Ok((value, Vec::new()));
    }
    search.walker.expand(root, 0);
    let in_order = search.walker.moves_at(0).to_vec();
    search.walker.put_line_first(0);
    search.walker.tell_moves(0);
    let (lowest, beta) = seen_from(side, FULL_WINDOW);
    // Value and place in the game's order of the best move so far.
    let mut best: Option<(Value, usize)> = None;
    let mut place = 0;
    while let Some(mv) = search.walker.move_at(0, place) {
        let order = in_order.iter().position(|&other| other == mv);
        let order = order.unwrap_or(place);
        // A move that stands before the best one wins if it is equal, so its
        // value must be exact down to equality.
        let alpha = match best {
            None => lowest,
            Some((value, of_best)) if order < of_best => value - 1,
            Some((value, _)) => value,
        };
        let value = search.child_value(root, visit, mv, (alpha, beta), Purpose::Value)?;
        let is_better =
            best.is_none_or(|(best, of_best)| value > best || (value == best && order < of_best));
        if is_better {
            best = Some((value, order));
            search.walker.keep_line(0, mv);
        }
        place += 1;
    }
    let (value, _) = best.expect("a game that is not over has a legal move");
    let value = side.sign() * value;
    search.walker.leave(value, Ending::AllMoves);
    Ok((value, search.walker.line_at(0).to_vec()))
}
