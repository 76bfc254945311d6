//! The order in which moves are tried: fastest first.
//!
//! The move that leaves the opponent the fewest replies makes the smallest
//! tree and is often the best one (Jean-Christophe Weill 1992, "The NegaC*
//! search"; Richard Delorme's Edax).

use arrayvec::ArrayVec;
use outflank_othello::{Bitboard, Board};

use super::geometry::Geometry;
use super::hot::Hot;

/// A move with the board it leads to and its place in the order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<W> {
    pub(crate) board: Board<W>,
    pub(crate) index: u8,
    /// Greater is tried earlier.
    pub(crate) rank: i32,
}

/// The moves of one node, at most `N`.
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

    /// All that are left, in no order.
    #[inline(always)]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [Candidate<W>] {
        &mut self.0
    }

    /// Takes the best one out; of equals the one with the lowest square. Most
    /// nodes are cut early, so a full sort would be wasted.
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

/// What a rank is made of, in sixteenths of one reply of the opponent. Set by
/// hand in the order of usual importance.
pub(crate) mod worth {
    /// The best move that the table remembers.
    pub(crate) const REMEMBERED: i32 = 1 << 24;
    /// The second-best one.
    pub(crate) const REMEMBERED_BEFORE: i32 = 1 << 23;
    /// Each legal reply; corners among them count once more.
    pub(crate) const REPLY: i32 = 16;
    /// Taking a corner.
    pub(crate) const CORNER: i32 = 24;
    /// Moving where an odd number of squares is empty.
    pub(crate) const ODD: i32 = 8;
}

/// A move ranked by the opponent's replies, corners and parity.
#[inline(always)]
pub(crate) fn rank_by_replies<H: Hot>(
    board: Board<H::Word>,
    index: u32,
    odd: u8,
    geometry: &Geometry<H::Word>,
) -> Candidate<H::Word> {
    let flips = H::flips(index, board.mover, board.opponent, geometry);
    let next = board.after(index, flips);
    let replies = H::reached(next, geometry) & geometry.mask & !next.occupied();
    let count = replies.count() + (replies & geometry.corners).count();
    let mut rank = -worth::REPLY * count as i32;
    if geometry.corners.has(index) {
        rank += worth::CORNER;
    }
    if odd & geometry.quarter[index as usize & 127] != 0 {
        rank += worth::ODD;
    }
    Candidate {
        board: next,
        index: index as u8,
        rank,
    }
}
