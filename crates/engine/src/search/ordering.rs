//! Move ordering of the endgame: fastest first.
//!
//! The move that leaves the opponent the fewest replies has the smallest subtree and is
//! often the best one (Jean-Christophe Weill 1992, "The NegaC* search"; Richard Delorme's
//! Edax).

use arrayvec::ArrayVec;
use outflank_othello::{Bitboard, Board};

use super::evaluator::OrderingEvaluation;
use super::feature::Feature;
use super::geometry::Geometry;
use super::midgame::{LOWEST, static_value};
use super::parameters::{
    COUNTED_POTENTIAL_MOVE, COUNTED_REPLY, ORDERING_CORNER_REPLY, ORDERING_MARGIN, ORDERING_ODD,
    ORDERING_REPLY, ORDERING_SEARCH_FROM,
};
use super::thread::Thread;
use super::tiers::{Entries, Kernels};
use crate::evaluation::{FeatureIndices, MAX_ORDERING_INSTANCES};
use crate::kernels::features::portable as features;

/// A move, the board after it, and its rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<W> {
    pub(crate) board: Board<W>,
    /// The legal moves of that board.
    pub(crate) replies: W,
    pub(crate) index: u8,
    /// The highest is tried first.
    pub(crate) rank: i32,
}

/// The moves of a node in rising order of their squares, at most `N`.
pub(crate) struct Ranked<W, const N: usize> {
    candidates: ArrayVec<Candidate<W>, N>,
    /// Number of moves not yet taken.
    left: usize,
    /// The greatest [`key`] of all moves; `None` once a move was taken or a rank was changed.
    first: Option<i64>,
}

/// Returns a key that is greatest for the move to take: its rank, on a tie the first place.
#[inline(always)]
fn key(rank: i32, place: usize) -> i64 {
    i64::from(rank) << 8 | (255 - place as i64)
}

/// The rank of a move that was taken.
const TAKEN: i32 = i32::MIN;

impl<W: Bitboard, const N: usize> Ranked<W, N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            candidates: ArrayVec::new_const(),
            left: 0,
            first: Some(i64::MIN),
        }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, candidate: Candidate<W>) {
        let key = key(candidate.rank, self.left);
        self.first = self.first.map(|first| first.max(key));
        self.candidates.push(candidate);
        self.left += 1;
    }

    /// All moves, before the first is taken.
    #[inline(always)]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [Candidate<W>] {
        self.first = None;
        &mut self.candidates
    }

    /// Returns `true` if all moves are taken.
    #[inline(always)]
    pub(crate) const fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// Takes the move of the highest rank, on a tie the one with the lowest index. Most
    /// nodes are cut off early, so a full sort would be wasted, and the first move is
    /// already known. Which move is best is unpredictable, so it is found without a branch.
    #[inline(always)]
    pub(crate) fn pop_best(&mut self) -> Option<Candidate<W>> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let best = self.first.take().unwrap_or_else(|| {
            let keys = self.candidates.iter().enumerate();
            let keys = keys.map(|(place, candidate)| key(candidate.rank, place));
            keys.fold(i64::MIN, i64::max)
        });
        let best = self.candidates.get_mut(255 - (best & 255) as usize)?;
        let candidate = *best;
        best.rank = TAKEN;
        Some(candidate)
    }
}

/// Upper limit of the moves of a position.
pub(crate) const MAX_MOVES: usize = 128;

/// The rank that the first move of a table entry gains.
pub(crate) const TT_MOVE_BONUS: i32 = 1 << 28;

/// The rank that the second move of a table entry gains.
pub(crate) const SECOND_TT_MOVE_BONUS: i32 = 1 << 27;

/// Returns the depth in plies of ordering searches, or `None` to order by counts.
#[inline(always)]
fn ordering_search_plies<K: Entries>(thread: &Thread<'_, K>, empties: u32) -> Option<u32> {
    let plies = ORDERING_SEARCH_FROM
        .iter()
        .rposition(|&from| empties >= from);
    plies
        .filter(|_| thread.uses(Feature::OrderingSearch))
        .map(|plies| plies as u32)
}

/// Ranks the moves of a node.
pub(crate) struct Ranking<K: Entries> {
    board: Board<K::Word>,
    /// Depth of the ordering searches and the feature indices of the node; `None` if moves
    /// are ranked by counts.
    ordering_search: Option<(u32, FeatureIndices<MAX_ORDERING_INSTANCES>)>,
    odd: u8,
    tt_moves: [u8; 2],
    /// The best ordering score so far less the margin.
    floor: i32,
}

impl<K: Entries> Ranking<K> {
    /// Prepares for a node. `odd` are the quadrants with an odd number of empties,
    /// `tt_moves` the moves of the table entry.
    #[inline(always)]
    pub(crate) fn new(
        thread: &Thread<'_, K>,
        board: Board<K::Word>,
        empties: u32,
        odd: u8,
        tt_moves: [u8; 2],
    ) -> Self {
        let plies = ordering_search_plies(thread, empties);
        Self {
            board,
            ordering_search: plies.map(|plies| {
                (
                    plies,
                    features::feature_indices(thread.ordering_feature_map, board),
                )
            }),
            odd,
            tt_moves,
            floor: LOWEST,
        }
    }

    /// Ranks a move.
    #[inline(always)]
    pub(crate) fn rank(
        &mut self,
        thread: &mut Thread<'_, K>,
        tried: Move<K::Word>,
    ) -> Candidate<K::Word> {
        let geometry = thread.geometry;
        let Some((plies, indices)) = &self.ordering_search else {
            return self.remember(by_mobility(&tried, self.odd, geometry));
        };
        let Move {
            index,
            next,
            replies,
            ..
        } = tried;
        let flips = self.board.opponent() ^ next.mover();
        let indices = features::after_move(thread.ordering_feature_map, indices, index, flips);
        let count = |set: K::Word| set.count() as i32;
        let floor = -self.floor;
        let kernels = thread.kernels;
        let value = if *plies == 0 && !replies.is_empty() {
            // The replies are known: no search has to find them again.
            -static_value::<K, OrderingEvaluation, _>(thread, next, &indices, replies.count())
        } else {
            -kernels.ordering_search(thread, next, &indices, *plies, LOWEST, floor)
        };
        self.floor = self.floor.max(value - ORDERING_MARGIN);
        let mut rank = value
            + ORDERING_REPLY * count(replies)
            + ORDERING_CORNER_REPLY * count(replies & geometry.corners);
        if self.odd & geometry.quarter[index as usize & 127] != 0 {
            rank += ORDERING_ODD;
        }
        self.remember(Candidate {
            board: next,
            replies,
            index: index as u8,
            rank,
        })
    }

    #[inline(always)]
    fn remember(&self, mut candidate: Candidate<K::Word>) -> Candidate<K::Word> {
        if self.tt_moves[0] == candidate.index {
            candidate.rank += TT_MOVE_BONUS;
        } else if self.tt_moves[1] == candidate.index {
            candidate.rank += SECOND_TT_MOVE_BONUS;
        }
        candidate
    }
}

/// A move, the board after it, and the opponent's legal moves there.
#[derive(Clone, Copy)]
pub(crate) struct Move<W> {
    pub(crate) index: u32,
    /// The discs that it flips, and its square.
    pub(crate) changed: W,
    pub(crate) next: Board<W>,
    pub(crate) replies: W,
}

/// Returns the board after a move that changes `changed`.
#[inline(always)]
pub(crate) fn board_after<W: Bitboard>(board: Board<W>, changed: W) -> Board<W> {
    Board::new_unchecked(board.opponent() & !changed, board.mover() | changed)
}

/// Calls `visit` with each of the legal moves `moves` until it returns `false`.
#[inline(always)]
pub(crate) fn for_each_move<K: Kernels>(
    kernels: K,
    board: Board<K::Word>,
    moves: K::Word,
    geometry: &Geometry<K::Word>,
    mut visit: impl FnMut(Move<K::Word>) -> bool,
) {
    let empties = geometry.mask & !board.occupied();
    let mut rest = moves;
    while !rest.is_empty() {
        if rest.without_first().is_empty() {
            // The kernel for four would be idle in three lanes of four.
            let index = rest.first_index();
            let flips = kernels.flips(index, board.mover(), board.opponent(), geometry);
            let changed = rest | flips;
            let next = board_after(board, changed);
            visit(Move {
                index,
                changed,
                next,
                replies: kernels.legal_moves(next, geometry),
            });
            return;
        }
        let batch = kernels.replies(board, rest, geometry);
        for (changed, reached) in batch.changed.into_iter().zip(batch.reached) {
            if !visit(Move {
                index: rest.first_index(),
                changed,
                next: board_after(board, changed),
                replies: reached & empties & !changed,
            }) {
                return;
            }
            rest = rest.without_first();
            if rest.is_empty() {
                return;
            }
        }
    }
}

/// Ranks a move by the opponent's mobility and potential mobility, its square and parity.
#[inline(always)]
pub(crate) fn by_mobility<W: Bitboard>(
    tried: &Move<W>,
    odd: u8,
    geometry: &Geometry<W>,
) -> Candidate<W> {
    let mut candidate = by_replies(tried, odd, geometry);
    let next = tried.next;
    let potential = geometry.around(next.opponent()) & geometry.mask & !next.occupied();
    candidate.rank += COUNTED_POTENTIAL_MOVE * potential.count() as i32;
    candidate
}

/// Ranks a move by the opponent's replies, its square and parity.
#[inline(always)]
pub(crate) fn by_replies<W: Bitboard>(
    tried: &Move<W>,
    odd: u8,
    geometry: &Geometry<W>,
) -> Candidate<W> {
    let &Move {
        index,
        next,
        replies,
        ..
    } = tried;
    let corner_replies = replies & geometry.corners;
    let counted = COUNTED_REPLY * (replies.count() + corner_replies.count()) as i32;
    let rank = counted + geometry.square_value(odd, index);
    Candidate {
        board: next,
        replies,
        index: index as u8,
        rank,
    }
}
