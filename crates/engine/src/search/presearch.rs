//! The selective pre-search of an exact one.

use outflank_othello::Board;

use super::feature::Feature;
use super::midgame::{MAX_SCORE, midgame_root};
use super::parameters::{
    MAX_PRESEARCH_DEPTH, PRESEARCH_LEAVES, PRESEARCH_WINDOW, SECOND_PRESEARCH_FROM,
    WHOLE_PRESEARCH_FROM,
};
use super::thread::{ORDERING_SELECTIVITY, SECOND_PRESEARCH_SELECTIVITY, Thread};
use super::tiers::Entries;

/// Selective searches to increasing depths, and to the end of the game where that takes a
/// small part of the time. They give the score at which the exact search begins, and fill
/// the midgame table with best moves.
pub(super) fn presearch<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    empties: u32,
    mut guess: i32,
) -> i32 {
    let last = if empties >= WHOLE_PRESEARCH_FROM {
        empties
    } else {
        empties - PRESEARCH_LEAVES
    };
    let first = 4..=MAX_PRESEARCH_DEPTH.min(empties - 10);
    for depth in first.chain(std::iter::once(last)) {
        guess = presearch_to(thread, board, depth, guess);
    }
    if empties >= SECOND_PRESEARCH_FROM && thread.uses(Feature::SecondPresearch) {
        thread.selectivity = SECOND_PRESEARCH_SELECTIVITY;
        guess = presearch_to(thread, board, empties, guess);
        thread.selectivity = ORDERING_SELECTIVITY;
    }
    guess
}

/// Returns the score of a search to `depth`, or `guess` if the search is aborted.
fn presearch_to<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    depth: u32,
    guess: i32,
) -> i32 {
    let (mut alpha, mut beta) = (guess - PRESEARCH_WINDOW, guess + PRESEARCH_WINDOW);
    loop {
        alpha = alpha.clamp(-MAX_SCORE, MAX_SCORE - 1);
        beta = beta.clamp(1 - MAX_SCORE, MAX_SCORE);
        let value = midgame_root(thread, board, depth, alpha, beta);
        if thread.is_aborted {
            return guess;
        }
        if value <= alpha && alpha > -MAX_SCORE {
            alpha -= 4 * PRESEARCH_WINDOW;
        } else if value >= beta && beta < MAX_SCORE {
            beta += 4 * PRESEARCH_WINDOW;
        } else {
            return value;
        }
    }
}
