//! Few empty squares: no table, little or no ordering.

use outflank_othello::{Bitboard, Board};

use super::hot::Hot;
use super::ordering::{Ranked, by_replies};
use super::thread::Thread;

/// Stands for "no move was legal yet", below every score.
const NONE: i32 = i32::MIN / 2;

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
    } else if empties > thresholds.unranked_to {
        H::ranked(thread, board, empties, odd, alpha)
    } else if empties > 4 {
        H::shallow(thread, board, empties, odd, alpha)
    } else {
        H::four(thread, board, odd, alpha)
    }
}

/// Five and a few more empty squares: each is tried, those in quarters with an
/// odd number of them first.
#[inline(always)]
pub(crate) fn shallow<H: Hot>(
    thread: &mut Thread<'_, H>,
    board: Board<H::Word>,
    empties: u32,
    odd: u8,
    alpha: i32,
) -> i32 {
    let best = play_all(thread, board, empties, odd, alpha);
    if best > NONE {
        return best;
    }
    let reply = play_all(thread, board.pass(), empties, odd, -alpha - 1);
    if reply > NONE {
        thread.nodes += 1;
        return -reply;
    }
    thread.geometry.final_score(board.mover, board.opponent)
}

#[inline(always)]
fn play_all<H: Hot>(
    thread: &mut Thread<'_, H>,
    board: Board<H::Word>,
    empties: u32,
    odd: u8,
    alpha: i32,
) -> i32 {
    let geometry = thread.geometry;
    let moves = H::reached(board, geometry) & geometry.mask & !board.occupied();
    let odd_squares = geometry.odd_squares[usize::from(odd & 15)];
    let mut best = NONE;
    for set in [moves & odd_squares, moves & !odd_squares] {
        for index in set.indices() {
            let flips = H::flips(index, board.mover, board.opponent, geometry);
            thread.nodes += 1;
            let next = board.after(index, flips);
            let odd = odd ^ geometry.quarter[index as usize & 127];
            let score = if empties == 5 {
                -H::four(thread, next, odd, -alpha - 1)
            } else {
                -H::shallow(thread, next, empties - 1, odd, -alpha - 1)
            };
            if score > best {
                best = score;
                if best > alpha {
                    return best;
                }
            }
        }
    }
    best
}

/// Some more empty squares: moves are tried in the order of the opponent's
/// number of replies.
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
        candidates.push(by_replies::<H>(board, index, odd, geometry));
    }
    let mut best = NONE;
    while let Some(candidate) = candidates.pop_best() {
        thread.nodes += 1;
        let odd = odd ^ geometry.quarter[usize::from(candidate.index) & 127];
        let score = -child(thread, candidate.board, empties - 1, odd, -alpha - 1);
        if score > best {
            best = score;
            if best > alpha {
                break;
            }
        }
    }
    best
}
