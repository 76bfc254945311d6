//! The endgame search at few empties: no shared table, moves ordered by counts alone.

use outflank_othello::{Bitboard, Board};

use super::endgame::search_move;
use super::ordering::{REMEMBERED, Ranked, by_replies, for_each_move};
use super::parameters::SHALLOW_TO;
use super::table::NO_MOVE;
use super::thread::Thread;
use super::thread_table::ThreadTable;
use super::tiers::Kernels;

/// Searches a child with `empties` empties and the legal moves `moves` by the fastest
/// routine for that number.
#[inline(always)]
pub(crate) fn endgame_child<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    moves: K::Word,
    empties: u32,
    odd: u8,
    alpha: i32,
) -> i32 {
    if empties > SHALLOW_TO {
        thread
            .kernels
            .endgame(thread, board, moves, empties, odd, alpha)
    } else if empties > 4 {
        thread
            .kernels
            .endgame_shallow(thread, board, moves, empties, odd, alpha)
    } else {
        thread.kernels.last_four(thread, board, moves, odd, alpha)
    }
}

/// Searches from 5 empties on. Moves are ordered by the opponent's mobility, and bounds
/// are kept in the thread's own table.
#[inline(always)]
pub(crate) fn endgame_shallow<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    moves: K::Word,
    empties: u32,
    odd: u8,
    alpha: i32,
) -> i32 {
    let geometry = thread.geometry;
    let place = ThreadTable::place(board);
    thread.thread_table.prefetch(place);
    if let Some(bound) = thread.stability_bound(board, alpha) {
        return bound;
    }
    let known = thread.thread_table.get(place, board);
    if let Some(bound) = known.settled(alpha) {
        return bound;
    }
    if moves.is_empty() {
        let passed = board.pass();
        let replies = thread.kernels.reached(passed, geometry) & geometry.mask & !board.occupied();
        if replies.is_empty() {
            return geometry.final_score(board.mover(), board.opponent());
        }
        thread.nodes += 1;
        return -thread
            .kernels
            .endgame_shallow(thread, passed, replies, empties, odd, -alpha - 1);
    }
    let mut candidates = Ranked::<K::Word, 16>::new();
    for_each_move(thread.kernels, board, moves, geometry, |tried| {
        let mut candidate = by_replies(&tried, odd, geometry);
        if candidate.index == known.best {
            candidate.rank += REMEMBERED;
        }
        candidates.push(candidate);
        true
    });
    let mut best = (i32::MIN / 2, NO_MOVE);
    while let Some(candidate) = candidates.pop_best() {
        let score = search_move(thread, &candidate, empties, odd, alpha);
        if score > best.0 {
            best = (score, candidate.index);
            if score > alpha {
                break;
            }
        }
    }
    if !thread.is_aborted {
        thread.thread_table.keep(place, board, alpha, best);
    }
    best.0
}
