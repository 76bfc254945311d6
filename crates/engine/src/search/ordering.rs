//! Move ordering of the endgame: fastest first.
//!
//! The move that leaves the opponent the fewest replies has the smallest subtree and is often the
//! best one (Jean-Christophe Weill 1992, "The NegaC* search"; Richard Delorme's Edax).

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use outflank_othello::{Bitboard, Board};

use super::evaluator::OrderingEvaluation;
use super::feature::Feature;
use super::geometry::Geometry;
use super::midgame::{LOWEST, static_value};
use super::parameters::{
    COUNTED_FRONTIER, COUNTED_POTENTIAL_MOVE, COUNTED_REPLY, ORDERING_CORNER_REPLY,
    ORDERING_MARGIN, ORDERING_ODD, ORDERING_POTENTIAL_MOVE, ORDERING_REPLY, ORDERING_SEARCH_FROM,
};
use super::thread::Thread;
use super::tiers::{Entries, Kernels};
use crate::evaluation::{FeatureIndices, MAX_ORDERING_INSTANCES};
use crate::kernels::features::portable as features;

/// A move of a list.
#[derive(Clone, Copy)]
pub(crate) struct Choice<W> {
    /// The squares that the move changes.
    pub(crate) changed: W,
    /// The opponent's legal moves after the move.
    pub(crate) replies: W,
    /// Greater for a higher rank and, on a tie, for an earlier place in the list.
    key: i32,
    pub(crate) index: u8,
}

/// The moves of a node in ascending order of their squares, at most `N`. The list is filled in
/// place, because copying it would take as long as ranking a move.
pub(crate) struct MoveList<W, const N: usize> {
    moves: ArrayVec<Choice<W>, N>,
    /// The keys of the two moves to take first. Most nodes need no others.
    first: i32,
    second: i32,
    /// The number of moves taken, and the key of the last one.
    taken: usize,
    last: i32,
}

/// Number of bits of a key that hold the place in the list.
const PLACE_BITS: u32 = 7;
const MAX_PLACE: i32 = (1 << PLACE_BITS) - 1;

impl<W: Bitboard, const N: usize> MoveList<W, N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            moves: ArrayVec::new_const(),
            first: i32::MIN,
            second: i32::MIN,
            taken: 0,
            last: i32::MIN,
        }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, tried: &Move<W>, rank: i32) {
        let key = rank << PLACE_BITS | (MAX_PLACE - (self.moves.len() as i32 & MAX_PLACE));
        self.second = self.second.max(self.first.min(key));
        self.first = self.first.max(key);
        self.moves.push(Choice {
            changed: tried.changed,
            replies: tried.replies,
            key,
            index: tried.index as u8,
        });
    }

    /// Lowers the rank of each move by the penalty that `penalty` returns, until `penalty` breaks.
    #[inline(always)]
    pub(crate) fn penalize<B>(
        &mut self,
        mut penalty: impl FnMut(&Choice<W>) -> ControlFlow<B, i32>,
    ) -> ControlFlow<B> {
        (self.first, self.second) = (i32::MIN, i32::MIN);
        for choice in &mut self.moves {
            choice.key -= penalty(choice)? << PLACE_BITS;
            self.second = self.second.max(self.first.min(choice.key));
            self.first = self.first.max(choice.key);
        }
        ControlFlow::Continue(())
    }

    /// Returns `true` if all moves are taken.
    #[inline(always)]
    pub(crate) const fn is_empty(&self) -> bool {
        self.taken == self.moves.len()
    }

    /// Takes the move with the highest rank or, on a tie, the lowest index. Most nodes are cut off
    /// early, so a full sort would be wasted. The best move is unpredictable, so it is found
    /// without a branch.
    #[inline(always)]
    pub(crate) fn pop_best(&mut self) -> Option<Choice<W>> {
        if self.is_empty() {
            return None;
        }
        self.last = match self.taken {
            0 => self.first,
            1 => self.second,
            _ => {
                let keys = self.moves.iter().map(|choice| choice.key);
                let below = keys.map(|key| if key < self.last { key } else { i32::MIN });
                below.fold(i32::MIN, i32::max)
            }
        };
        self.taken += 1;
        let place = MAX_PLACE - (self.last & MAX_PLACE);
        self.moves.get(place as usize).copied()
    }
}

/// A move and the board after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<W> {
    pub(crate) board: Board<W>,
    /// The legal moves of that board.
    pub(crate) replies: W,
    pub(crate) index: u8,
}

impl<W: Bitboard> Candidate<W> {
    /// Makes a move of a list on a board.
    #[inline(always)]
    pub(crate) fn new(board: Board<W>, choice: Choice<W>) -> Self {
        Self {
            board: board_after(board, choice.changed),
            replies: choice.replies,
            index: choice.index,
        }
    }
}

/// Maximum number of moves in a position.
pub(crate) const MAX_MOVES: usize = 128;

/// The rank bonus of the first move of a table entry.
pub(crate) const TT_MOVE_BONUS: i32 = 1 << 22;

/// The rank bonus of the second move of a table entry.
pub(crate) const SECOND_TT_MOVE_BONUS: i32 = 1 << 21;

/// Returns the depth of ordering searches in plies, or `None` to order by counts.
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
    /// The best ordering score so far minus the margin.
    floor: i32,
}

impl<K: Entries> Ranking<K> {
    /// Prepares for a node. `odd` are the quadrants with an odd number of empties,
    /// and `tt_moves` are the moves of the table entry.
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

    /// Returns the rank of a move.
    #[inline(always)]
    pub(crate) fn rank(&mut self, thread: &mut Thread<'_, K>, tried: &Move<K::Word>) -> i32 {
        let (index, board, replies) = (tried.index, tried.next, tried.replies);
        let bonus = match self.tt_moves.map(|tt_move| u32::from(tt_move) == index) {
            [true, _] => TT_MOVE_BONUS,
            [_, true] => SECOND_TT_MOVE_BONUS,
            _ => 0,
        };
        let geometry = thread.geometry;
        let Some((plies, indices)) = &self.ordering_search else {
            return bonus + by_mobility(tried, self.odd, geometry);
        };
        let flips = self.board.opponent() ^ board.mover();
        let indices = features::after_move(thread.ordering_feature_map, indices, index, flips);
        let count = |set: K::Word| set.count() as i32;
        let floor = -self.floor;
        let kernels = thread.kernels;
        let value = if *plies == 0 && !replies.is_empty() {
            // The replies are known, so no search has to find them again.
            -static_value::<K, OrderingEvaluation, _>(thread, board, &indices, replies.count())
        } else {
            -kernels
                .midgame::<OrderingEvaluation, _>(thread, board, &indices, *plies, LOWEST, floor)
        };
        self.floor = self.floor.max(value - ORDERING_MARGIN);
        let mut rank = value
            + ORDERING_REPLY * count(replies)
            + ORDERING_POTENTIAL_MOVE * count(potential_moves(board, geometry))
            + ORDERING_CORNER_REPLY * count(replies & geometry.corners);
        if self.odd & geometry.quarter[index as usize & 127] != 0 {
            rank += ORDERING_ODD;
        }
        bonus + rank
    }
}

/// A move, the board after it, and the opponent's legal moves there.
#[derive(Clone, Copy)]
pub(crate) struct Move<W> {
    pub(crate) index: u32,
    /// The discs that the move flips, and its square.
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
            // The kernel for four moves would leave three of its four lanes idle.
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

/// Returns the potential moves of the mover: the empty squares next to discs of the opponent.
#[inline(always)]
fn potential_moves<W: Bitboard>(board: Board<W>, geometry: &Geometry<W>) -> W {
    geometry.around(board.opponent()) & geometry.mask & !board.occupied()
}

/// Ranks a move by its square, parity, the opponent's mobility and potential mobility after it, and
/// the frontier discs of the side that makes it.
#[inline(always)]
pub(crate) fn by_mobility<W: Bitboard>(tried: &Move<W>, odd: u8, geometry: &Geometry<W>) -> i32 {
    let next = tried.next;
    let empties = geometry.mask & !next.occupied();
    let frontier = next.opponent() & geometry.around(empties);
    by_replies(tried, odd, geometry)
        + COUNTED_POTENTIAL_MOVE * potential_moves(next, geometry).count() as i32
        + COUNTED_FRONTIER * frontier.count() as i32
}

/// Ranks a move by the opponent's replies, its square and parity.
#[inline(always)]
pub(crate) fn by_replies<W: Bitboard>(tried: &Move<W>, odd: u8, geometry: &Geometry<W>) -> i32 {
    let corner_replies = tried.replies & geometry.corners;
    let counted = COUNTED_REPLY * (tried.replies.count() + corner_replies.count()) as i32;
    counted + geometry.square_value(odd, tried.index)
}
