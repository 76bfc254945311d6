//! The best moves of a position: deepening searches, exact ones near the end.

use outflank_othello::{Bitboard, Board, Square};

use super::depth_averaging::search_averaged;
use super::limits::{Reach, is_last, passes};
use super::probcut::Selectivity;
use super::result::ScoredMove;
use super::root_pvs::{RootMove, search_best, solve_best};
use super::thread::Thread;
use super::tiers::Kernels;

/// Searches a board deeper and deeper, for its best `wanted` moves, from where an
/// earlier search came that found `known`. `report` is told of each completed depth
/// and says whether to go on.
pub(super) fn deepen<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    reach: Reach,
    wanted: usize,
    known: &[ScoredMove],
    mut report: impl FnMut(&[ScoredMove]) -> bool,
) -> (Vec<ScoredMove>, bool) {
    let geometry = thread.geometry;
    let free = geometry.mask & !board.occupied();
    let empties = free.count();
    let moves = K::reached(board, geometry) & free;
    thread.is_aborted = false;
    thread.nodes += 1;
    let mut root: Vec<RootMove<K::Word>> = moves
        .indices()
        .map(|index| RootMove {
            board: board.after(
                index,
                K::flips(index, board.mover(), board.opponent(), geometry),
            ),
            index: index as u8,
            found: found_before(known, geometry.layout.square(index)),
            averaged: None,
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
            } else if wanted == 1 && is_averaged(thread, depth, empties, selectivity) {
                let is_last = is_last(empties, reach, depth, selectivity);
                search_averaged(thread, root, depth, selectivity, is_last)
            } else {
                search_best(thread, root, depth, selectivity, is_exact)
            };
            if !is_found {
                complete = false;
                break;
            }
        }
        let found = found(&root, wanted);
        thread.poll();
        if !complete || !report(&found) || thread.check_aborted() {
            complete &= is_last(empties, reach, depth, selectivity);
            break;
        }
    }
    (found(&root, wanted), complete)
}

/// Whether the best move is chosen by what several depths say. Searches that leave
/// nothing out, or see the end, have the values of the whole tree.
fn is_averaged<K: Kernels>(
    thread: &Thread<'_, K>,
    depth: u32,
    empties: u32,
    selectivity: Selectivity,
) -> bool {
    depth >= thread.thresholds.averaging_from && depth < empties && selectivity != Selectivity::NONE
}

/// What an earlier search found out about a move.
fn found_before(known: &[ScoredMove], square: Square) -> Option<ScoredMove> {
    known.iter().find(|found| found.square == square).cloned()
}

/// The place of a move among those found before, the best first.
fn place_of(known: &[ScoredMove], found: &ScoredMove) -> usize {
    known
        .iter()
        .position(|known| known.square == found.square)
        .unwrap_or(known.len())
}

/// The passes behind the last one in which so many moves were found.
fn passes_left(
    passes: &[(u32, Selectivity)],
    known: &[ScoredMove],
    wanted: usize,
) -> Vec<(u32, Selectivity)> {
    let founded = known.iter().map(|found| (found.depth, found.selectivity));
    let least = founded.min().filter(|_| known.len() >= wanted);
    let done = least.and_then(|least| passes.iter().rposition(|&pass| pass == least));
    passes[done.map_or(0, |done| done + 1)..].to_vec()
}

fn found<W>(root: &[RootMove<W>], wanted: usize) -> Vec<ScoredMove> {
    let known = root[..wanted].iter().filter_map(|root| root.found.clone());
    let mut found: Vec<ScoredMove> = known.collect();
    found.sort_by_key(|found| -found.value);
    found
}
