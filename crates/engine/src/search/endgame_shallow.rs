//! The endgame search at few empties: no shared table, and moves ordered by counts alone.

use outflank_othello::{Bitboard, Board};

use super::direct_mapped::Bounds;
use super::ordering::{MoveList, board_after, by_replies, for_each_move};
use super::parameters::SHALLOW_TO;
use super::thread::Thread;
use super::tiers::Entries;

/// Searches a child with `empties` empties and the legal moves `moves` by the fastest
/// routine for that number.
#[inline(always)]
pub(crate) fn endgame_child<K: Entries>(
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

/// Searches with 5 empties and more. Moves are ordered by the opponent's mobility, and bounds are
/// kept in the thread's own table.
#[inline(always)]
pub(crate) fn endgame_shallow<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    moves: K::Word,
    empties: u32,
    odd: u8,
    alpha: i32,
) -> i32 {
    let geometry = thread.geometry;
    let slot = thread.thread_table.slot(board);
    thread.thread_table.prefetch(slot);
    let margin = geometry.stability_margins[usize::from(empties > 6)];
    if let Some(bound) = thread.stability_bound(board, alpha, margin) {
        return bound;
    }
    if let Some(bounds) = thread.thread_table.get(slot, board)
        && let Some(bound) = bounds.settled(alpha)
    {
        return bound;
    }
    if moves.is_empty() {
        return match thread.pass(board) {
            Ok((passed, replies)) => {
                let kernels = thread.kernels;
                -kernels.endgame_shallow(thread, passed, replies, empties, odd, -alpha - 1)
            }
            Err(score) => score,
        };
    }
    let mut choices = MoveList::<K::Word, 16>::new();
    for_each_move(thread.kernels, board, moves, geometry, |tried| {
        choices.push(&tried, by_replies(&tried, odd, geometry));
        true
    });
    let mut best = i32::MIN / 2;
    while let Some(choice) = choices.pop_best() {
        thread.nodes += 1;
        let score = -endgame_child(
            thread,
            board_after(board, choice.changed),
            choice.replies,
            empties - 1,
            odd ^ geometry.quarter[usize::from(choice.index) & 127],
            -alpha - 1,
        );
        best = best.max(score);
        if score > alpha {
            break;
        }
    }
    if !thread.is_aborted {
        thread
            .thread_table
            .put(slot, board, Bounds::of_null_window(alpha, best));
    }
    best
}
