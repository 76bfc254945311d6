//! Bounds of boards with few empty squares, which each thread keeps for itself.
//!
//! So near the end the shared table costs more than it saves: it lies far away in memory.
//! Most boards that come again do so soon, by another order of the same moves, and a few
//! thousand bounds in the processor's nearer caches find them. (`docs/reference/benchmarks.md` has
//! what they save.)

use outflank_othello::{Bitboard, Board};

use super::table::NO_MOVE;

/// Kept boards: 96 KB of them for 8×8.
const KEPT: usize = 1 << 12;

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// The score is at least this many discs.
    lower: i16,
    /// The score is at most this many discs.
    upper: i16,
    /// The move that was best; [`NO_MOVE`] if there was none.
    pub(crate) best: u8,
}

impl Bounds {
    const UNKNOWN: Self = Self {
        lower: -i16::MAX,
        upper: i16::MAX,
        best: NO_MOVE,
    };

    /// A bound that settles whether the score is over `alpha`, if there is one.
    #[inline(always)]
    pub(crate) fn settled(self, alpha: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower > alpha {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }
}

/// Bounds of boards, the latest of those that share a place.
pub(crate) struct ThreadTable<W>(Box<[(Board<W>, Bounds)]>);

impl<W: Bitboard> ThreadTable<W> {
    /// Room for [`KEPT`] boards, or for none.
    pub(crate) fn new(has_room: bool) -> Self {
        // No board that is searched is without discs.
        let nothing = (Board::new_unchecked(W::EMPTY, W::EMPTY), Bounds::UNKNOWN);
        Self(vec![nothing; if has_room { KEPT } else { 0 }].into())
    }

    /// Where a board is kept.
    #[inline(always)]
    pub(crate) fn place(board: Board<W>) -> usize {
        (board.hash64() >> (u64::BITS - KEPT.ilog2())) as usize
    }

    /// What is known of the board whose place this is.
    #[inline(always)]
    pub(crate) fn get(&self, place: usize, board: Board<W>) -> Bounds {
        match self.0.get(place) {
            Some((kept, bounds)) if *kept == board => *bounds,
            _ => Bounds::UNKNOWN,
        }
    }

    /// Keeps what a search of the board whose place this is found when it asked whether
    /// the score is over `alpha`.
    #[inline(always)]
    pub(crate) fn keep(
        &mut self,
        place: usize,
        board: Board<W>,
        alpha: i32,
        (score, best): (i32, u8),
    ) {
        let Some((kept, bounds)) = self.0.get_mut(place) else {
            return;
        };
        if *kept != board {
            (*kept, *bounds) = (board, Bounds::UNKNOWN);
        }
        if score > alpha {
            bounds.lower = bounds.lower.max(score as i16);
            bounds.best = best;
        } else {
            bounds.upper = bounds.upper.min(score as i16);
            if bounds.best == NO_MOVE {
                bounds.best = best;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(number: u64) -> Board<u64> {
        Board::new_unchecked(number, number << 20)
    }

    #[test]
    fn bounds_close_in_and_settle_what_they_can() {
        let mut own = ThreadTable::new(true);
        let board = board(5);
        let place = ThreadTable::place(board);
        assert_eq!(own.get(place, board).settled(0), None);
        own.keep(place, board, 3, (-2, 7));
        let known = own.get(place, board);
        assert_eq!((known.settled(3), known.settled(-2)), (Some(-2), Some(-2)));
        assert_eq!((known.settled(-3), known.best), (None, 7));
        own.keep(place, board, -10, (-8, 9));
        // A move that reached more than was asked for is the better one.
        let known = own.get(place, board);
        assert_eq!((known.settled(-9), known.settled(-8)), (Some(-8), None));
        assert_eq!((known.settled(-2), known.best), (Some(-2), 9));
        // Weaker bounds take nothing away, and a bad move takes no good one's place.
        own.keep(place, board, 20, (10, 11));
        own.keep(place, board, -20, (-12, 12));
        let known = own.get(place, board);
        assert_eq!((known.settled(-9), known.settled(-2)), (Some(-8), Some(-2)));
        own.keep(place, board, -3, (-4, 13));
        assert_eq!(own.get(place, board).best, 12);
        // The same discs with the other side to move are another board.
        let passed = board.pass();
        assert_eq!(own.get(ThreadTable::place(passed), passed), Bounds::UNKNOWN);
    }

    #[test]
    fn boards_that_share_a_place_push_each_other_out() {
        let mut own = ThreadTable::new(true);
        let first = board(1);
        let place = ThreadTable::place(first);
        let shares = |&other: &Board<u64>| ThreadTable::place(other) == place;
        let other = (2..1 << 20).map(board).find(shares).unwrap();
        own.keep(place, first, 0, (2, 1));
        own.keep(place, other, 0, (-2, 1));
        assert_eq!(own.get(place, first), Bounds::UNKNOWN);
        assert_eq!(own.get(place, other).settled(0), Some(-2));
        assert_eq!(own.get(place, other).settled(-3), None);
    }

    #[test]
    fn boards_are_spread_over_all_places() {
        let mut feature_map: Vec<usize> = (0..KEPT as u64)
            .map(|n| ThreadTable::place(Board::<u64>::new_unchecked(n << 3, !n << 40)))
            .collect();
        feature_map.sort_unstable();
        feature_map.dedup();
        assert!(feature_map.len() > KEPT / 2, "{}", feature_map.len());
    }

    #[test]
    fn without_room_nothing_is_kept() {
        let mut own = ThreadTable::<u128>::new(false);
        let board = Board::new_unchecked(1, 1 << 100);
        own.keep(ThreadTable::place(board), board, 0, (2, 1));
        assert_eq!(own.get(ThreadTable::place(board), board), Bounds::UNKNOWN);
    }
}
