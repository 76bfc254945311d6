//! The thread-local table: bounds of boards with few empties.
//!
//! Near the end of the game the shared table costs more than it saves, since its memory is
//! far away. Most transpositions come soon after one another, and some thousand entries in
//! the processor's nearer caches find them (`docs/reference/benchmarks.md` has what they
//! save).

use outflank_othello::{Bitboard, Board};

use super::parameters::THREAD_TABLE_ENTRIES;

/// Odd multipliers of the discs of either side: fractions of the golden ratio and of π.
const MULTIPLIERS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0x2439_6B2B_0F1D_2C55];

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// Lower bound of the score in discs.
    lower: i16,
    /// Upper bound of the score in discs.
    upper: i16,
}

impl Bounds {
    const UNKNOWN: Self = Self {
        lower: -i16::MAX,
        upper: i16::MAX,
    };

    /// Returns a bound that tells whether the score is over `alpha`, if there is one.
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

/// Bounds of boards; a newer board replaces an older one with the same index.
pub(crate) struct ThreadTable<W>(Box<[(Board<W>, Bounds)]>);

impl<W: Bitboard> ThreadTable<W> {
    /// Makes room for [`THREAD_TABLE_ENTRIES`] boards, or for none.
    pub(crate) fn new(has_room: bool) -> Self {
        // No searched board is without discs.
        let nothing = (Board::new_unchecked(W::EMPTY, W::EMPTY), Bounds::UNKNOWN);
        Self(vec![nothing; if has_room { THREAD_TABLE_ENTRIES } else { 0 }].into())
    }

    /// Returns the index of a board.
    #[inline(always)]
    pub(crate) fn place(board: Board<W>) -> usize {
        // Multiply-shift hashing (Dietzfelbinger 1996, "Universal hashing and k-wise
        // independent random variables via integer arithmetic without primes"): the upper bits
        // depend on all others, and the two products do not wait for each other.
        let hash = if W::BITS == 64 {
            let mover = (board.mover().widen() as u64).wrapping_mul(MULTIPLIERS[0]);
            mover.wrapping_add((board.opponent().widen() as u64).wrapping_mul(MULTIPLIERS[1]))
        } else {
            board.hash64()
        };
        (hash >> (u64::BITS - THREAD_TABLE_ENTRIES.ilog2())) as usize
    }

    /// Prefetches the entry at an index that will be looked up soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, place: usize) {
        #[cfg(target_arch = "x86_64")]
        if let Some(entry) = self.0.get(place) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch has no effect that the program can observe, and every x86-64
            // processor supports it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(entry).cast::<i8>()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = place;
    }

    /// Looks up a board by its index.
    #[inline(always)]
    pub(crate) fn get(&self, place: usize, board: Board<W>) -> Bounds {
        match self.0.get(place) {
            Some((kept, bounds)) if *kept == board => *bounds,
            _ => Bounds::UNKNOWN,
        }
    }

    /// Stores the result of a null-window search at `alpha` in place of what was there. An older
    /// bound of the same board would rarely help: fewer than one board in a thousand is
    /// found with one that does not settle it.
    #[inline(always)]
    pub(crate) fn keep(&mut self, place: usize, board: Board<W>, alpha: i32, score: i32) {
        let mut bounds = Bounds::UNKNOWN;
        if score > alpha {
            bounds.lower = score as i16;
        } else {
            bounds.upper = score as i16;
        }
        if let Some(entry) = self.0.get_mut(place) {
            *entry = (board, bounds);
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
    fn the_last_bound_is_kept_and_settles_what_it_can() {
        let mut own = ThreadTable::new(true);
        let board = board(5);
        let place = ThreadTable::place(board);
        assert_eq!(own.get(place, board).settled(0), None);
        own.keep(place, board, 3, -2);
        let known = own.get(place, board);
        assert_eq!((known.settled(3), known.settled(-2)), (Some(-2), Some(-2)));
        assert_eq!(known.settled(-3), None);
        own.keep(place, board, -10, -8);
        let known = own.get(place, board);
        assert_eq!((known.settled(-9), known.settled(-8)), (Some(-8), None));
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
        own.keep(place, first, 0, 2);
        own.keep(place, other, 0, -2);
        assert_eq!(own.get(place, first), Bounds::UNKNOWN);
        assert_eq!(own.get(place, other).settled(0), Some(-2));
        assert_eq!(own.get(place, other).settled(-3), None);
    }

    #[test]
    fn boards_are_spread_over_all_places() {
        let mut feature_map: Vec<usize> = (0..THREAD_TABLE_ENTRIES as u64)
            .map(|n| ThreadTable::place(Board::<u64>::new_unchecked(n << 3, !n << 40)))
            .collect();
        feature_map.sort_unstable();
        feature_map.dedup();
        assert!(
            feature_map.len() > THREAD_TABLE_ENTRIES / 2,
            "{}",
            feature_map.len()
        );
    }

    #[test]
    fn without_room_nothing_is_kept() {
        let mut own = ThreadTable::<u128>::new(false);
        let board = Board::new_unchecked(1, 1 << 100);
        own.keep(ThreadTable::place(board), board, 0, 2);
        assert_eq!(own.get(ThreadTable::place(board), board), Bounds::UNKNOWN);
    }
}
