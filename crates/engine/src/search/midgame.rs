//! The midgame search: depth-limited, scored by an evaluation.
//!
//! Scores and windows are in 1/128 discs. For principal variation search, see Marsland and Campbell
//! 1982; for ProbCut, see [`probcut`]. At the lowest confidence, late moves are searched to a reduced
//! depth first (Chess Programming Wiki, "Late Move Reductions").

use outflank_othello::{Bitboard, Board, Square};

use super::endgame_shallow::endgame_child;
use super::evaluator::{Evaluator, FullEvaluation};
use super::feature::Feature;
use super::geometry::Geometry;
use super::ordering::{
    Candidate, MAX_MOVES, Move, MoveList, SECOND_TT_MOVE_BONUS, by_mobility, for_each_move,
};
use super::parameters::{
    LATE_AFTER, LATE_FROM, LATE_REDUCTION, MAX_PROBCUTS, MIDGAME_EXACT_FROM, MIDGAME_SPLIT_FROM,
    MIDGAME_STOP_FROM, MIDGAME_TABLE_FROM, PROBCUT_FROM, VALUE_ORDER_FROM, VALUE_ORDER_REPLY,
};
use super::probcut::{self, Selectivity};
use super::pv::search_pv;
use super::split::Node;
use super::table::NO_MOVE;
use super::thread::Thread;
use super::tiers::Entries;
use crate::evaluation::{FeatureIndices, FullIndices, UNITS_PER_DISC, shallow_depth};
use crate::kernels::features::portable as features;

/// A value below every score; its negation is above every score.
pub(crate) const LOWEST: i32 = -1_000_000;

/// Returns the static value of a board whose mover has `moves` legal moves.
#[inline(always)]
pub(super) fn static_value<K: Entries, S: Evaluator<K, N>, const N: usize>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    indices: &FeatureIndices<N>,
    moves: u32,
) -> i32 {
    let (kernels, geometry) = (thread.kernels, thread.geometry);
    let most = geometry.max_estimate();
    let Some(evaluation) = S::evaluation(thread) else {
        return kernels.hand_crafted(board, geometry).clamp(-most, most);
    };
    let counts = || {
        let occupied = board.occupied();
        let replies = kernels.legal_moves(board.pass(), geometry);
        [moves, replies.count(), occupied.count()]
    };
    S::value(thread, evaluation, board, indices, counts).clamp(-most, most)
}

/// Returns the score of a search of `depth` plies, fail-soft. The caller counts the
/// node. A pass is not a ply. The result is meaningless if `thread.is_aborted` is set.
#[inline(always)]
pub(crate) fn midgame<K: Entries, S: Evaluator<K, N>, const N: usize>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    indices: &FeatureIndices<N>,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    let geometry = thread.geometry;
    let free = geometry.mask & !board.occupied();
    let moves = thread.kernels.legal_moves(board, geometry);
    if moves.is_empty() {
        let passed = match thread.pass(board) {
            Ok((passed, _)) => passed,
            Err(score) => return UNITS_PER_DISC * score,
        };
        let indices = features::passed(indices);
        return -thread
            .kernels
            .midgame::<S, N>(thread, passed, &indices, depth, -beta, -alpha);
    }
    match depth {
        0 => static_value::<K, S, N>(thread, board, indices, moves.count()),
        1 => {
            if S::IS_FULL
                && beta - alpha == 1
                && let Some(bound) = probcut::<K, S, N>(thread, board, indices, moves, depth, alpha)
            {
                return bound;
            }
            last_ply::<K, S, N>(thread, board, indices, moves, beta)
        }
        _ => inner::<K, S, N>(thread, board, indices, (free, moves), depth, (alpha, beta)),
    }
}

/// Returns the best score one ply deeper, or the first score that reaches `beta`.
#[inline(always)]
fn last_ply<K: Entries, S: Evaluator<K, N>, const N: usize>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    indices: &FeatureIndices<N>,
    moves: K::Word,
    beta: i32,
) -> i32 {
    let (kernels, geometry) = (thread.kernels, thread.geometry);
    let previous = usize::from(thread.previous & 127);
    let [[first, second], [third, fourth]] = [thread.countermoves[previous], thread.killers];
    let mut promising = [first, second, third, fourth].into_iter().map(u32::from);
    let mut best = LOWEST;
    let mut rest = moves;
    while !rest.is_empty() {
        // Sorting would cost more than it saves. A move that refuted the same move elsewhere often
        // refutes it here; so do the last refutations, and corners.
        let index = promising
            .find(|&index| rest.has(index))
            .unwrap_or_else(|| corners_first(rest, geometry));
        rest &= !K::Word::from_index(index);
        let flips = kernels.flips(index, board.mover(), board.opponent(), geometry);
        let next = board.after(index, flips);
        let indices = features::after_move(S::feature_map(thread), indices, index, flips);
        let replies = kernels.legal_moves(next, geometry);
        thread.nodes += 1;
        let score = if replies.is_empty() {
            -thread
                .kernels
                .midgame::<S, N>(thread, next, &indices, 0, LOWEST, -LOWEST)
        } else {
            -static_value::<K, S, N>(thread, next, &indices, replies.count())
        };
        best = best.max(score);
        if best >= beta {
            for latest in [&mut thread.countermoves[previous], &mut thread.killers] {
                if latest[0] != index as u8 {
                    *latest = [index as u8, latest[0]];
                }
            }
            break;
        }
    }
    best
}

/// Returns a corner if there is one, and a square beside a corner only if there is no other.
#[inline(always)]
fn corners_first<W: Bitboard>(moves: W, geometry: &Geometry<W>) -> u32 {
    let others = moves & !geometry.beside_corners;
    let sets = [moves & geometry.corners, others];
    let first = sets.into_iter().find(|set| !set.is_empty());
    first.unwrap_or(moves).first_index()
}

/// Searches two plies or more.
#[inline(always)]
fn inner<K: Entries, S: Evaluator<K, N>, const N: usize>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    indices: &FeatureIndices<N>,
    (free, moves): (K::Word, K::Word),
    depth: u32,
    (alpha, beta): (i32, i32),
) -> i32 {
    if depth >= MIDGAME_STOP_FROM {
        if depth > MIDGAME_STOP_FROM {
            thread.poll();
        }
        if thread.check_aborted() {
            return alpha;
        }
    }
    let empties = free.count();
    if depth >= empties && empties <= MIDGAME_EXACT_FROM {
        return exact(thread, board, (free, moves), (alpha, beta));
    }
    let is_null = beta - alpha == 1;
    let draft = draft(depth, thread.selectivity);
    let tt_entry =
        if S::IS_FULL && depth >= MIDGAME_TABLE_FROM && thread.uses(Feature::MidgameTable) {
            thread.midgame_table.get(board)
        } else {
            None
        };
    if let Some(entry) = tt_entry
        && is_null
        && depth <= MAX_DRAFT_DEPTH
        && covers(entry.draft, draft)
    {
        if i32::from(entry.lower) >= beta {
            return i32::from(entry.lower);
        }
        if i32::from(entry.upper) <= alpha {
            return i32::from(entry.upper);
        }
    }
    if S::IS_FULL
        && is_null
        && let Some(bound) = probcut::<K, S, N>(thread, board, indices, moves, depth, alpha)
    {
        return bound;
    }
    let window = (alpha, beta);
    let tt_moves = tt_entry.map_or([NO_MOVE; 2], |entry| entry.best);
    let (score, best) = if moves.count() <= 32 {
        search_moves::<K, S, N, 32>(thread, board, indices, moves, depth, window, tt_moves)
    } else {
        search_moves::<K, S, N, MAX_MOVES>(thread, board, indices, moves, depth, window, tt_moves)
    };
    if S::IS_FULL && !thread.is_aborted && depth >= MIDGAME_TABLE_FROM {
        let found = (score, Some(best));
        thread.midgame_table.keep(board, draft, window, found);
    }
    score
}

/// Returns the exact score of a board with few empties, in 1/128 discs.
#[inline(always)]
fn exact<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    (free, moves): (K::Word, K::Word),
    (alpha, beta): (i32, i32),
) -> i32 {
    let empties = free.count();
    // A score in whole discs is above α if and only if it is above this.
    let below = alpha.div_euclid(UNITS_PER_DISC);
    let score = if beta - alpha == 1 && empties > 4 {
        let odd = thread.geometry.odd_quarters(free);
        endgame_child(thread, board, moves, empties, odd, below)
    } else {
        let above =
            beta.div_euclid(UNITS_PER_DISC) + i32::from(beta.rem_euclid(UNITS_PER_DISC) != 0);
        search_pv(thread, board, empties, below, above.max(below + 1)).0
    };
    UNITS_PER_DISC * score
}

/// Returns a bound that the static value or a shallow search makes probable enough.
#[inline(always)]
fn probcut<K: Entries, S: Evaluator<K, N>, const N: usize>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    indices: &FeatureIndices<N>,
    moves: K::Word,
    depth: u32,
    alpha: i32,
) -> Option<i32> {
    if depth < PROBCUT_FROM || !thread.uses(Feature::Probcut) {
        return None;
    }
    let discs = board.occupied().count();
    let margins = probcut::margins(S::evaluation(thread), thread.selectivity, discs, depth)?;
    let value = static_value::<K, S, N>(thread, board, indices, moves.count());
    let is_high = value > alpha;
    let (bound, beyond) = if is_high {
        (alpha + 1, value - alpha - 1)
    } else {
        (alpha, alpha - value)
    };
    if beyond >= margins.value {
        return Some(bound);
    }
    let shallow = shallow_depth(depth);
    if shallow == 0
        || shallow == depth
        || beyond < margins.before
        || thread.probcuts >= MAX_PROBCUTS
    {
        return None;
    }
    thread.probcuts += 1;
    let most = thread.geometry.max_estimate();
    let is_beyond = if is_high {
        let high = (bound + margins.search).min(most);
        thread
            .kernels
            .midgame::<S, N>(thread, board, indices, shallow, high - 1, high)
            >= high
    } else {
        let low = (bound - margins.search).max(-most);
        thread
            .kernels
            .midgame::<S, N>(thread, board, indices, shallow, low, low + 1)
            <= low
    };
    thread.probcuts -= 1;
    (is_beyond && !thread.is_aborted).then_some(bound)
}

/// The greatest depth that a draft can represent.
const MAX_DRAFT_DEPTH: u32 = 31;

/// Returns the draft of a table entry: depth and selectivity in one byte.
#[inline(always)]
fn draft(depth: u32, selectivity: Selectivity) -> u8 {
    (depth.min(MAX_DRAFT_DEPTH) as u8) << 3 | selectivity.number()
}

/// Returns the depth of a draft.
#[inline(always)]
pub(super) const fn depth_of(draft: u8) -> u32 {
    draft as u32 >> 3
}

/// Returns `true` if an entry of draft `known` is good enough for a search of draft `requested`.
#[inline(always)]
const fn covers(known: u8, requested: u8) -> bool {
    known >> 3 >= requested >> 3 && known & 7 >= requested & 7
}

/// Searches the moves of a node. Returns the score and the best move.
#[inline(always)]
fn search_moves<K: Entries, S: Evaluator<K, N>, const N: usize, const MOVES: usize>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    indices: &FeatureIndices<N>,
    moves: K::Word,
    depth: u32,
    (mut alpha, beta): (i32, i32),
    tt_moves: [u8; 2],
) -> (i32, u8) {
    let geometry = thread.geometry;
    let mut best = (LOWEST, NO_MOVE);
    let mut searched = 0;
    // The move that was best before often cuts off, and then the other moves need no ranks.
    let index = u32::from(tt_moves[0]);
    let has_tt_move = tt_moves[0] != NO_MOVE && moves.has(index);
    let mut rest = moves;
    if has_tt_move {
        let flips = thread
            .kernels
            .flips(index, board.mover(), board.opponent(), geometry);
        let child = (board.after(index, flips), index, flips);
        let score = search_move::<K, S, N>(thread, indices, child, depth, (alpha, beta), 0);
        if thread.is_aborted {
            return best;
        }
        best = (score, tt_moves[0]);
        alpha = alpha.max(score);
        if score >= beta {
            return best;
        }
        searched = 1;
        rest = moves & !K::Word::from_index(index);
    }
    let mut choices = MoveList::<K::Word, MOVES>::new();
    for_each_move(thread.kernels, board, rest, geometry, |tried| {
        if S::IS_FULL && depth > MIDGAME_TABLE_FROM {
            thread.midgame_table.prefetch(tried.next);
        }
        let mut rank = rank::<K, S, N>(thread, board, indices, &tried, depth);
        if tried.index == u32::from(tt_moves[1]) {
            rank += SECOND_TT_MOVE_BONUS;
        }
        choices.push(&tried, rank);
        true
    });
    while let Some(choice) = choices.pop_best() {
        let candidate = Candidate::new(board, choice);
        let is_null = beta - alpha == 1;
        // `Worker::search` counts on exactly one move before the split.
        if searched == 1
            && is_null
            && depth >= MIDGAME_SPLIT_FROM
            && !choices.is_empty()
            && thread.pool.has_helpers()
        {
            let node = Node {
                empties: (thread.geometry.mask & !board.occupied()).count(),
                odd: 0,
                alpha,
                depth: Some(depth),
                selectivity: thread.selectivity,
            };
            return thread.search_together(board, candidate, choices, node, best);
        }
        let flips = board.opponent() ^ candidate.board.mover();
        let child = (candidate.board, u32::from(candidate.index), flips);
        let window = (alpha, beta);
        let score = search_move::<K, S, N>(thread, indices, child, depth, window, searched);
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
        searched += 1;
    }
    best
}

/// Returns the score of a move of a node, given by the board after the move, its square, and the
/// discs that it flips. `searched` is the number of earlier moves of the node; all moves but the first
/// are tried with a null window first.
#[inline(always)]
fn search_move<K: Entries, S: Evaluator<K, N>, const N: usize>(
    thread: &mut Thread<'_, K>,
    indices: &FeatureIndices<N>,
    (next, index, flips): (Board<K::Word>, u32, K::Word),
    depth: u32,
    (alpha, beta): (i32, i32),
    searched: usize,
) -> i32 {
    let indices = features::after_move(S::feature_map(thread), indices, index, flips);
    thread.previous = index as u8;
    if searched > 0 {
        let is_late = beta - alpha == 1 && is_late::<K, S, N>(thread, depth, searched);
        let score = search_null_window::<K, S, N>(thread, next, &indices, depth, alpha, is_late);
        if score <= alpha || score >= beta || thread.is_aborted {
            return score;
        }
    }
    thread.nodes += 1;
    -thread
        .kernels
        .midgame::<S, N>(thread, next, &indices, depth - 1, -beta, -alpha)
}

/// Returns `true` if a null-window node at this depth reduces a move after `searched` earlier ones.
#[inline(always)]
fn is_late<K: Entries, S: Evaluator<K, N>, const N: usize>(
    thread: &Thread<'_, K>,
    depth: u32,
    searched: usize,
) -> bool {
    S::IS_FULL
        && searched >= LATE_AFTER
        && depth >= LATE_FROM
        && thread.selectivity == Selectivity::MIN
        && thread.uses(Feature::LateMoveReductions)
}

/// Searches a move with a null window; `next` is the board after it. A late move is searched to a
/// reduced depth first, and to the full depth only if that search fails high.
#[inline(always)]
fn search_null_window<K: Entries, S: Evaluator<K, N>, const N: usize>(
    thread: &mut Thread<'_, K>,
    next: Board<K::Word>,
    indices: &FeatureIndices<N>,
    depth: u32,
    alpha: i32,
    is_late: bool,
) -> i32 {
    let search = |thread: &mut Thread<'_, K>, depth: u32| {
        thread.nodes += 1;
        let (kernels, beta) = (thread.kernels, alpha + 1);
        -kernels.midgame::<S, N>(thread, next, indices, depth - 1, -beta, -alpha)
    };
    if is_late {
        let score = search(thread, depth - LATE_REDUCTION);
        if score <= alpha || thread.is_aborted {
            return score;
        }
    }
    search(thread, depth)
}

/// Returns the rank of a move.
#[inline(always)]
fn rank<K: Entries, S: Evaluator<K, N>, const N: usize>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    indices: &FeatureIndices<N>,
    tried: &Move<K::Word>,
    depth: u32,
) -> i32 {
    if depth < VALUE_ORDER_FROM {
        return by_mobility(tried, 0, thread.geometry);
    }
    let flips = board.opponent() ^ tried.next.mover();
    let indices = features::after_move(S::feature_map(thread), indices, tried.index, flips);
    thread.nodes += 1;
    let value = -thread
        .kernels
        .midgame::<S, N>(thread, tried.next, &indices, 0, LOWEST, -LOWEST);
    value + VALUE_ORDER_REPLY * tried.replies.count() as i32
}

/// Searches a move of a split node with a null window. `searched` is the number of earlier moves of
/// the node.
pub(crate) fn search_split_move<K: Entries>(
    thread: &mut Thread<'_, K>,
    candidate: &Candidate<K::Word>,
    depth: u32,
    alpha: i32,
    searched: usize,
) -> i32 {
    let indices = features::feature_indices(thread.feature_map, candidate.board);
    let is_late = is_late::<K, FullEvaluation, _>(thread, depth, searched);
    search_null_window::<K, FullEvaluation, _>(
        thread,
        candidate.board,
        &indices,
        depth,
        alpha,
        is_late,
    )
}

/// Searches a board with the full evaluation.
pub(crate) fn midgame_root<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    let indices = features::feature_indices(thread.feature_map, board);
    let kernels = thread.kernels;
    kernels.midgame::<FullEvaluation, _>(thread, board, &indices, depth, alpha, beta)
}

/// Returns the best move, judged by a search of `plies` plies after it, and its score in 1/128
/// discs. Returns only the static value of the board if the mover cannot move.
pub(crate) fn shallow_best_move<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    plies: u32,
) -> (i32, Option<Square>) {
    let (kernels, geometry) = (thread.kernels, thread.geometry);
    let indices: FullIndices = features::feature_indices(thread.feature_map, board);
    let moves = kernels.legal_moves(board, geometry);
    let mut best = (LOWEST, None);
    for index in moves.indices() {
        let flips = kernels.flips(index, board.mover(), board.opponent(), geometry);
        let next = board.after(index, flips);
        let indices = features::after_move(thread.feature_map, &indices, index, flips);
        thread.nodes += 1;
        let value =
            -kernels.midgame::<FullEvaluation, _>(thread, next, &indices, plies, LOWEST, -best.0);
        if value > best.0 {
            best = (value, Some(geometry.layout.square(index)));
        }
    }
    if best.1.is_none() {
        best.0 = kernels.midgame::<FullEvaluation, _>(thread, board, &indices, 0, LOWEST, -LOWEST);
    }
    best
}
