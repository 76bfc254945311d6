//! Move ordering of the endgame: fastest first.
//!
//! The move that leaves the opponent the fewest replies has the smallest subtree and is
//! often the best one (Jean-Christophe Weill 1992, "The NegaC* search"; Richard Delorme's
//! Edax).

use arrayvec::ArrayVec;
use outflank_othello::{Bitboard, Board};

use super::geometry::Geometry;
use super::midgame::LOWEST;
use super::parameters::{
    COUNTED_ODD, COUNTED_POTENTIAL_MOVE, COUNTED_REPLY, ORDERING_CORNER_REPLY, ORDERING_MARGIN,
    ORDERING_ODD, ORDERING_REPLY,
};
use super::thread::Thread;
use super::tiers::Kernels;
use crate::evaluation::{FeatureIndices, MAX_ORDERING_INSTANCES};
use crate::kernels::features::portable as features;

/// A move, the board after it, and its rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<W> {
    pub(crate) board: Board<W>,
    pub(crate) index: u8,
    /// The highest is tried first.
    pub(crate) rank: i32,
}

/// The moves of a node, at most `N`.
pub(crate) struct Ranked<W, const N: usize>(ArrayVec<Candidate<W>, N>);

impl<W: Bitboard, const N: usize> Ranked<W, N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, candidate: Candidate<W>) {
        self.0.push(candidate);
    }

    /// The remaining moves, in no order.
    #[inline(always)]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [Candidate<W>] {
        &mut self.0
    }

    /// Removes the move of the highest rank, on a tie the one with the lowest index. Most
    /// nodes are cut off early, so a full sort would be wasted.
    #[inline(always)]
    pub(crate) fn pop_best(&mut self) -> Option<Candidate<W>> {
        let mut best = 0;
        for place in 1..self.0.len() {
            let (candidate, champion) = (&self.0[place], &self.0[best]);
            if (candidate.rank, champion.index) > (champion.rank, candidate.index) {
                best = place;
            }
        }
        self.0.swap_pop(best)
    }
}

/// Upper limit of the moves of a position.
pub(crate) const MAX_MOVES: usize = 128;

/// The rank that the first move of a table entry gains.
pub(crate) const REMEMBERED: i32 = 1 << 28;

/// The rank that the second move of a table entry gains.
pub(crate) const REMEMBERED_BEFORE: i32 = 1 << 27;

/// Ranks the moves of a node.
pub(crate) struct Ranking<K: Kernels> {
    board: Board<K::Word>,
    /// Depth of the ordering searches and the feature indices of the node; `None` if moves
    /// are ranked by counts.
    ordering_search: Option<(u32, FeatureIndices<MAX_ORDERING_INSTANCES>)>,
    odd: u8,
    remembered: [u8; 2],
    /// The best ordering score so far less the margin.
    floor: i32,
}

impl<K: Kernels> Ranking<K> {
    /// Prepares for a node. `odd` are the quadrants with an odd number of empties,
    /// `remembered` the moves of the table entry.
    #[inline(always)]
    pub(crate) fn new(
        thread: &Thread<'_, K>,
        board: Board<K::Word>,
        empties: u32,
        odd: u8,
        remembered: [u8; 2],
    ) -> Self {
        let plies = thread.thresholds.ordering_search_plies(empties);
        Self {
            board,
            ordering_search: plies.map(|plies| {
                (
                    plies,
                    features::feature_indices(thread.ordering_feature_map, board),
                )
            }),
            odd,
            remembered,
            floor: LOWEST,
        }
    }

    /// Ranks the move on `index`.
    #[inline(always)]
    pub(crate) fn rank(&mut self, thread: &mut Thread<'_, K>, index: u32) -> Candidate<K::Word> {
        let geometry = thread.geometry;
        let kernels = thread.kernels;
        let Some((plies, indices)) = &self.ordering_search else {
            return self.remember(by_replies(kernels, self.board, index, self.odd, geometry));
        };
        let flips = kernels.flips(index, self.board.mover(), self.board.opponent(), geometry);
        let next = self.board.after(index, flips);
        let indices = features::after(thread.ordering_feature_map, indices, index, flips);
        let free = geometry.mask & !next.occupied();
        let replies = kernels.reached(next, geometry) & free;
        let count = |set: K::Word| set.count() as i32;
        let floor = -self.floor;
        let value = -kernels.ordering_search(thread, next, &indices, *plies, LOWEST, floor);
        self.floor = self.floor.max(value - ORDERING_MARGIN);
        let mut rank = value
            + ORDERING_REPLY * count(replies)
            + ORDERING_CORNER_REPLY * count(replies & geometry.corners);
        if self.odd & geometry.quarter[index as usize & 127] != 0 {
            rank += ORDERING_ODD;
        }
        self.remember(Candidate {
            board: next,
            index: index as u8,
            rank,
        })
    }

    #[inline(always)]
    fn remember(&self, mut candidate: Candidate<K::Word>) -> Candidate<K::Word> {
        if self.remembered[0] == candidate.index {
            candidate.rank += REMEMBERED;
        } else if self.remembered[1] == candidate.index {
            candidate.rank += REMEMBERED_BEFORE;
        }
        candidate
    }
}

/// Ranks a move by the opponent's mobility, its square and parity.
#[inline(always)]
pub(crate) fn by_replies<K: Kernels>(
    kernels: K,
    board: Board<K::Word>,
    index: u32,
    odd: u8,
    geometry: &Geometry<K::Word>,
) -> Candidate<K::Word> {
    let flips = kernels.flips(index, board.mover(), board.opponent(), geometry);
    let next = board.after(index, flips);
    let free = geometry.mask & !next.occupied();
    let replies = kernels.reached(next, geometry) & free;
    let count = |set: K::Word| set.count() as i32;
    let mut rank = COUNTED_REPLY * (count(replies) + count(replies & geometry.corners))
        + COUNTED_POTENTIAL_MOVE * count(geometry.around(next.opponent()) & free);
    rank += i32::from(geometry.worth[index as usize & 127]);
    if odd & geometry.quarter[index as usize & 127] != 0 {
        rank += COUNTED_ODD;
    }
    Candidate {
        board: next,
        index: index as u8,
        rank,
    }
}
