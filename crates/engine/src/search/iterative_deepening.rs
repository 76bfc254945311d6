//! Iterative deepening: the best moves of a position, exact near the end of the game.

use outflank_othello::{Bitboard, Board, Square};

use super::depth_averaging::{AveragedScore, average, search_averaged};
use super::limits::{Iteration, iterations};
use super::probcut::Selectivity;
use super::report::Report;
use super::request::SearchRequest;
use super::result::ScoredMove;
use super::root_pvs::{RootMove, search_best, solve_best};
use super::thread::Thread;
use super::tiers::Kernels;

/// Searches a board deeper and deeper until the limits of `request` are reached.
/// Returns the best moves found and whether the last iteration was completed.
pub(super) fn deepen<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    request: &SearchRequest,
    report: &mut Report<'_>,
) -> (Vec<ScoredMove>, bool) {
    let geometry = thread.geometry;
    let known = &request.known;
    let free = geometry.mask & !board.occupied();
    let empties = free.count();
    thread.is_aborted = false;
    thread.nodes += 1;
    let mut root = root_moves(thread, board, request);
    for root in &mut root {
        let square = geometry.layout.square(u32::from(root.index));
        root.found = known_move(known, square).map(|place| known[place].clone());
        let averaged =
            |found: &&ScoredMove| is_averaged(thread, found.depth, empties, found.selectivity);
        let score = |found: &ScoredMove| AveragedScore::resumed(found.score.units());
        root.averaged = root.found.as_ref().filter(averaged).map(score);
    }
    if root.is_empty() {
        return (Vec::new(), true);
    }
    root.sort_by_key(|root| {
        let place = root
            .found
            .as_ref()
            .and_then(|found| known_move(known, found.square));
        place.unwrap_or(known.len())
    });
    let count = request.count.min(root.len());
    let iterations = iterations(empties, &request.limits);
    let last = iterations.len() - 1;
    for (number, &(depth, selectivity)) in iterations.iter().enumerate() {
        if number < completed(&iterations, known, count) {
            continue;
        }
        let is_exact = depth >= empties && selectivity == Selectivity::NONE;
        let is_complete = (0..count).all(|place| {
            let root = &mut root[place..];
            if is_exact && count == 1 && !request.is_restricted() {
                solve_best(thread, board, root, empties)
            } else if count == 1 && is_averaged(thread, depth, empties, selectivity) {
                search_averaged(thread, root, depth, selectivity, number == last)
            } else {
                let is_complete = search_best(thread, root, depth, selectivity, is_exact);
                if is_complete && is_averaged(thread, depth, empties, selectivity) {
                    average(&mut root[0], depth);
                }
                is_complete
            }
        });
        thread.poll();
        if !is_complete {
            return (best_moves(&root, count), false);
        }
        if !report.iteration(best_moves(&root, count)) || thread.check_aborted() {
            return (best_moves(&root, count), number == last);
        }
    }
    (best_moves(&root, count), true)
}

/// Returns the moves of a board that `request` is to search, in reading order.
pub(super) fn root_moves<K: Kernels>(
    thread: &Thread<'_, K>,
    board: Board<K::Word>,
    request: &SearchRequest,
) -> Vec<RootMove<K::Word>> {
    let geometry = thread.geometry;
    let moves = thread.kernels.reached(board, geometry) & geometry.mask & !board.occupied();
    let root_move = |index| {
        let flips = thread
            .kernels
            .flips(index, board.mover(), board.opponent(), geometry);
        RootMove {
            board: board.after(index, flips),
            index: index as u8,
            found: None,
            averaged: None,
        }
    };
    let is_included = |&index: &u32| request.includes(geometry.layout.square(index));
    let moves = moves.indices().filter(is_included);
    moves.map(root_move).collect()
}

/// Whether the best move is chosen by its average score over several depths. Full-width
/// searches and those to the end of the game need no averaging.
fn is_averaged<K: Kernels>(
    thread: &Thread<'_, K>,
    depth: u32,
    empties: u32,
    selectivity: Selectivity,
) -> bool {
    depth >= thread.thresholds.averaging_from && depth < empties && selectivity != Selectivity::NONE
}

/// Returns the place of a move among `known`.
fn known_move(known: &[ScoredMove], square: Square) -> Option<usize> {
    known.iter().position(|known| known.square == square)
}

/// Returns the number of iterations in which `known` were found, if they are enough.
fn completed(iterations: &[Iteration], known: &[ScoredMove], count: usize) -> usize {
    let shallowest = known
        .iter()
        .map(|found| (found.depth, found.selectivity))
        .min();
    let last = shallowest
        .filter(|_| known.len() >= count)
        .and_then(|shallowest| {
            iterations
                .iter()
                .rposition(|&iteration| iteration == shallowest)
        });
    last.map_or(0, |last| last + 1)
}

fn best_moves<W>(root: &[RootMove<W>], count: usize) -> Vec<ScoredMove> {
    let found = root[..count].iter().filter_map(|root| root.found.clone());
    let mut found: Vec<ScoredMove> = found.collect();
    found.sort_by_key(ScoredMove::order);
    found
}
