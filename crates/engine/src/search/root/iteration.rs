//! One iteration: the root moves searched to one depth.

use std::cmp::Reverse;

use outflank_othello::Board;

use super::RootMove;
use super::solve::{Solved, solve_board, unobserved};
use crate::evaluation::UNITS_PER_DISC;
use crate::search::averaged_score::{AveragedScore, shares};
use crate::search::limits::Iteration;
use crate::search::midgame::{LOWEST, MAX_SCORE, midgame_root};
use crate::search::parameters::{AVERAGING_MARGIN, LEAD};
use crate::search::probcut::Selectivity;
use crate::search::pv::table_line;
use crate::search::score::Score;
use crate::search::thread::Thread;
use crate::search::tiers::Entries;
use crate::search::window::{AspirationWindow, Window};

/// Searches root moves and puts the best one first. Returns `false` if the search is
/// aborted; results of earlier iterations stay where nothing better is known.
pub(super) fn search_best<K: Entries>(
    thread: &mut Thread<'_, K>,
    root: &mut [RootMove<K::Word>],
    (depth, selectivity): Iteration,
    is_exact: bool,
) -> bool {
    thread.selectivity = selectivity;
    let guess = root[0]
        .found
        .as_ref()
        .map_or(0, |found| found.score.units());
    let most = if is_exact { -LOWEST } else { MAX_SCORE };
    let mut window = AspirationWindow::around(guess, depth, most, thread);
    loop {
        let AspirationWindow { alpha, beta, .. } = window;
        let mut best: Option<(i32, usize)> = None;
        let mut raised = alpha;
        for (place, candidate) in root.iter().enumerate() {
            let search = |thread: &mut Thread<'_, K>, alpha: i32, beta: i32| {
                if is_exact {
                    thread.nodes += 1;
                    -UNITS_PER_DISC * exact_child(thread, candidate.board, -beta, -alpha)
                } else {
                    search(thread, candidate, depth, alpha, beta)
                }
            };
            let mut value = if best.is_none() {
                search(thread, raised, beta)
            } else {
                search(thread, raised, raised + 1)
            };
            if best.is_some() && value > raised && value < beta && !thread.is_aborted {
                value = search(thread, raised, beta);
            }
            if thread.is_aborted {
                break;
            }
            if best.is_none_or(|(least, _)| value > least) {
                best = Some((value, place));
                raised = raised.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        let Some((value, place)) = best else {
            return false;
        };
        if !window.is_below(value) {
            root[..=place].rotate_right(1);
            let line = table_line(thread, root[0].board, is_exact);
            // If the search is aborted before the window is wide enough, this is a bound, and
            // better than the score of the iteration before.
            let is_exact = is_exact && !window.is_above(value);
            let found = root[0].scored(thread, line, value, (depth, selectivity), is_exact);
            root[0].found = Some(found);
        }
        if thread.is_aborted {
            return false;
        }
        if !window.grow_to(value) {
            return true;
        }
    }
}

/// Returns the exact score of a child in discs; the window is in 1/128 discs.
fn exact_child<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    alpha: i32,
    beta: i32,
) -> i32 {
    let alpha = alpha.div_euclid(UNITS_PER_DISC);
    let beta = -(-beta).div_euclid(UNITS_PER_DISC);
    let window = Window::clamped(alpha, beta);
    let solved = solve_board(thread, board, window, &mut unobserved);
    if solved.lower > alpha {
        solved.lower
    } else {
        solved.upper
    }
}

/// Solves a board and puts its best move first. Returns `false` if the search is
/// aborted.
pub(super) fn solve_best<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    root: &mut [RootMove<K::Word>],
    empties: u32,
) -> bool {
    let Solved { lower, upper, line } = solve_board(thread, board, Window::EXACT, &mut unobserved);
    let Some((&first, rest)) = line.split_first() else {
        return false;
    };
    let place = root.iter().position(|root| root.index == first);
    let (Some(place), true) = (place, lower == upper) else {
        return false;
    };
    root[..=place].rotate_right(1);
    let (score, iteration) = (UNITS_PER_DISC * lower, (empties, Selectivity::NONE));
    root[0].found = Some(root[0].scored(thread, rest.to_vec(), score, iteration, true));
    true
}

/// Replaces the score of a move found at this depth by its averaged score.
pub(super) fn average<W>(found: &mut RootMove<W>, depth: u32) {
    let Some(scored) = &mut found.found else {
        return;
    };
    let averaged = AveragedScore::with(found.averaged, scored.score.units(), shares(depth));
    found.averaged = Some(averaged);
    scored.score = Score::from_units(averaged.score(), scored.is_exact());
}

/// Searches all root moves and puts the one with the best averaged score first, the
/// others in order behind it. Returns `false` if the search is aborted.
pub(super) fn search_averaged<K: Entries>(
    thread: &mut Thread<'_, K>,
    root: &mut [RootMove<K::Word>],
    (depth, selectivity): Iteration,
    is_last: bool,
) -> bool {
    thread.selectivity = selectivity;
    let shares = shares(depth);
    let first = first_value(thread, &root[0], depth);
    if thread.is_aborted {
        return false;
    }
    let mut best = (
        AveragedScore::with(root[0].averaged, first, shares),
        first,
        0,
    );
    root[0].averaged = Some(best.0);
    for (place, candidate) in root.iter_mut().enumerate().skip(1) {
        let (averaged, value, leader) = best;
        let before = candidate.averaged;
        // The best move so far keeps its place against noise.
        let lead = if leader == 0 { LEAD } else { 0 };
        let needed = averaged.ahead_by(lead).needed(before, shares);
        let within = needed.clamp(-MAX_SCORE, MAX_SCORE - 1);
        let floor = if is_last {
            within
        } else {
            (within.min(value) - AVERAGING_MARGIN).max(-MAX_SCORE)
        };
        let value = value_of(thread, candidate, depth, floor, within);
        if thread.is_aborted {
            break;
        }
        let averaged = AveragedScore::with(before, value, shares);
        candidate.averaged = Some(averaged);
        if value > needed {
            best = (averaged, value, place);
        }
    }
    let (averaged, _, place) = best;
    root[..=place].rotate_right(1);
    if !thread.is_aborted {
        root[1..].sort_by_key(|root| Reverse(root.averaged));
    }
    let line = table_line(thread, root[0].board, false);
    let iteration = (depth, selectivity);
    root[0].found = Some(root[0].scored(thread, line, averaged.score(), iteration, false));
    !thread.is_aborted
}

/// Returns the score of the best move so far; it means nothing if the search is aborted.
fn first_value<K: Entries>(
    thread: &mut Thread<'_, K>,
    first: &RootMove<K::Word>,
    depth: u32,
) -> i32 {
    let guess = first.found.as_ref().map_or(0, |found| found.score.units());
    let mut window = AspirationWindow::around(guess, depth, MAX_SCORE, thread);
    loop {
        let value = search(thread, first, depth, window.alpha, window.beta);
        if thread.is_aborted || !window.grow_to(value) {
            return value;
        }
    }
}

/// Returns the score of a move if it is above `needed`, else an estimate, or a bound if it
/// is not above `floor`. It means nothing if the search is aborted.
fn value_of<K: Entries>(
    thread: &mut Thread<'_, K>,
    candidate: &RootMove<K::Word>,
    depth: u32,
    floor: i32,
    needed: i32,
) -> i32 {
    let mut least = floor;
    if floor < needed {
        let value = search(thread, candidate, depth, floor, floor + 1);
        if value <= floor || thread.is_aborted {
            // A bound far below is too pessimistic.
            return value.max(floor - 2 * AVERAGING_MARGIN);
        }
        least = value.min(needed);
    }
    let value = search(thread, candidate, depth, needed, needed + 1);
    if value <= needed {
        // Somewhere between the bounds.
        i32::midpoint(least, value.max(least))
    } else if needed + 1 >= MAX_SCORE || thread.is_aborted {
        value
    } else {
        search(thread, candidate, depth, needed, MAX_SCORE)
    }
}

/// Searches a move. The score means nothing if the search is aborted.
fn search<K: Entries>(
    thread: &mut Thread<'_, K>,
    candidate: &RootMove<K::Word>,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    thread.nodes += 1;
    -midgame_root(thread, candidate.board, depth - 1, -beta, -alpha)
}
