//! Tables of a thread: bounds on the scores of boards with few empties, and values of the network.
//!
//! Near the end of the game the shared table costs more than it saves, because its memory is far
//! away. Most transpositions follow closely on one another, so a few thousand entries in the
//! processor's nearer caches find them (`docs/reference/benchmarks.md` shows the savings).
//! Iterative deepening and ProbCut also meet the same boards again and again, and a lookup costs a
//! fraction of the network (`docs/explanation/evaluation.md`).

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "a prefetch"))]

use outflank_othello::{Bitboard, Board};

/// Odd multipliers of the discs of either side: fractions of the golden ratio and of π.
const MULTIPLIERS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0x2439_6B2B_0F1D_2C55];

/// Bounds of the score of a board, in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bounds {
    lower: i16,
    upper: i16,
}

impl Bounds {
    /// Makes the bound that a null-window search at `alpha` proves. It replaces an older bound,
    /// which would rarely help: fewer than one lookup in a thousand finds a bound that does not
    /// settle the search.
    #[inline(always)]
    pub(crate) const fn of_null_window(alpha: i32, score: i32) -> Self {
        let is_high = score > alpha;
        Self {
            lower: if is_high { score as i16 } else { -i16::MAX },
            upper: if is_high { i16::MAX } else { score as i16 },
        }
    }

    /// Returns a bound that shows whether the score is above `alpha`, if there is one.
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

/// A direct-mapped table of `LEN` boards: a newer board replaces an older one with the same slot.
pub(crate) struct DirectMapped<W, V, const LEN: usize>(Box<[(Board<W>, V)]>);

impl<W: Bitboard, V: Copy + Default, const LEN: usize> DirectMapped<W, V, LEN> {
    /// Makes room for `LEN` boards, or for none.
    pub(crate) fn new(has_room: bool) -> Self {
        // No searched board is without discs.
        let empty = (Board::new_unchecked(W::EMPTY, W::EMPTY), V::default());
        Self(vec![empty; if has_room { LEN } else { 0 }].into())
    }

    /// Returns the slot of a board.
    #[inline(always)]
    pub(crate) fn slot(&self, board: Board<W>) -> usize {
        // Multiply-shift hashing (Dietzfelbinger 1996, "Universal hashing and k-wise
        // independent random variables via integer arithmetic without primes"): the upper bits
        // depend on all other bits, and the two products do not depend on each other.
        let hash = if W::BITS == 64 {
            let mover = (board.mover().widen() as u64).wrapping_mul(MULTIPLIERS[0]);
            mover.wrapping_add((board.opponent().widen() as u64).wrapping_mul(MULTIPLIERS[1]))
        } else {
            board.hash64()
        };
        (hash >> (u64::BITS - LEN.ilog2())) as usize
    }

    /// Prefetches a slot that will be looked up soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, slot: usize) {
        #[cfg(target_arch = "x86_64")]
        if let Some(entry) = self.0.get(slot) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch has no effect that the program can observe, and every x86-64
            // processor supports it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(entry).cast::<i8>()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = slot;
    }

    /// Looks up a board in its slot.
    #[inline(always)]
    pub(crate) fn get(&self, slot: usize, board: Board<W>) -> Option<V> {
        let (kept, value) = self.0.get(slot)?;
        (*kept == board).then_some(*value)
    }

    /// Stores the value of a board in its slot.
    #[inline(always)]
    pub(crate) fn put(&mut self, slot: usize, board: Board<W>, value: V) {
        if let Some(entry) = self.0.get_mut(slot) {
            *entry = (board, value);
        }
    }

    /// Returns the stored value of a board, or else stores and returns the result of `make`.
    #[inline(always)]
    pub(crate) fn get_or(&mut self, board: Board<W>, make: impl FnOnce() -> V) -> V {
        let slot = self.slot(board);
        self.get(slot, board).unwrap_or_else(|| {
            let value = make();
            self.put(slot, board, value);
            value
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of slots of the tables under test.
    const SLOTS: usize = 1 << 12;

    type BoundsTable<W> = DirectMapped<W, Bounds, SLOTS>;

    fn board(number: u64) -> Board<u64> {
        Board::new_unchecked(number, number << 20)
    }

    #[test]
    fn the_last_bound_is_kept_and_settles_searches() {
        let mut own = BoundsTable::new(true);
        let board = board(5);
        let slot = own.slot(board);
        assert_eq!(own.get(slot, board), None);
        own.put(slot, board, Bounds::of_null_window(3, -2));
        let known = own.get(slot, board).unwrap();
        assert_eq!((known.settled(3), known.settled(-2)), (Some(-2), Some(-2)));
        assert_eq!(known.settled(-3), None);
        own.put(slot, board, Bounds::of_null_window(-10, -8));
        let known = own.get(slot, board).unwrap();
        assert_eq!((known.settled(-9), known.settled(-8)), (Some(-8), None));
        // The same discs with the other side to move are another board.
        let passed = board.pass();
        assert_eq!(own.get(own.slot(passed), passed), None);
    }

    #[test]
    fn boards_that_share_a_slot_replace_each_other() {
        let mut own = BoundsTable::new(true);
        let first = board(1);
        let slot = own.slot(first);
        let shares = |&other: &Board<u64>| own.slot(other) == slot;
        let other = (2..1 << 20).map(board).find(shares).unwrap();
        own.put(slot, first, Bounds::of_null_window(0, 2));
        own.put(slot, other, Bounds::of_null_window(0, -2));
        assert_eq!(own.get(slot, first), None);
        let known = own.get(slot, other).unwrap();
        assert_eq!((known.settled(0), known.settled(-3)), (Some(-2), None));
    }

    #[test]
    fn boards_are_spread_over_all_slots() {
        let own = BoundsTable::new(true);
        let mut slots: Vec<usize> = (0..SLOTS as u64)
            .map(|n| own.slot(Board::<u64>::new_unchecked(n << 3, !n << 40)))
            .collect();
        slots.sort_unstable();
        slots.dedup();
        assert!(slots.len() > SLOTS / 2, "{}", slots.len());
    }

    #[test]
    fn a_value_is_computed_once_per_board() {
        let mut cache = DirectMapped::<u64, i32, SLOTS>::new(true);
        let count = if cfg!(miri) { 5_000 } else { 20_000 };
        let boards: Vec<Board<u64>> = (1..count).map(board).collect();
        let value = |board: Board<u64>| board.mover() as i32;
        let mut made = 0;
        for &board in boards.iter().chain(&boards) {
            for _ in 0..2 {
                let got = cache.get_or(board, || {
                    made += 1;
                    value(board)
                });
                assert_eq!(got, value(board));
            }
        }
        assert!(
            made > boards.len(),
            "{made}: more boards than slots, so later ones replace earlier ones"
        );
        let last = boards[boards.len() - 1];
        assert_eq!(cache.get_or(last, || unreachable!()), value(last));
        // The same discs with the other side to move are another board.
        assert_eq!(cache.get_or(last.pass(), || -1), -1);
    }

    #[test]
    fn a_table_without_slots_keeps_nothing() {
        let mut own = BoundsTable::<u128>::new(false);
        let board = Board::new_unchecked(1, 1 << 100);
        own.put(own.slot(board), board, Bounds::of_null_window(0, 2));
        assert_eq!(own.get(own.slot(board), board), None);
        let mut cache = DirectMapped::<u128, i32, SLOTS>::new(false);
        assert_eq!(cache.get_or(board, || 3), 3);
        assert_eq!(cache.get_or(board, || 4), 4);
    }
}
