//! The selective pre-search before an exact search.

use outflank_othello::Board;

use super::feature::Feature;
use super::midgame::midgame_root;
use super::parameters::{
    MAX_PRESEARCH_DEPTH, PRESEARCH_END, PRESEARCH_TO_END_FROM, PRESEARCH_WINDOW,
    SECOND_PRESEARCH_FROM,
};
use super::probcut::Selectivity;
use super::thread::{ORDERING_SELECTIVITY, Thread};
use super::tiers::Entries;
use super::window::AspirationWindow;

/// ProbCut confidence of the second pre-search: 95 %.
const SECOND_SELECTIVITY: Selectivity = Selectivity::ALL[2];

/// Searches selectively to increasing depths, and to the end of the game if that takes a small part
/// of the time. Returns the score at which the exact search begins, and fills the midgame table
/// with best moves.
pub(super) fn presearch<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    empties: u32,
    mut guess: i32,
) -> i32 {
    // Searches to one depth. If the search is aborted, the guess stays the same.
    let mut search = |thread: &mut Thread<'_, K>, depth| {
        let most = thread.geometry.max_estimate();
        let window = AspirationWindow::new(guess, PRESEARCH_WINDOW, 1, most);
        let value = window.resolve(thread, |thread, alpha, beta| {
            midgame_root(thread, board, depth, alpha, beta)
        });
        if !thread.is_aborted {
            guess = value;
        }
    };
    for depth in 4..=MAX_PRESEARCH_DEPTH.min(empties - 10) {
        search(thread, depth);
    }
    let reaches_end = empties >= PRESEARCH_TO_END_FROM;
    search(
        thread,
        empties - if reaches_end { 0 } else { PRESEARCH_END },
    );
    if empties >= SECOND_PRESEARCH_FROM && thread.uses(Feature::SecondPresearch) {
        thread.selectivity = SECOND_SELECTIVITY;
        search(thread, empties);
        thread.selectivity = ORDERING_SELECTIVITY;
    }
    guess
}
