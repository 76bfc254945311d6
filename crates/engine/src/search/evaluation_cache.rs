//! The values that a thread's network gave lately.
//!
//! Deepening searches, the shallow searches by which deep ones are left out, and different
//! orders of the same moves come to the same boards again and again. Looking a value up
//! costs a part of what the network does. (docs/explanation/evaluation.md has what it saves, by the
//! number of values kept.)

use outflank_othello::{Bitboard, Board};

/// Kept values: 96 KB of them for 8×8, which stay in the processor's nearer caches.
const KEPT: usize = 1 << 12;

/// Values of boards, the latest of those that share a place.
pub(crate) struct EvaluationCache<W>(Box<[(Board<W>, i32)]>);

impl<W: Bitboard> EvaluationCache<W> {
    /// Room for [`KEPT`] values, or for none.
    pub(crate) fn new(has_room: bool) -> Self {
        // No board that is searched is without discs.
        let nothing = (Board::new_unchecked(W::EMPTY, W::EMPTY), 0);
        Self(vec![nothing; if has_room { KEPT } else { 0 }].into())
    }

    /// The value kept for a board, or else that which `make` gives.
    #[inline(always)]
    pub(crate) fn get_or(&mut self, board: Board<W>, make: impl FnOnce() -> i32) -> i32 {
        let place = (board.hash64() >> (u64::BITS - KEPT.ilog2())) as usize;
        let Some(kept) = self.0.get_mut(place) else {
            return make();
        };
        if kept.0 != board {
            *kept = (board, make());
        }
        kept.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_made_once_and_is_that_of_its_board() {
        let mut evaluation_cache = EvaluationCache::new(true);
        let boards: Vec<Board<u64>> = (1..20_000_u64)
            .map(|n| Board::new_unchecked(n, n << 20))
            .collect();
        let value = |board: Board<u64>| board.mover() as i32;
        let mut made = 0;
        for &board in boards.iter().chain(&boards) {
            for _ in 0..2 {
                let got = evaluation_cache.get_or(board, || {
                    made += 1;
                    value(board)
                });
                assert_eq!(got, value(board));
            }
        }
        assert!(
            made > boards.len(),
            "{made}: more boards than room, so later ones push earlier ones out"
        );
        let last = boards[boards.len() - 1];
        assert_eq!(
            evaluation_cache.get_or(last, || unreachable!()),
            value(last)
        );
        // The same discs with the other side to move are another board.
        assert_eq!(evaluation_cache.get_or(last.pass(), || -1), -1);
    }

    #[test]
    fn without_room_every_value_is_made() {
        let mut evaluation_cache = EvaluationCache::<u128>::new(false);
        let board = Board::new_unchecked(1, 1 << 100);
        assert_eq!(evaluation_cache.get_or(board, || 3), 3);
        assert_eq!(evaluation_cache.get_or(board, || 4), 4);
    }
}
