//! The order in which moves are tried: fastest first.

use outflank_othello::{Bitboard, Board};

use super::search::Search;

/// A move with the board it leads to and its place in the order.
#[derive(Clone, Copy)]
pub(super) struct Candidate<B> {
    pub(super) index: u32,
    pub(super) board: Board<B>,
    /// Greater is tried earlier.
    rank: i32,
}

/// Most moves that a position can have: on 128 squares fewer than the empty ones.
const MOST_MOVES: usize = 128;

/// The moves of one node, best expected first.
pub(super) struct Candidates<B> {
    list: [Candidate<B>; MOST_MOVES],
    len: usize,
}

/// What a move's rank is made of, in the worth of one reply of the opponent.
/// Set by hand in the order of their usual importance.
mod worth {
    /// The move that was best when the position was searched before.
    pub(super) const REMEMBERED: i32 = 1 << 20;
    /// A move that wipes the opponent out.
    pub(super) const WIPE_OUT: i32 = 1 << 19;
    /// Each legal reply, corners among them twice.
    pub(super) const REPLY: i32 = 16;
    /// Taking a corner.
    pub(super) const CORNER: i32 = 24;
    /// Moving where an odd number of squares is empty.
    pub(super) const ODD: i32 = 8;
}

impl<B: Bitboard> Search<'_, B> {
    /// The legal moves of `board`, ranked.
    pub(super) fn candidates(
        &self,
        board: Board<B>,
        moves: B,
        remembered: Option<u32>,
    ) -> Candidates<B> {
        let layout = self.layout();
        let odd = self.quadrants().odd(board.empties(layout));
        let mut candidates = Candidates {
            list: [Candidate {
                index: 0,
                board: Board::default(),
                rank: 0,
            }; MOST_MOVES],
            len: 0,
        };
        for index in moves.indices() {
            let next = board.play(index, layout);
            let replies = next.legal_moves(layout);
            let corners = replies & self.corners();
            let mut rank = -worth::REPLY * (replies.count() + corners.count()) as i32;
            if remembered == Some(index) {
                rank += worth::REMEMBERED;
            }
            if next.mover.is_empty() {
                rank += worth::WIPE_OUT;
            }
            if self.corners().has(index) {
                rank += worth::CORNER;
            }
            if odd.has(index) {
                rank += worth::ODD;
            }
            candidates.list[candidates.len] = Candidate {
                index,
                board: next,
                rank,
            };
            candidates.len += 1;
        }
        candidates
    }
}

impl<B: Bitboard> Candidates<B> {
    /// All of them, in no order.
    pub(super) fn all(&self) -> &[Candidate<B>] {
        &self.list[..self.len]
    }

    /// Brings the best of the moves from `from` on to that place and gives it.
    /// Most nodes are cut early, so a full sort would be wasted.
    pub(super) fn pick(&mut self, from: usize) -> Option<Candidate<B>> {
        let rest = &mut self.list[from..self.len];
        let mut best = 0;
        for place in 1..rest.len() {
            if rest[place].rank > rest[best].rank {
                best = place;
            }
        }
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, best);
        Some(rest[0])
    }
}
