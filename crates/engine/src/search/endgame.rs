//! The endgame search at many empties: transposition table, ordered moves, split nodes.

use std::ops::ControlFlow;

use outflank_othello::{Bitboard, Board};

use super::endgame_shallow::endgame_child;
use super::feature::Feature;
use super::midgame::depth_of;
use super::ordering::{Candidate, MAX_MOVES, MoveList, Ranking, board_after, for_each_move};
use super::parameters::{
    ENHANCED_CUTOFF_FROM, KNOWN_TO_FAIL, MIDGAME_MOVE_DEPTH, MIDGAME_MOVES_FROM, POLL_FROM,
    SHALLOW_TO, SPLIT_FROM, STOP_FROM,
};
use super::split::Node;
use super::table::NO_MOVE;
use super::thread::Thread;
use super::tiers::Entries;

/// Searches a board whose legal moves are `moves`.
///
/// Returns a bound that shows whether the score is above `alpha`, fail-soft. The caller counts the
/// node. The result is meaningless if `thread.is_aborted` is set.
#[inline(always)]
pub(crate) fn endgame<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    moves: K::Word,
    empties: u32,
    odd: u8,
    alpha: i32,
) -> i32 {
    if empties >= STOP_FROM {
        if empties >= POLL_FROM {
            thread.poll();
        }
        if thread.check_aborted() {
            return alpha;
        }
    }
    if let Some(bound) = thread.stability_bound(board, alpha, thread.geometry.stability_margins[2])
    {
        return bound;
    }
    if moves.is_empty() {
        return match thread.pass(board) {
            Ok((passed, replies)) => {
                let kernels = thread.kernels;
                -kernels.endgame(thread, passed, replies, empties, odd, -alpha - 1)
            }
            Err(score) => score,
        };
    }
    let tt_entry = if thread.uses(Feature::Table) {
        thread.table.get(board)
    } else {
        None
    };
    if let Some(entry) = tt_entry {
        if i32::from(entry.lower) > alpha {
            return i32::from(entry.lower);
        }
        if i32::from(entry.upper) <= alpha {
            return i32::from(entry.upper);
        }
    }
    let mut tt_moves = tt_entry.map_or([NO_MOVE; 2], |entry| entry.best);
    if tt_moves[0] == NO_MOVE
        && empties >= MIDGAME_MOVES_FROM
        && thread.uses(Feature::MidgameMoves)
        && let Some(entry) = thread.midgame_table.get(board)
        && depth_of(entry.draft) >= MIDGAME_MOVE_DEPTH
    {
        tt_moves = entry.best;
    }
    let (score, best) = if moves.count() <= 32 {
        search_moves::<K, 32>(thread, board, empties, odd, alpha, moves, tt_moves)
    } else {
        search_moves::<K, MAX_MOVES>(thread, board, empties, odd, alpha, moves, tt_moves)
    };
    if !thread.is_aborted {
        let window = (alpha, alpha + 1);
        let found = (score, best);
        thread.table.keep(board, empties as u8, window, found);
    }
    score
}

/// Searches the moves of a node. Returns the bound and the best move, which is `None`
/// after an enhanced transposition cut-off.
#[inline(always)]
fn search_moves<K: Entries, const N: usize>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    empties: u32,
    odd: u8,
    alpha: i32,
    moves: K::Word,
    tt_moves: [u8; 2],
) -> (i32, Option<u8>) {
    let geometry = thread.geometry;
    let mut choices = MoveList::<K::Word, N>::new();
    let mut ranking = Ranking::new(thread, board, empties, odd, tt_moves);
    let mut wipe_out = None;
    for_each_move(thread.kernels, board, moves, geometry, |tried| {
        if empties > SHALLOW_TO + 1 {
            thread.table.prefetch(tried.next);
        }
        let rank = ranking.rank(thread, &tried);
        if tried.next.mover().is_empty() {
            wipe_out = Some(tried.index as u8);
            return false;
        }
        choices.push(&tried, rank);
        true
    });
    if wipe_out.is_some() {
        // No better score is possible.
        thread.nodes += 1;
        return (geometry.squares, wipe_out);
    }
    if empties >= ENHANCED_CUTOFF_FROM
        && thread.uses(Feature::EnhancedCutoff)
        && let ControlFlow::Break(found) = enhanced_cutoff(thread, board, &mut choices, alpha)
    {
        return found;
    }

    let mut best = (i32::MIN / 2, NO_MOVE);
    let mut is_first = true;
    while let Some(choice) = choices.pop_best() {
        let candidate = Candidate::new(board, choice);
        if !is_first && empties >= SPLIT_FROM && !choices.is_empty() && thread.pool.has_helpers() {
            let node = Node {
                empties,
                odd,
                alpha,
                depth: None,
                selectivity: thread.selectivity,
            };
            let (score, index) = thread.search_together(board, candidate, choices, node, best);
            return (score, Some(index));
        }
        let score = search_move(thread, &candidate, empties, odd, alpha);
        if thread.is_aborted {
            break;
        }
        if score > best.0 {
            best = (score, candidate.index);
            if score > alpha {
                break;
            }
        }
        is_first = false;
    }
    (best.0, Some(best.1))
}

/// Searches a move with a null window.
#[inline(always)]
pub(crate) fn search_move<K: Entries>(
    thread: &mut Thread<'_, K>,
    candidate: &Candidate<K::Word>,
    empties: u32,
    odd: u8,
    alpha: i32,
) -> i32 {
    thread.nodes += 1;
    let odd = odd ^ thread.geometry.quarter[usize::from(candidate.index) & 127];
    -endgame_child(
        thread,
        candidate.board,
        candidate.replies,
        empties - 1,
        odd,
        -alpha - 1,
    )
}

/// Enhanced transposition cut-off (Plaat 1996): a child whose bound in the table is good enough
/// causes a cut-off before any child is searched.
#[inline(always)]
fn enhanced_cutoff<K: Entries, const N: usize>(
    thread: &Thread<'_, K>,
    board: Board<K::Word>,
    choices: &mut MoveList<K::Word, N>,
    alpha: i32,
) -> ControlFlow<(i32, Option<u8>)> {
    choices.penalize(|choice| {
        let entry = thread.table.get(board_after(board, choice.changed));
        match entry.map(|entry| (-i32::from(entry.upper), -i32::from(entry.lower))) {
            Some((lower, _)) if lower > alpha => ControlFlow::Break((lower, Some(choice.index))),
            // The move will fail low, so it comes last.
            Some((_, upper)) if upper <= alpha => ControlFlow::Continue(KNOWN_TO_FAIL),
            _ => ControlFlow::Continue(0),
        }
    })
}
