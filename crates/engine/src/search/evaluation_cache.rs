//! A cache of network values.
//!
//! Iterative deepening, ProbCut searches and transpositions meet the same boards again and
//! again, and a lookup costs a fraction of the network
//! (`docs/explanation/evaluation.md` has what it saves by size).

use outflank_othello::{Bitboard, Board};

use super::parameters::EVALUATION_CACHE_ENTRIES;

/// Values of boards; a newer board replaces an older one with the same index.
pub(crate) struct EvaluationCache<W>(Box<[(Board<W>, i32)]>);

impl<W: Bitboard> EvaluationCache<W> {
    /// Makes room for [`EVALUATION_CACHE_ENTRIES`] values, or for none.
    pub(crate) fn new(has_room: bool) -> Self {
        // No searched board is without discs.
        let nothing = (Board::new_unchecked(W::EMPTY, W::EMPTY), 0);
        Self(
            vec![
                nothing;
                if has_room {
                    EVALUATION_CACHE_ENTRIES
                } else {
                    0
                }
            ]
            .into(),
        )
    }

    /// Returns the cached value of a board, or the one that `make` computes.
    #[inline(always)]
    pub(crate) fn get_or(&mut self, board: Board<W>, make: impl FnOnce() -> i32) -> i32 {
        let place = (board.hash64() >> (u64::BITS - EVALUATION_CACHE_ENTRIES.ilog2())) as usize;
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
