//! Few empty squares: no shared table, an order by counts alone.

use outflank_othello::{Bitboard, Board};

use super::hot::Hot;
use super::null_window::search_one;
use super::ordering::{REMEMBERED, Ranked, by_replies};
use super::own_bounds::OwnBounds;
use super::table::NO_MOVE;
use super::thread::Thread;

/// The score of a position whose children have `empties - 1` empty squares, by
/// whatever is quickest for so many.
#[inline(always)]
pub(crate) fn child<H: Hot>(
    thread: &mut Thread<'_, H>,
    board: Board<H::Word>,
    empties: u32,
    odd: u8,
    alpha: i32,
) -> i32 {
    let thresholds = thread.thresholds;
    if empties > thresholds.ranked_to {
        H::null_window(thread, board, empties, odd, alpha)
    } else if empties > 4 {
        H::ranked(thread, board, empties, odd, alpha)
    } else {
        H::four(thread, board, odd, alpha)
    }
}

/// Five empty squares and some more: moves are tried in the order of the opponent's
/// number of replies, and bounds kept by the thread alone.
#[inline(always)]
pub(crate) fn ranked<H: Hot>(
    thread: &mut Thread<'_, H>,
    board: Board<H::Word>,
    empties: u32,
    odd: u8,
    alpha: i32,
) -> i32 {
    let geometry = thread.geometry;
    if let Some(bound) = thread.stability_bound(board, empties, alpha) {
        return bound;
    }
    let place = OwnBounds::place(board);
    let known = thread.own_bounds.get(place, board);
    if let Some(bound) = known.settled(alpha) {
        return bound;
    }
    let moves = H::reached(board, geometry) & geometry.mask & !board.occupied();
    if moves.is_empty() {
        let passed = board.pass();
        let replies = H::reached(passed, geometry) & geometry.mask & !board.occupied();
        if replies.is_empty() {
            return geometry.final_score(board.mover, board.opponent);
        }
        thread.nodes += 1;
        return -H::ranked(thread, passed, empties, odd, -alpha - 1);
    }
    let mut candidates = Ranked::<H::Word, 16>::new();
    for index in moves.indices() {
        let mut candidate = by_replies::<H>(board, index, odd, geometry);
        if candidate.index == known.best {
            candidate.rank += REMEMBERED;
        }
        candidates.push(candidate);
    }
    let mut best = (i32::MIN / 2, NO_MOVE);
    while let Some(candidate) = candidates.pop_best() {
        let score = search_one(thread, &candidate, empties, odd, alpha);
        if score > best.0 {
            best = (score, candidate.index);
            if score > alpha {
                break;
            }
        }
    }
    if !thread.is_void {
        thread.own_bounds.keep(place, board, alpha, best);
    }
    best.0
}
