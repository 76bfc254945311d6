//! The best moves of a position: deepening searches, exact ones near the end.

use outflank_othello::{Bitboard, Board, Square};

use super::best_move::{RootMove, search_best, solve_best};
use super::hot::Hot;
use super::probcut::Selectivity;
use super::reach::{Reach, is_last, passes};
use super::smoothing::search_smoothed;
use super::thought::FoundMove;
use super::thread::Thread;

/// Searches a board deeper and deeper, for its best `wanted` moves, from where an
/// earlier search came that found `known`. `report` is told of each completed depth
/// and says whether to go on.
pub(super) fn think<H: Hot>(
    thread: &mut Thread<'_, H>,
    board: Board<H::Word>,
    reach: Reach,
    wanted: usize,
    known: &[FoundMove],
    mut report: impl FnMut(&[FoundMove]) -> bool,
) -> (Vec<FoundMove>, bool) {
    let geometry = thread.geometry;
    let free = geometry.mask & !board.occupied();
    let empties = free.count();
    let moves = H::reached(board, geometry) & free;
    thread.is_void = false;
    thread.nodes += 1;
    let mut root: Vec<RootMove<H::Word>> = moves
        .indices()
        .map(|index| RootMove {
            board: board.after(
                index,
                H::flips(index, board.mover, board.opponent, geometry),
            ),
            index: index as u8,
            found: found_before(known, geometry.layout.square(index)),
            smoothed: None,
        })
        .collect();
    if root.is_empty() {
        return (Vec::new(), true);
    }
    root.sort_by_key(|root| {
        let place = root.found.as_ref().map(|found| place_of(known, found));
        place.unwrap_or(known.len())
    });
    let wanted = wanted.min(root.len());
    let mut complete = true;
    for (depth, selectivity) in passes_left(&passes(empties, reach), known, wanted) {
        let is_exact = depth >= empties && selectivity == Selectivity::NONE;
        for place in 0..wanted {
            let root = &mut root[place..];
            let is_found = if is_exact && wanted == 1 {
                solve_best(thread, board, root, empties)
            } else if wanted == 1 && is_smoothed(thread, depth, empties, selectivity) {
                let is_last = is_last(empties, reach, depth, selectivity);
                search_smoothed(thread, root, depth, selectivity, is_last)
            } else {
                search_best(thread, root, depth, selectivity, is_exact)
            };
            if !is_found {
                complete = false;
                break;
            }
        }
        let found = found(&root, wanted);
        thread.keep_watch();
        if !complete || !report(&found) || thread.check_void() {
            complete &= is_last(empties, reach, depth, selectivity);
            break;
        }
    }
    (found(&root, wanted), complete)
}

/// Whether the best move is chosen by what several depths say. Searches that leave
/// nothing out, or see the end, have the values of the whole tree.
fn is_smoothed<H: Hot>(
    thread: &Thread<'_, H>,
    depth: u32,
    empties: u32,
    selectivity: Selectivity,
) -> bool {
    depth >= thread.thresholds.smooth_from && depth < empties && selectivity != Selectivity::NONE
}

/// What an earlier search found out about a move.
fn found_before(known: &[FoundMove], square: Square) -> Option<FoundMove> {
    known.iter().find(|found| found.square == square).cloned()
}

/// The place of a move among those found before, the best first.
fn place_of(known: &[FoundMove], found: &FoundMove) -> usize {
    known
        .iter()
        .position(|known| known.square == found.square)
        .unwrap_or(known.len())
}

/// The passes behind the last one in which so many moves were found.
fn passes_left(
    passes: &[(u32, Selectivity)],
    known: &[FoundMove],
    wanted: usize,
) -> Vec<(u32, Selectivity)> {
    let founded = known.iter().map(|found| (found.depth, found.selectivity));
    let least = founded.min().filter(|_| known.len() >= wanted);
    let done = least.and_then(|least| passes.iter().rposition(|&pass| pass == least));
    passes[done.map_or(0, |done| done + 1)..].to_vec()
}

fn found<W>(root: &[RootMove<W>], wanted: usize) -> Vec<FoundMove> {
    let known = root[..wanted].iter().filter_map(|root| root.found.clone());
    let mut found: Vec<FoundMove> = known.collect();
    found.sort_by_key(|found| -found.value);
    found
}
