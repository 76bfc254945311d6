//! The endgame search at few empties: no shared table, moves ordered by counts alone.

use arrayvec::ArrayVec;
use outflank_othello::{Bitboard, Board};

use super::direct_mapped::Bounds;
use super::ordering::{board_after, by_replies, for_each_move};
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

/// Searches from 5 empties on. Moves are ordered by the opponent's mobility, and bounds
/// are kept in the thread's own table.
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
    let spare = geometry.stability_spares[usize::from(empties > 6)];
    if let Some(bound) = thread.stability_bound(board, alpha, spare) {
        return bound;
    }
    if let Some(bounds) = thread.thread_table.get(slot, board)
        && let Some(bound) = bounds.settled(alpha)
    {
        return bound;
    }
    if moves.is_empty() {
        let passed = board.pass();
        let replies = thread.kernels.legal_moves(passed, geometry);
        if replies.is_empty() {
            return geometry.final_score(board.mover(), board.opponent());
        }
        thread.nodes += 1;
        return -thread
            .kernels
            .endgame_shallow(thread, passed, replies, empties, odd, -alpha - 1);
    }
    let mut choices = Choices::new();
    choices.rank_moves(thread, board, moves, odd);
    let mut best = i32::MIN / 2;
    let mut key = choices.first;
    for tried in 1.. {
        let Some(choice) = choices.list.get(place_of(key)) else {
            break;
        };
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
        if score > alpha || tried == choices.list.len() {
            break;
        }
        key = if tried == 1 {
            choices.second
        } else {
            choices.best_below(key)
        };
    }
    if !thread.is_aborted {
        thread
            .thread_table
            .put(slot, board, Bounds::of_null_window(alpha, best));
    }
    best
}

/// A move of a node.
#[derive(Clone, Copy)]
struct Choice<W> {
    /// The squares that the move changes.
    changed: W,
    /// The opponent's legal moves after it.
    replies: W,
    /// The highest is tried first.
    key: i32,
    index: u8,
}

/// The moves of a node, and the keys of the two to try first: most nodes need no others.
struct Choices<W> {
    list: ArrayVec<Choice<W>, 16>,
    first: i32,
    second: i32,
}

impl<W: Bitboard> Choices<W> {
    #[inline(always)]
    fn new() -> Self {
        Self {
            list: ArrayVec::new_const(),
            first: i32::MIN,
            second: i32::MIN,
        }
    }

    /// Returns the highest key below another one. Which it is cannot be predicted, so it is
    /// found without a branch.
    #[inline(always)]
    fn best_below(&self, key: i32) -> i32 {
        let keys = self.list.iter().map(|choice| choice.key);
        let below = keys.map(|other| if other < key { other } else { i32::MIN });
        below.fold(i32::MIN, i32::max)
    }

    /// Adds the moves `moves`, ranked by the opponent's replies, their squares and parity. The
    /// list is filled in place: copying it would take as long as ranking a move.
    #[inline(always)]
    fn rank_moves<K: Entries<Word = W>>(
        &mut self,
        thread: &Thread<'_, K>,
        board: Board<W>,
        moves: W,
        odd: u8,
    ) {
        let geometry = thread.geometry;
        for_each_move(thread.kernels, board, moves, geometry, |tried| {
            let key = key(by_replies(&tried, odd, geometry).rank, self.list.len());
            self.second = self.second.max(self.first.min(key));
            self.first = self.first.max(key);
            self.list.push(Choice {
                changed: tried.changed,
                replies: tried.replies,
                key,
                index: tried.index as u8,
            });
            true
        });
    }
}

/// Returns a key that is greater for a higher rank and, on a tie, for an earlier place in the list.
#[inline(always)]
fn key(rank: i32, place: usize) -> i32 {
    rank << 4 | (15 - (place & 15)) as i32
}

/// Returns the place in the list that a key encodes.
#[inline(always)]
fn place_of(key: i32) -> usize {
    15 - (key & 15) as usize
}
