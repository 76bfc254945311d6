//! The discs on the board, seen from the side to move.

use crate::bitboard::Bitboard;
use crate::layout::Layout;

/// Two bitboards, the discs of the side to move and those of the opponent.
///
/// Copying is cheaper than undoing: a move makes a new board. The layout is
/// handed in with each call, since one search uses a single one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Board<B = u64> {
    /// Discs of the side to move.
    pub mover: B,
    /// Discs of the other side.
    pub opponent: B,
}

impl<B: Bitboard> Board<B> {
    /// A board with the given discs. The two sets must not overlap.
    #[inline]
    #[must_use]
    pub const fn new(mover: B, opponent: B) -> Self {
        Self { mover, opponent }
    }

    /// The four discs of the start, Black to move.
    #[must_use]
    pub fn start(layout: &Layout<B>) -> Self {
        let [top_left, top_right, bottom_left, bottom_right] = layout.shape().centre();
        Self {
            mover: layout.set([top_right, bottom_left]),
            opponent: layout.set([top_left, bottom_right]),
        }
    }

    /// Squares that hold a disc.
    #[inline]
    #[must_use]
    pub fn occupied(self) -> B {
        self.mover | self.opponent
    }

    /// Squares of the board without a disc.
    #[inline]
    #[must_use]
    pub fn empties(self, layout: &Layout<B>) -> B {
        layout.mask() & !self.occupied()
    }

    /// Squares on which the mover may play.
    #[inline]
    #[must_use]
    pub fn legal_moves(self, layout: &Layout<B>) -> B {
        B::legal_moves(self.mover, self.opponent, layout)
    }

    /// Discs that a move on the empty square `index` flips; empty if the move
    /// is illegal.
    #[inline]
    #[must_use]
    pub fn flips(self, index: u32, layout: &Layout<B>) -> B {
        B::flips(index, self.mover, self.opponent, layout)
    }

    /// The board after a move on the square `index` that flips `flips`, seen
    /// from the other side.
    #[inline]
    #[must_use]
    pub fn after(self, index: u32, flips: B) -> Self {
        Self {
            mover: self.opponent & !flips,
            opponent: self.mover | flips | B::from_index(index),
        }
    }

    /// The board after a legal move on the square `index`, seen from the other
    /// side. An illegal one is the caller's error and gives a wrong board.
    #[inline]
    #[must_use]
    pub fn play(self, index: u32, layout: &Layout<B>) -> Self {
        self.after(index, self.flips(index, layout))
    }

    /// The same board in words of 128 bits, the upper ones of a `u64` zero.
    #[inline]
    #[must_use]
    pub fn widen(self) -> Board<u128> {
        Board::new(self.mover.widen(), self.opponent.widen())
    }

    /// The same discs seen from the other side.
    #[inline]
    #[must_use]
    pub const fn pass(self) -> Self {
        Self {
            mover: self.opponent,
            opponent: self.mover,
        }
    }

    /// Whether neither side can move.
    #[inline]
    #[must_use]
    pub fn is_over(self, layout: &Layout<B>) -> bool {
        self.legal_moves(layout).is_empty() && self.pass().legal_moves(layout).is_empty()
    }

    /// Own discs minus the opponent's.
    #[inline]
    #[must_use]
    pub fn disc_difference(self) -> i32 {
        self.mover.count() as i32 - self.opponent.count() as i32
    }

    /// The score of a finished game for the mover: the disc difference, empty
    /// squares going to the winner.
    #[inline]
    #[must_use]
    pub fn final_score(self, layout: &Layout<B>) -> i32 {
        let difference = self.disc_difference();
        difference + difference.signum() * self.empties(layout).count() as i32
    }

    /// A well-mixed 64-bit hash of the discs and of who moves.
    ///
    /// Two rounds of multiplication to 128 bits whose halves are folded
    /// together (Wang Yi 2019, wyhash). Every square changes about half of the
    /// bits. Boards are told apart by comparing them, not by their hash.
    #[inline]
    #[must_use]
    pub fn hash64(self) -> u64 {
        if B::BITS == 64 {
            let [mover, opponent] = [self.mover.widen() as u64, self.opponent.widen() as u64];
            fold(
                fold(mover ^ SEEDS[0], opponent ^ SEEDS[1]) ^ mover,
                opponent ^ SEEDS[2],
            )
        } else {
            let [mover, opponent] = [self.mover.widen(), self.opponent.widen()];
            let low = fold(mover as u64 ^ SEEDS[0], opponent as u64 ^ SEEDS[1]);
            let high = fold(
                (mover >> 64) as u64 ^ SEEDS[2],
                (opponent >> 64) as u64 ^ SEEDS[3],
            );
            fold(
                low ^ SEEDS[1] ^ mover as u64,
                high ^ SEEDS[2] ^ opponent as u64,
            )
        }
    }
}

/// Odd words with as many ones as zeros and no pattern: the fractional digits
/// of π (0.243F6A88…), made odd.
const SEEDS: [u64; 4] = [
    0x243F_6A88_85A3_08D3,
    0x1319_8A2E_0370_7345,
    0xA409_3822_299F_31D1,
    0x082E_FA98_EC4E_6C89,
];

/// The halves of the 128-bit product, one folded onto the other.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn four_moves_from_the_start() {
        let layout = Layout::STANDARD;
        let moves = Board::start(&layout).legal_moves(&layout);
        let names: Vec<_> = moves
            .indices()
            .map(|i| layout.square(i).to_string())
            .collect();
        assert_eq!(names, ["d3", "c4", "f5", "e6"]);
    }

    #[test]
    fn empties_go_to_the_winner() {
        let layout = Layout::STANDARD;
        assert_eq!(Board::new(0b11_u64, 0b100).final_score(&layout), 62);
        assert_eq!(Board::new(0_u64, 0b100).final_score(&layout), -64);
        assert_eq!(Board::new(0b1_u64, 0b100).final_score(&layout), 0);
    }

    /// Each of the 64 bits of the hash should change in about half of the
    /// cases when one disc is added, whichever square it stands on.
    fn assert_avalanche<B: Bitboard>(layout: &Layout<B>) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut changed = [0_u32; 64];
        let squares = layout.mask().indices();
        for _ in 0..200 {
            let occupied = B::narrow(random.random()) & layout.mask();
            let mover = B::narrow(random.random()) & occupied;
            let board = Board::new(mover, occupied & !mover);
            for index in squares {
                let other = Board::new(mover ^ B::from_index(index), board.opponent);
                let difference = board.hash64() ^ other.hash64();
                for (bit, count) in changed.iter_mut().enumerate() {
                    *count += (difference >> bit & 1) as u32;
                }
            }
        }
        let trials = 200.0 * squares.len() as f64;
        for count in changed {
            let share = f64::from(count) / trials;
            assert!((0.48..0.52).contains(&share), "{share}");
        }
    }

    #[test]
    fn one_disc_changes_half_of_the_hash() {
        assert_avalanche(&Layout::STANDARD);
        assert_avalanche(&Layout::<u128>::new("11x11".parse().unwrap()).unwrap());
    }
}
