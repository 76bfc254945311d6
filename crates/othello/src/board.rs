//! The discs on the board, seen from the side to move.

use crate::{Bitboard, Layout, Shape, Square};

/// Two bitboards, the discs of the side to move and those of the opponent.
///
/// No square holds discs of both sides unless [`Board::new_unchecked`] made the board. A move
/// makes a new board, because copying is cheaper than undoing. Methods take the layout as an
/// argument, because a search uses only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Board<B = u64> {
    mover: B,
    opponent: B,
}

/// The reason why discs do not form a valid board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Both sides have a disc on the square.
    #[error("{0} holds discs of both sides")]
    Overlap(Square),
    /// A disc is outside the rectangle or on a hole.
    #[error("{0} is not a square of the {1} board")]
    OffBoard(Square, Shape),
    /// A bit beyond the last row of any board is set.
    #[error("bit {0} is off the {1} board")]
    OffLayout(u32, Shape),
}

impl Board<u64> {
    /// Returns the discs that a move on the empty square of the set `origin` flips, like
    /// [`flips`](Self::flips) but without tables or branches. It is slower for a single board, but
    /// the compiler can vectorise a loop over many boards.
    #[inline(always)]
    #[must_use]
    pub fn flips_by_shifts(self, origin: u64) -> u64 {
        crate::rules::narrow::flips_by_shifts(origin, self.mover, self.opponent)
    }
}

impl<B: Bitboard> Board<B> {
    /// Returns the board with the given discs.
    ///
    /// # Errors
    ///
    /// Returns an error if a square holds two discs or a disc is off the board.
    pub fn new(mover: B, opponent: B, layout: &Layout<B>) -> Result<Self, BoardError> {
        let board = Self::new_unchecked(mover, opponent);
        board.check(layout)?;
        Ok(board)
    }

    /// Returns the board with the given discs, which must not overlap.
    ///
    /// Overlapping discs do not affect memory safety, but their moves, flips and scores
    /// are meaningless. [`Board::check`] detects them.
    #[inline]
    #[must_use]
    pub const fn new_unchecked(mover: B, opponent: B) -> Self {
        Self { mover, opponent }
    }

    /// Checks that no square holds two discs and that all discs are on the board.
    ///
    /// # Errors
    ///
    /// Returns an error for the first square, in reading order, that breaks a rule.
    pub fn check(self, layout: &Layout<B>) -> Result<(), BoardError> {
        let overlap = self.mover & self.opponent & layout.mask();
        if !overlap.is_empty() {
            return Err(BoardError::Overlap(layout.square(overlap.first_index())));
        }
        let outside = self.occupied() & !layout.mask();
        if !outside.is_empty() {
            let index = outside.first_index();
            return Err(match layout.square_at(index) {
                Some(square) => BoardError::OffBoard(square, layout.shape()),
                None => BoardError::OffLayout(index, layout.shape()),
            });
        }
        Ok(())
    }

    /// Returns the discs of the side to move.
    #[inline]
    #[must_use]
    pub const fn mover(self) -> B {
        self.mover
    }

    /// Returns the discs of the opponent.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> B {
        self.opponent
    }

    /// Returns the starting position, Black to move.
    #[must_use]
    pub fn start(layout: &Layout<B>) -> Self {
        let [top_left, top_right, bottom_left, bottom_right] = layout.shape().centre();
        Self {
            mover: layout.set([top_right, bottom_left]),
            opponent: layout.set([top_left, bottom_right]),
        }
    }

    /// Returns the occupied squares.
    #[inline]
    #[must_use]
    pub fn occupied(self) -> B {
        self.mover | self.opponent
    }

    /// Returns the empty squares of the board.
    #[inline]
    #[must_use]
    pub fn empties(self, layout: &Layout<B>) -> B {
        layout.mask() & !self.occupied()
    }

    /// Returns the legal moves of the mover.
    #[inline]
    #[must_use]
    pub fn legal_moves(self, layout: &Layout<B>) -> B {
        B::legal_moves(self.mover, self.opponent, layout)
    }

    /// Returns the discs that a move on the empty square `index` flips; empty if the move
    /// is illegal.
    #[inline]
    #[must_use]
    pub fn flips(self, index: u32, layout: &Layout<B>) -> B {
        B::flips(index, self.mover, self.opponent, layout)
    }

    /// Returns the board after a move on the square `index` that flips `flips`, seen from
    /// the other side. Whatever the arguments, no square of the new board holds two discs.
    #[inline]
    #[must_use]
    pub fn after(self, index: u32, flips: B) -> Self {
        let changed = flips | B::from_index(index);
        Self {
            mover: self.opponent & !changed,
            opponent: self.mover | changed,
        }
    }

    /// Returns the board after a legal move on the square `index`, seen from the other side. The
    /// move is not checked; [`Position::play`](crate::Position::play) checks it.
    #[inline]
    #[must_use]
    pub fn play(self, index: u32, layout: &Layout<B>) -> Self {
        self.after(index, self.flips(index, layout))
    }

    /// Returns the board in 128-bit words, zero-extended.
    #[inline]
    #[must_use]
    pub fn widen(self) -> Board<u128> {
        Board::new_unchecked(self.mover.widen(), self.opponent.widen())
    }

    /// Returns the board in the lower bits of 128-bit words.
    #[inline]
    #[must_use]
    pub fn narrow(board: Board<u128>) -> Self {
        Self::new_unchecked(B::narrow(board.mover()), B::narrow(board.opponent()))
    }

    /// Returns the same discs seen from the other side.
    #[inline]
    #[must_use]
    pub const fn pass(self) -> Self {
        Self {
            mover: self.opponent,
            opponent: self.mover,
        }
    }

    /// Returns whether neither side can move.
    #[inline]
    #[must_use]
    pub fn is_over(self, layout: &Layout<B>) -> bool {
        self.legal_moves(layout).is_empty() && self.pass().legal_moves(layout).is_empty()
    }

    /// Returns the mover's discs minus the opponent's.
    #[inline]
    #[must_use]
    pub fn disc_difference(self) -> i32 {
        self.mover.count() as i32 - self.opponent.count() as i32
    }

    /// Returns the score of a finished game for the mover: the disc difference, empties
    /// going to the winner.
    #[inline]
    #[must_use]
    pub fn final_score(self, layout: &Layout<B>) -> i32 {
        let difference = self.disc_difference();
        difference + difference.signum() * self.empties(layout).count() as i32
    }

    /// Returns a 64-bit hash of the discs and the mover.
    ///
    /// It folds the halves of two 128-bit products (Wang Yi 2019, wyhash). A change of one square
    /// changes about half of the bits. Equal hashes do not prove equal boards.
    #[inline]
    #[must_use]
    pub fn hash64(self) -> u64 {
        if B::BITS == 64 {
            let [mover, opponent] = [self.mover.widen() as u64, self.opponent.widen() as u64];
            let folded = fold(mover ^ SEEDS[0], opponent ^ SEEDS[1]);
            fold(folded ^ mover, opponent ^ SEEDS[2])
        } else {
            let words = [self.mover.widen(), self.opponent.widen()];
            let [mover, opponent] = words.map(|word| word as u64);
            let [mover_above, opponent_above] = words.map(|word| (word >> 64) as u64);
            let low = fold(mover ^ SEEDS[0], opponent ^ SEEDS[1]);
            let high = fold(mover_above ^ SEEDS[2], opponent_above ^ SEEDS[3]);
            fold(low ^ SEEDS[1] ^ mover, high ^ SEEDS[2] ^ opponent)
        }
    }
}

/// Hexadecimal digits of the fraction of π (0.243F6A88…), each number made odd.
const SEEDS: [u64; 4] = [
    0x243F_6A88_85A3_08D3,
    0x1319_8A2E_0370_7345,
    0xA409_3822_299F_31D1,
    0x082E_FA98_EC4E_6C89,
];

/// Returns the XOR of the halves of the 128-bit product.
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
    use crate::SquareSet;

    #[test]
    fn the_start_has_four_legal_moves() {
        let layout = Layout::STANDARD;
        let moves = Board::start(&layout).legal_moves(&layout);
        let squares = [Square::D3, Square::C4, Square::F5, Square::E6];
        assert_eq!(layout.squares(moves), SquareSet::from_iter(squares));
    }

    #[test]
    fn empties_go_to_the_winner() {
        let layout = Layout::STANDARD;
        let score = |mover, opponent| {
            let board = Board::new(mover, opponent, &layout).unwrap();
            board.final_score(&layout)
        };
        assert_eq!(score(0b11_u64, 0b100), 62);
        assert_eq!(score(0, 0b100), -64);
        assert_eq!(score(0b1, 0b100), 0);
    }

    #[test]
    fn overlapping_discs_are_rejected() {
        let layout = Layout::STANDARD;
        let error = BoardError::Overlap(Square::C1);
        assert_eq!(Board::new(0b1100_u64, 0b0110, &layout), Err(error));
        let all = Board::new(u64::MAX, u64::MAX, &layout);
        assert_eq!(all, Err(BoardError::Overlap(Square::A1)));
        let wide = Layout::<u128>::new("9x7".parse().unwrap()).unwrap();
        assert_eq!(Board::new(0b1100_u128, 0b0110, &wide), Err(error));
        assert_eq!(Board::new_unchecked(4, 4).check(&layout), Err(error));
    }

    #[test]
    fn discs_off_the_shape_are_rejected() {
        let refused = |text: &str, mover: u128| {
            let shape: Shape = text.parse().unwrap();
            let narrow = Layout::<u64>::new(shape)
                .and_then(|layout| Board::new(mover as u64, 0, &layout).err());
            let wide = Layout::<u128>::new(shape).unwrap();
            (narrow, Board::new(mover, 0, &wide).err())
        };
        let off = |square: &str, shape: &str| {
            BoardError::OffBoard(square.parse().unwrap(), shape.parse().unwrap())
        };
        assert_eq!(refused("6x6", 1 << 6).0, Some(off("g1", "6x6")));
        assert_eq!(refused("6x6", 1 << 48).0, Some(off("a7", "6x6")));
        let hole = Some(off("b1", "8x8-b1"));
        assert_eq!(refused("8x8-b1", 2), (hole, hole));
        assert_eq!(refused("9x7", 1 << 63).1, Some(off("a8", "9x7")));
        let (_, wide) = refused("3x3", 1 << 127);
        let shape = "3x3".parse().unwrap();
        assert_eq!(wide, Some(BoardError::OffLayout(127, shape)));
    }

    #[test]
    fn no_move_makes_discs_overlap() {
        let layout = Layout::STANDARD;
        let start = Board::start(&layout);
        for index in 0..64 {
            assert_eq!(start.play(index, &layout).check(&layout), Ok(()));
            assert_eq!(start.after(index, u64::MAX).check(&layout), Ok(()));
        }
    }

    /// Checks that each of the 64 bits of the hash changes in about half of the cases
    /// when a disc is added on any square.
    fn assert_avalanche<B: Bitboard>(layout: &Layout<B>) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut changed = [0_u32; 64];
        let squares = layout.mask().indices();
        for _ in 0..200 {
            let occupied = B::narrow(random.random()) & layout.mask();
            let mover = B::narrow(random.random()) & occupied;
            let board = Board::new_unchecked(mover, occupied & !mover);
            for index in squares {
                let other = Board::new_unchecked(mover ^ B::from_index(index), board.opponent());
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
