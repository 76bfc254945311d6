//! The last four plies, unrolled: no move lists, no hashing.
//!
//! All functions are null-window searches: they tell whether the score is over `alpha` by
//! a bound on that side, fail-soft. The caller counts the node.

use outflank_othello::{Bitboard, Board};

use super::thread::Thread;
use super::tiers::Kernels;

/// Stands for "no legal move yet", below every score.
const NONE: i32 = i32::MIN / 2;

/// Returns the score when `index` is the only empty square.
#[inline(always)]
fn one<K: Kernels>(thread: &mut Thread<'_, K>, mover: K::Word, index: u32) -> i32 {
    let geometry = thread.geometry;
    // Every other square holds a disc.
    let difference = 2 * mover.count() as i32 - (geometry.squares - 1);
    let flips = thread.kernels.last_flips(index, mover, geometry);
    if flips > 0 {
        thread.nodes += 1;
        return difference + 2 * flips + 1;
    }
    let opponent = geometry.mask & !mover & !K::Word::from_index(index);
    let flips = thread.kernels.last_flips(index, opponent, geometry);
    if flips > 0 {
        thread.nodes += 1;
        return difference - 2 * flips - 1;
    }
    difference + difference.signum()
}

/// Plays on the first and then on the second of two empty squares.
#[inline(always)]
fn play_two<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    [first, second]: [u32; 2],
    alpha: i32,
) -> i32 {
    let geometry = thread.geometry;
    let mut best = NONE;
    if !(board.opponent() & geometry.neighbours[first as usize]).is_empty() {
        let flips = thread
            .kernels
            .flips(first, board.mover(), board.opponent(), geometry);
        if !flips.is_empty() {
            thread.nodes += 1;
            best = -one(thread, board.opponent() ^ flips, second);
            if best > alpha {
                return best;
            }
        }
    }
    if !(board.opponent() & geometry.neighbours[second as usize]).is_empty() {
        let flips = thread
            .kernels
            .flips(second, board.mover(), board.opponent(), geometry);
        if !flips.is_empty() {
            thread.nodes += 1;
            best = best.max(-one(thread, board.opponent() ^ flips, first));
        }
    }
    best
}

/// Returns the score with two empties.
#[inline(always)]
fn two<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    squares: [u32; 2],
    alpha: i32,
) -> i32 {
    let best = play_two(thread, board, squares, alpha);
    if best > NONE {
        return best;
    }
    let reply = play_two(thread, board.pass(), squares, -alpha - 1);
    if reply > NONE {
        thread.nodes += 1;
        return -reply;
    }
    thread.geometry.final_score(board.mover(), board.opponent())
}

/// Returns the board after a move on `index`, if it is legal.
#[inline(always)]
fn next<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    index: u32,
) -> Option<Board<K::Word>> {
    let geometry = thread.geometry;
    if (board.opponent() & geometry.neighbours[index as usize]).is_empty() {
        return None;
    }
    let flips = thread
        .kernels
        .flips(index, board.mover(), board.opponent(), geometry);
    if flips.is_empty() {
        return None;
    }
    thread.nodes += 1;
    Some(board.after(index, flips))
}

#[inline(always)]
fn play_three<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    [a, b, c]: [u32; 3],
    alpha: i32,
) -> i32 {
    let mut best = NONE;
    for (index, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        if let Some(child) = next(thread, board, index) {
            best = best.max(-two(thread, child, rest, -alpha - 1));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// Returns the score with three empties, the most promising first.
#[inline(always)]
pub(crate) fn last_three<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    squares: [u32; 3],
    alpha: i32,
) -> i32 {
    let best = play_three(thread, board, squares, alpha);
    if best > NONE {
        return best;
    }
    let reply = play_three(thread, board.pass(), squares, -alpha - 1);
    if reply > NONE {
        thread.nodes += 1;
        return -reply;
    }
    thread.geometry.final_score(board.mover(), board.opponent())
}

#[inline(always)]
fn play_four<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    [a, b, c, d]: [u32; 4],
    alpha: i32,
) -> i32 {
    let mut best = NONE;
    for (index, rest) in [
        (a, [b, c, d]),
        (b, [a, c, d]),
        (c, [a, b, d]),
        (d, [a, b, c]),
    ] {
        if let Some(child) = next(thread, board, index) {
            best = best.max(-thread.kernels.last_three(thread, child, rest, -alpha - 1));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// Returns the score with four empties, those in odd quadrants first.
#[inline(always)]
pub(crate) fn last_four<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    odd: u8,
    alpha: i32,
) -> i32 {
    let geometry = thread.geometry;
    let empties = geometry.mask & !board.occupied();
    let odd_squares = geometry.odd_squares[usize::from(odd & 15)];
    let mut squares = [0; 4];
    let mut place = 0;
    for set in [empties & odd_squares, empties & !odd_squares] {
        for index in set.indices() {
            squares[place & 3] = index;
            place += 1;
        }
    }
    // Two squares may be alone in their quadrants and two together: after one of the
    // single squares the other comes before the pair.
    let best = play_four(thread, board, squares, alpha);
    if best > NONE {
        return best;
    }
    let reply = play_four(thread, board.pass(), squares, -alpha - 1);
    if reply > NONE {
        thread.nodes += 1;
        return -reply;
    }
    geometry.final_score(board.mover(), board.opponent())
}
