//! The last four plies, unrolled: no move lists, no hashing.
//!
//! All functions are null-window searches: they return a fail-soft bound that shows whether the
//! score is above `alpha`. The caller counts the node.

use outflank_othello::{Bitboard, Board};

use super::thread::Thread;
use super::tiers::Entries;
use crate::kernels::last_board::LastBoard;

/// Stands for "no legal move yet", below every score.
const NONE: i32 = i32::MIN / 2;

/// Three squares, each in a byte; the first to play is in the lowest byte.
type Squares = u32;

/// Returns the score when `index` is the only empty square.
#[inline(always)]
fn one<K: Entries>(thread: &mut Thread<'_, K>, mover: K::Word, index: u32) -> i32 {
    let geometry = thread.geometry;
    // Every other square holds a disc.
    let difference = 2 * mover.count() as i32 - (geometry.squares - 1);
    let [own, other] = thread.kernels.last_flips(index, mover, geometry);
    thread.nodes += u64::from(own | other != 0);
    // The opponent plays only if the mover cannot.
    let mut score = difference + difference.signum();
    if other > 0 {
        score = difference - 2 * other as i32 - 1;
    }
    if own > 0 {
        score = difference + 2 * own as i32 + 1;
    }
    score
}

/// Plays on the first, then on the second of two empty squares.
#[inline(always)]
fn play_two<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: LastBoard<K::Lanes>,
    [first, second]: [u32; 2],
    alpha: i32,
) -> i32 {
    let (kernels, geometry) = (thread.kernels, thread.geometry);
    let mut best = NONE;
    if let Some(next) = kernels.play_last(first, board, geometry) {
        thread.nodes += 1;
        best = -one(thread, kernels.lane_discs(next.mover), second);
        if best > alpha {
            return best;
        }
    }
    if let Some(next) = kernels.play_last(second, board, geometry) {
        thread.nodes += 1;
        best = best.max(-one(thread, kernels.lane_discs(next.mover), first));
    }
    best
}

/// Returns the score with two empties.
#[inline(always)]
fn two<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: LastBoard<K::Lanes>,
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
    let kernels = thread.kernels;
    let [mover, opponent] = [board.mover, board.opponent].map(|lanes| kernels.lane_discs(lanes));
    thread.geometry.final_score(mover, opponent)
}

/// Plays on each of three empty squares. After each move the squares rotate.
#[inline(always)]
fn play_three<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    squares: Squares,
    alpha: i32,
) -> i32 {
    let (kernels, geometry) = (thread.kernels, thread.geometry);
    let board = LastBoard {
        mover: kernels.to_lanes(board.mover()),
        opponent: kernels.to_lanes(board.opponent()),
    };
    let mut best = NONE;
    let mut left = squares;
    for _ in 0..3 {
        let index = left & 127;
        if let Some(next) = kernels.play_last(index, board, geometry) {
            thread.nodes += 1;
            let rest = [left >> 8 & 127, left >> 16 & 127];
            best = best.max(-two(thread, next, rest, -alpha - 1));
            if best > alpha {
                return best;
            }
        }
        left = left >> 8 | (index << 16);
    }
    best
}

/// Returns the score with three empties, the most promising first.
#[inline(always)]
pub(crate) fn last_three<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    squares: Squares,
    alpha: i32,
) -> i32 {
    let best = play_three(thread, board, squares, alpha);
    if best > NONE {
        return best;
    }
    match thread.pass(board) {
        Ok((passed, _)) => -thread
            .kernels
            .last_three(thread, passed, squares, -alpha - 1),
        Err(score) => score,
    }
}

/// Plays the moves `moves` with four empties, those into odd quadrants first.
#[inline(always)]
fn play_four<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    moves: K::Word,
    odd: u8,
    alpha: i32,
) -> i32 {
    let geometry = thread.geometry;
    let empties = geometry.mask & !board.occupied();
    let odd_squares = geometry.odd_squares[usize::from(odd & 15)];
    let mut best = NONE;
    for set in [moves & odd_squares, moves & !odd_squares] {
        for index in set.indices() {
            let flips = thread
                .kernels
                .flips(index, board.mover(), board.opponent(), geometry);
            thread.nodes += 1;
            let rest = empties ^ K::Word::from_index(index);
            let odd = odd ^ geometry.quarter[index as usize & 127];
            let child = board.after(index, flips);
            let squares = odd_first(rest, geometry.odd_squares[usize::from(odd & 15)]);
            best = best.max(
                -thread
                    .kernels
                    .last_three(thread, child, squares, -alpha - 1),
            );
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// Returns three empty squares, one in an odd quadrant first: it is the one to play if the others
/// share another quadrant.
#[inline(always)]
fn odd_first<W: Bitboard>(empties: W, odd_squares: W) -> Squares {
    let odd = empties & odd_squares;
    let first = if odd.is_empty() { empties } else { odd };
    let first = first.first_index() & (W::BITS - 1);
    let rest = empties & !W::from_index(first);
    let [second, third] = [rest, rest.without_first()].map(|set| set.first_index() & (W::BITS - 1));
    first | second << 8 | third << 16
}

/// Returns the score with four empties; `moves` are the legal moves.
#[inline(always)]
pub(crate) fn last_four<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    moves: K::Word,
    odd: u8,
    alpha: i32,
) -> i32 {
    if !moves.is_empty() {
        return play_four(thread, board, moves, odd, alpha);
    }
    match thread.pass(board) {
        Ok((passed, replies)) => -play_four(thread, passed, replies, odd, -alpha - 1),
        Err(score) => score,
    }
}
