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
    /// Each empty square beside a disc of the opponent: a move to come.
    pub(crate) const POTENTIAL: i32 = 6;
    /// Holding a corner.
    pub(crate) const HELD_CORNER: i32 = 64;
    /// A disc diagonally inside an empty corner.
    pub(crate) const X_SQUARE: i32 = -32;
}

/// How good a board looks to its mover, in the units of [`worth`]: moves, moves
/// to come, corners and the squares that give them away.
#[inline(always)]
fn guess<H: Hot>(board: Board<H::Word>, geometry: &Geometry<H::Word>) -> i32 {
    side_guess::<H>(board, geometry) - side_guess::<H>(board.pass(), geometry)
}

/// What the mover of a board has.
#[inline(always)]
fn side_guess<H: Hot>(board: Board<H::Word>, geometry: &Geometry<H::Word>) -> i32 {
    let free = geometry.mask & !board.occupied();
    let moves = H::reached(board, geometry) & free;
    let count = |set: H::Word| set.count() as i32;
    let mut value = worth::REPLY * (count(moves) + count(moves & geometry.corners))
        + worth::POTENTIAL * count(geometry.around(board.opponent) & free)
        + worth::HELD_CORNER * count(board.mover & geometry.corners);
    for (corner, inside) in geometry.x_squares {
        if !(corner & free).is_empty() {
            value += worth::X_SQUARE * count(board.mover & inside);
        }
    }
    value
}

/// How good a board looks to its mover after his best-looking move.
#[inline(always)]
fn guess_after_move<H: Hot>(board: Board<H::Word>, geometry: &Geometry<H::Word>) -> i32 {
    let moves = H::reached(board, geometry) & geometry.mask & !board.occupied();
    let mut best = i32::MIN;
    for index in moves.indices() {
        let flips = H::flips(index, board.mover, board.opponent, geometry);
        best = best.max(-guess::<H>(board.after(index, flips), geometry));
    }
    if best == i32::MIN {
        guess::<H>(board, geometry)
    } else {
        best
    }
}

/// A move ranked by a look at the opponent's answers.
#[inline(always)]
pub(crate) fn rank_by_answers<H: Hot>(
    board: Board<H::Word>,
    index: u32,
    odd: u8,
    geometry: &Geometry<H::Word>,
) -> Candidate<H::Word> {
    let flips = H::flips(index, board.mover, board.opponent, geometry);
    let next = board.after(index, flips);
    let mut rank = -guess_after_move::<H>(next, geometry);
    if odd & geometry.quarter[index as usize & 127] != 0 {
        rank += worth::ODD;
    }
    Candidate {
        board: next,
        index: index as u8,
        rank,
    }
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
