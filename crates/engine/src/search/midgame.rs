//! Searches that end before the game does, in values of the evaluation.
//!
//! Values and windows are in 1/128 discs. (Principal variation search:
//! Marsland and Campbell 1982; what is probable is left out, see [`probcut`](super::probcut).)

use outflank_othello::{Bitboard, Board};

use super::endgame_shallow::child;
use super::evaluator::{Evaluator, FullEvaluation};
use super::ordering::{Candidate, MAX_MOVES, Ranked, by_replies};
use super::probcut::{self, Selectivity};
use super::pv::search_pv;
use super::split::Node;
use super::table::NO_MOVE;
use super::thread::Thread;
use super::tiers::Kernels;
use crate::evaluation::{UNITS_PER_DISC, shallow_depth};

/// Below every value, and negated above.
pub(crate) const LOWEST: i32 = -1_000_000;

/// The best value that an evaluation gives: half a disc less than all discs. No
/// window need reach beyond it: that the last disc is won as well is for exact
/// searches to find out.
pub(super) const MOST: i32 = 64 * UNITS_PER_DISC - UNITS_PER_DISC / 2;

/// Where one way of searching gives way to the next, in plies left.
mod from {
    /// From so many on, values are kept in the table.
    pub(super) const TABLE: u32 = 2;
    /// From so many on, moves are endgame_shallow by their values at a glance; below, by
    /// the opponent's replies.
    pub(super) const GLANCE: u32 = 3;
    /// From so many on, a node may be split between threads.
    pub(super) const SPLIT: u32 = 5;
    /// From so many on, the stop flag is read, and the clock.
    pub(super) const STOP: u32 = 4;
}

/// With so many empty squares or fewer the exact search takes over from a search
/// that would reach the end.
const EXACT_TO: u32 = 11;

/// What a reply of the opponent takes from a move's rank, in 1/128 discs.
const REPLY: i32 = -24;

/// The value of a board whose mover has `moves` legal moves, at a glance.
#[inline(always)]
fn value<K: Kernels, S: Evaluator<K>>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    indices: &S::FeatureIndices,
    moves: u32,
) -> i32 {
    let geometry = thread.geometry;
    let Some(evaluation) = S::evaluation(thread) else {
        return K::hand_crafted(board, geometry).clamp(-MOST, MOST);
    };
    let feature_map = S::feature_map(thread);
    let occupied = board.occupied();
    let counts = || {
        let replies = K::reached(board.pass(), geometry) & geometry.mask & !occupied;
        [moves, replies.count(), occupied.count()]
    };
    let value = match S::network(evaluation) {
        Some(network) => thread.evaluation_cache.get_or(board, || {
            S::network_value(network, feature_map, indices, counts())
        }),
        None => S::total(
            feature_map,
            indices,
            counts(),
            evaluation.stage(occupied.count()),
        ),
    };
    value.clamp(-MOST, MOST)
}

/// The value of a board `depth` plies on, between `alpha` and `beta`,
/// fail-soft. The caller counts the node. A pass is no ply. If the search
/// becomes void on the way, the result means nothing and `thread.is_aborted` is
/// set.
#[inline(always)]
pub(crate) fn midgame<K: Kernels, S: Evaluator<K>>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    indices: &S::FeatureIndices,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    let geometry = thread.geometry;
    let free = geometry.mask & !board.occupied();
    let moves = K::reached(board, geometry) & free;
    if moves.is_empty() {
        let passed = board.pass();
        if (K::reached(passed, geometry) & free).is_empty() {
            return UNITS_PER_DISC * geometry.final_score(board.mover(), board.opponent());
        }
        thread.nodes += 1;
        let indices = S::passed(indices);
        return -S::search(thread, passed, &indices, depth, -beta, -alpha);
    }
    match depth {
        0 => value::<K, S>(thread, board, indices, moves.count()),
        1 => last_ply::<K, S>(thread, board, indices, moves, beta),
        _ => inner::<K, S>(thread, board, indices, (free, moves), depth, (alpha, beta)),
    }
}

/// The best value one ply on, or one of `beta` and more.
#[inline(always)]
fn last_ply<K: Kernels, S: Evaluator<K>>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    indices: &S::FeatureIndices,
    moves: K::Word,
    beta: i32,
) -> i32 {
    let geometry = thread.geometry;
    let mut best = LOWEST;
    for index in moves.indices() {
        let flips = K::flips(index, board.mover(), board.opponent(), geometry);
        let next = board.after(index, flips);
        let indices = S::after(S::feature_map(thread), indices, index, flips);
        let replies = K::reached(next, geometry) & geometry.mask & !next.occupied();
        thread.nodes += 1;
        let score = if replies.is_empty() {
            -S::search(thread, next, &indices, 0, LOWEST, -LOWEST)
        } else {
            -value::<K, S>(thread, next, &indices, replies.count())
        };
        best = best.max(score);
        if best >= beta {
            break;
        }
    }
    best
}

/// Two plies and more.
#[inline(always)]
fn inner<K: Kernels, S: Evaluator<K>>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    indices: &S::FeatureIndices,
    (free, moves): (K::Word, K::Word),
    depth: u32,
    (alpha, beta): (i32, i32),
) -> i32 {
    if depth >= from::STOP {
        if depth > from::STOP {
            thread.poll();
        }
        if thread.check_aborted() {
            return alpha;
        }
    }
    let empties = free.count();
    if depth >= empties && empties <= EXACT_TO {
        return exact(thread, board, free, (alpha, beta));
    }
    let is_null = beta - alpha == 1;
    let draft = draft(depth, thread.selectivity);
    let known = if S::IS_FULL && depth >= from::TABLE && thread.thresholds.has_midgame_table {
        thread.midgame_table.get(board)
    } else {
        None
    };
    if let Some(entry) = known
        && is_null
        && depth <= DEEPEST_KEPT
        && covers(entry.empties, draft)
    {
        if i32::from(entry.lower) >= beta {
            return i32::from(entry.lower);
        }
        if i32::from(entry.upper) <= alpha {
            return i32::from(entry.upper);
        }
    }
    if S::IS_FULL && is_null && depth >= thread.thresholds.probcut_from {
        let discs = board.occupied().count();
        if let Some(margin) =
            probcut::margin(S::evaluation(thread), thread.selectivity, discs, depth)
            && let Some(bound) = probable::<K, S>(thread, board, indices, depth, alpha, margin)
        {
            return bound;
        }
    }
    let remembered = known.map_or([NO_MOVE; 2], |entry| entry.best);
    let (score, best) = if moves.count() <= 32 {
        search_moves::<K, S, 32>(
            thread,
            board,
            indices,
            moves,
            depth,
            (alpha, beta),
            remembered,
        )
    } else {
        search_moves::<K, S, MAX_MOVES>(
            thread,
            board,
            indices,
            moves,
            depth,
            (alpha, beta),
            remembered,
        )
    };
    if S::IS_FULL && !thread.is_aborted && depth >= from::TABLE {
        let found = (score, Some(best));
        thread
            .midgame_table
            .keep_draft(board, draft, (alpha, beta), found);
    }
    score
}

/// The exact score of a board with few empty squares, in 1/128 discs.
#[inline(always)]
fn exact<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    free: K::Word,
    (alpha, beta): (i32, i32),
) -> i32 {
    let empties = free.count();
    // A score of so many discs is over α if its number is over this one.
    let below = alpha.div_euclid(UNITS_PER_DISC);
    let score = if beta - alpha == 1 && empties > 4 {
        let odd = thread.geometry.odd_quarters(free);
        child(thread, board, empties, odd, below)
    } else {
        let above =
            beta.div_euclid(UNITS_PER_DISC) + i32::from(beta.rem_euclid(UNITS_PER_DISC) != 0);
        search_pv(thread, board, empties, below, above.max(below + 1)).0
    };
    UNITS_PER_DISC * score
}

/// A bound that a shallower search makes probable.
#[inline(always)]
fn probable<K: Kernels, S: Evaluator<K>>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    indices: &S::FeatureIndices,
    depth: u32,
    alpha: i32,
    margin: i32,
) -> Option<i32> {
    // Within such a search one more may be left out, not one within that.
    if thread.probcuts >= 2 {
        return None;
    }
    let shallow = shallow_depth(depth);
    let geometry = thread.geometry;
    let moves = (K::reached(board, geometry) & geometry.mask & !board.occupied()).count();
    let glance = value::<K, S>(thread, board, indices, moves);
    thread.probcuts += 1;
    let mut found = None;
    // Values end at the most; where they reach it, nothing is left to doubt.
    let high = (alpha + 1 + margin).min(MOST);
    let low = (alpha - margin).max(-MOST);
    if glance > alpha && alpha < high {
        let score = S::search(thread, board, indices, shallow, high - 1, high);
        if score >= high && !thread.is_aborted {
            found = Some(alpha + 1);
        }
    } else if glance <= alpha && low <= alpha {
        let score = S::search(thread, board, indices, shallow, low, low + 1);
        if score <= low && !thread.is_aborted {
            found = Some(alpha);
        }
    }
    thread.probcuts -= 1;
    found
}

/// The deepest search whose values are taken from the table again.
const DEEPEST_KEPT: u32 = 31;

/// What a value in the table is founded on: plies and selectivity in one byte.
#[inline(always)]
fn draft(depth: u32, selectivity: Selectivity) -> u8 {
    (depth.min(DEEPEST_KEPT) as u8) << 3 | selectivity.number()
}

/// The plies of a draft.
#[inline(always)]
pub(super) const fn depth_of(draft: u8) -> u32 {
    draft as u32 >> 3
}

/// Whether a value founded on `known` does for one who wants `wanted`.
#[inline(always)]
const fn covers(known: u8, wanted: u8) -> bool {
    known >> 3 >= wanted >> 3 && known & 7 >= wanted & 7
}

/// Searches the moves of a node: the value found and the best move.
#[inline(always)]
fn search_moves<K: Kernels, S: Evaluator<K>, const N: usize>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    indices: &S::FeatureIndices,
    moves: K::Word,
    depth: u32,
    (mut alpha, beta): (i32, i32),
    remembered: [u8; 2],
) -> (i32, u8) {
    let mut candidates = Ranked::<K::Word, N>::new();
    for index in moves.indices() {
        let mut candidate = rank::<K, S>(thread, board, indices, index, depth);
        if candidate.index == remembered[0] {
            candidate.rank += 1 << 28;
        } else if candidate.index == remembered[1] {
            candidate.rank += 1 << 27;
        }
        candidates.push(candidate);
    }
    let mut best = (LOWEST, NO_MOVE);
    let mut is_first = true;
    while let Some(candidate) = candidates.pop_best() {
        let is_null = beta - alpha == 1;
        if !is_first && is_null && depth >= from::SPLIT && thread.pool.wants_work() {
            let mut rest = vec![candidate];
            while let Some(candidate) = candidates.pop_best() {
                rest.push(candidate);
            }
            let node = Node {
                empties: (thread.geometry.mask & !board.occupied()).count(),
                odd: 0,
                alpha,
                depth: Some(depth),
                selectivity: thread.selectivity,
            };
            return thread.search_together(rest, node, best);
        }
        thread.nodes += 1;
        let flips = board.opponent() ^ candidate.board.mover();
        let indices = S::after(
            S::feature_map(thread),
            indices,
            u32::from(candidate.index),
            flips,
        );
        let next = candidate.board;
        let mut score = if is_first {
            -S::search(thread, next, &indices, depth - 1, -beta, -alpha)
        } else {
            -S::search(thread, next, &indices, depth - 1, -alpha - 1, -alpha)
        };
        if !is_first && score > alpha && score < beta && !thread.is_aborted {
            thread.nodes += 1;
            score = -S::search(thread, next, &indices, depth - 1, -beta, -alpha);
        }
        if thread.is_aborted {
            break;
        }
        if score > best.0 {
            best = (score, candidate.index);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        is_first = false;
    }
    best
}

/// A move with its place in the order.
#[inline(always)]
fn rank<K: Kernels, S: Evaluator<K>>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    indices: &S::FeatureIndices,
    index: u32,
    depth: u32,
) -> Candidate<K::Word> {
    let geometry = thread.geometry;
    if depth < from::GLANCE {
        return by_replies::<K>(board, index, 0, geometry);
    }
    let flips = K::flips(index, board.mover(), board.opponent(), geometry);
    let next = board.after(index, flips);
    let indices = S::after(S::feature_map(thread), indices, index, flips);
    thread.nodes += 1;
    let value = -S::search(thread, next, &indices, 0, LOWEST, -LOWEST);
    let replies = (K::reached(next, geometry) & geometry.mask & !next.occupied()).count();
    Candidate {
        board: next,
        index: index as u8,
        rank: value + REPLY * replies as i32,
    }
}

/// Whether a move of a split is better than `alpha`.
pub(crate) fn search_child<K: Kernels>(
    thread: &mut Thread<'_, K>,
    candidate: &Candidate<K::Word>,
    depth: u32,
    alpha: i32,
) -> i32 {
    thread.nodes += 1;
    let indices =
        <FullEvaluation as Evaluator<K>>::feature_indices(thread.feature_map, candidate.board);
    -K::midgame(
        thread,
        candidate.board,
        &indices,
        depth - 1,
        -alpha - 1,
        -alpha,
    )
}

/// The value of a child of the root.
pub(crate) fn midgame_root<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    K::midgame(
        thread,
        board,
        &<FullEvaluation as Evaluator<K>>::feature_indices(thread.feature_map, board),
        depth,
        alpha,
        beta,
    )
}

/// The best move by a search of some plies behind it, and what it gives the
/// mover, in 1/128 discs; the value of the position as it stands if the mover
/// cannot move.
pub(crate) fn best_move<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    plies: u32,
) -> (i32, Option<u8>) {
    let geometry = thread.geometry;
    let indices = <FullEvaluation as Evaluator<K>>::feature_indices(thread.feature_map, board);
    let moves = K::reached(board, geometry) & geometry.mask & !board.occupied();
    let mut best = (LOWEST, None);
    for index in moves.indices() {
        let flips = K::flips(index, board.mover(), board.opponent(), geometry);
        let next = board.after(index, flips);
        let indices =
            <FullEvaluation as Evaluator<K>>::after(thread.feature_map, &indices, index, flips);
        thread.nodes += 1;
        let value = -K::midgame(thread, next, &indices, plies, LOWEST, -best.0);
        if value > best.0 {
            best = (value, Some(index as u8));
        }
    }
    if best.1.is_none() {
        best.0 = K::midgame(thread, board, &indices, 0, LOWEST, -LOWEST);
    }
    best
}
