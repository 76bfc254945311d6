//! The score of a position, bound by bound.
//!
//! Each step asks by a null window whether the score reaches a number of discs,
//! and so proves a bound; the answers close in on the score (MTD(f): Plaat,
//! Schaeffer, Pijls and de Bruin 1996, "Best-first fixed-depth minimax
//! algorithms"). The table keeps what one step learns for the next.

use outflank_othello::{Bitboard, Board};

use super::midgame::{MOST, best_move, midgame_root};
use super::progress::Finding;
use super::pv::{Line, search_pv};
use super::table::NO_MOVE;
use super::thread::{ORDERING_SELECTIVITY, SECOND_PRESEARCH_SELECTIVITY, Thread};
use super::tiers::Kernels;
use super::window::Window;
use crate::evaluation::UNITS_PER_DISC;

/// Up to so many empty squares one search with an open window is quicker than
/// several null windows.
const OPEN_WINDOW_TO: u32 = 9;

/// Plies of the ordering_search that says where to begin.
const ROOT_ORDERING_PLIES: u32 = 3;

/// Most plies of a rehearsal that does not reach the end.
const MAX_PRESEARCH_DEPTH: u32 = 10;

/// How far the first window of a rehearsal reaches to both sides, in 1/128
/// discs.
const PRESEARCH_WINDOW: i32 = 3 * UNITS_PER_DISC;

/// What was proven of a board.
pub(crate) struct RootBounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// Best play if the score is known; a move that reaches the lower bound, or
    /// the best hand_crafted, otherwise.
    pub(crate) line: Line,
}

/// Proves what `window` asks of a board's score. If the search becomes void on
/// the way, the bounds are what was proven by then.
pub(crate) fn solve_root<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    window: Window,
) -> RootBounds {
    let geometry = thread.geometry;
    let free = geometry.mask & !board.occupied();
    let empties = free.count();
    let most = geometry.squares;
    thread.is_aborted = false;
    thread.selectivity = ORDERING_SELECTIVITY;
    thread.nodes += 1;
    if empties <= OPEN_WINDOW_TO {
        return solve_open_window(thread, board, empties, window);
    }

    // With an even number of squares every score is even.
    let step = if most % 2 == 0 { 2 } else { 1 };
    let (hand_crafted, first) = best_move(thread, board, ROOT_ORDERING_PLIES);
    let known = thread.table.get(board);
    let (mut lower, mut upper) = known.map_or((-most, most), |entry| {
        (
            i32::from(entry.lower).max(-most),
            i32::from(entry.upper).min(most),
        )
    });
    let hand_crafted =
        if empties >= thread.thresholds.presearch_from && !window.is_settled_by(lower, upper) {
            presearch(thread, board, empties, hand_crafted)
        } else {
            hand_crafted
        };
    let mut best = known
        .map(|entry| entry.best[0])
        .filter(|&index| index != NO_MOVE)
        .or(first);
    let mut wanted = (hand_crafted / UNITS_PER_DISC).clamp(-most, most);
    wanted -= wanted % step;
    while !window.is_settled_by(lower, upper) {
        // Is the score at least `tested`? Nothing outside is worth asking.
        let tested = wanted
            .clamp(lower + step, upper)
            .clamp(window.alpha() + 1, window.beta());
        thread.report(Finding {
            lower,
            upper,
            tested,
            best: best.map(|index| geometry.layout.square(u32::from(index))),
        });
        let odd = geometry.odd_quarters(free);
        let score = K::endgame(thread, board, empties, odd, tested - 1);
        if thread.is_aborted {
            break;
        }
        if score >= tested {
            lower = lower.max(score);
            let known = thread.table.get(board).map(|entry| entry.best[0]);
            best = known.filter(|&index| index != NO_MOVE).or(best);
            wanted = lower + step;
        } else {
            upper = upper.min(score);
            wanted = upper;
        }
    }
    thread.report(Finding {
        lower,
        upper,
        tested: lower,
        best: best.map(|index| geometry.layout.square(u32::from(index))),
    });

    let mut line: Line = best.into_iter().map(u32::from).collect();
    if lower == upper && !thread.is_aborted {
        // Mostly a walk through the table.
        let (score, found) = search_pv(thread, board, empties, lower - 1, lower + 1);
        if score == lower && !thread.is_aborted {
            line = found;
        }
    }
    thread.poll();
    RootBounds { lower, upper, line }
}

/// Searches to the end, leaving out what is improbable, deeper and deeper and at last
/// less boldly: the value where the exact search begins. The table of midgame_table keeps the
/// moves that it found best.
fn presearch<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    empties: u32,
    mut hand_crafted: i32,
) -> i32 {
    let to_end = std::iter::once(empties);
    for depth in (4..=MAX_PRESEARCH_DEPTH.min(empties - 10)).chain(to_end) {
        hand_crafted = presearch_to(thread, board, depth, hand_crafted);
    }
    if empties >= thread.thresholds.second_presearch_from {
        thread.selectivity = SECOND_PRESEARCH_SELECTIVITY;
        hand_crafted = presearch_to(thread, board, empties, hand_crafted);
        thread.selectivity = ORDERING_SELECTIVITY;
    }
    hand_crafted
}

/// The value so many plies on, or the hand_crafted if the search becomes void.
fn presearch_to<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    depth: u32,
    hand_crafted: i32,
) -> i32 {
    let (mut alpha, mut beta) = (
        hand_crafted - PRESEARCH_WINDOW,
        hand_crafted + PRESEARCH_WINDOW,
    );
    loop {
        alpha = alpha.clamp(-MOST, MOST - 1);
        beta = beta.clamp(1 - MOST, MOST);
        let value = midgame_root(thread, board, depth, alpha, beta);
        if thread.is_aborted {
            return hand_crafted;
        }
        if value <= alpha && alpha > -MOST {
            alpha -= 4 * PRESEARCH_WINDOW;
        } else if value >= beta && beta < MOST {
            beta += 4 * PRESEARCH_WINDOW;
        } else {
            return value;
        }
    }
}

/// One search with the whole window.
fn solve_open_window<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    empties: u32,
    window: Window,
) -> RootBounds {
    let most = thread.geometry.squares;
    let (alpha, beta) = (window.alpha().max(-most - 1), window.beta().min(most + 1));
    let (score, line) = search_pv(thread, board, empties, alpha, beta);
    let is_proven = !thread.is_aborted;
    let lower = if is_proven && score > alpha {
        score
    } else {
        -most
    };
    let upper = if is_proven && score < beta {
        score
    } else {
        most
    };
    let found = RootBounds { lower, upper, line };
    let square = found
        .line
        .first()
        .map(|&index| thread.geometry.layout.square(index));
    thread.report(Finding {
        lower,
        upper,
        tested: lower,
        best: square,
    });
    found
}
