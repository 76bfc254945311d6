//! Access to the transposition table from outside: bounds to save and to restore.

use std::sync::Arc;

use outflank_othello::{Bitboard, Board, Layout, Shape};

use super::memory::ZeroedWords;
use super::table::{Entry, NO_MOVE, Table};

/// Proven bounds of a position, as plain numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SavedBounds {
    /// Discs of the mover: bit `8·row + column` on boards within 8×8, `width·row + column` on
    /// others.
    pub mover: u128,
    /// Discs of the opponent.
    pub opponent: u128,
    /// Lower bound of the score in discs.
    pub lower: i16,
    /// Upper bound of the score in discs.
    pub upper: i16,
    /// Bit indices of the best move and of the one before it; 255 if unknown.
    pub best: [u8; 2],
    /// Number of empties.
    pub empties: u8,
}

/// Bounds that cannot be of a position on the searcher's board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no bounds of a position on {shape}: {} and {} empty squares, score {} to {}",
    .bounds.mover.count_ones() + .bounds.opponent.count_ones(), .bounds.empties,
    .bounds.lower, .bounds.upper
)]
pub struct RestoreError {
    shape: Shape,
    bounds: SavedBounds,
}

/// A view of a searcher's transposition table, to be read from another thread even during
/// a search.
#[derive(Clone, Debug)]
pub struct TableView {
    pub(super) words: Arc<ZeroedWords>,
    pub(super) shape: Shape,
    /// Number of the next search, to which restored bounds belong.
    pub(super) generation: u8,
}

impl TableView {
    /// Returns the bounds of all positions with at least `least_empties` empties.
    pub fn read(&self, least_empties: u32) -> Box<dyn Iterator<Item = SavedBounds> + '_> {
        if is_narrow(self.shape) {
            Box::new(self.read_width::<u64>(least_empties))
        } else {
            Box::new(self.read_width::<u128>(least_empties))
        }
    }

    fn read_width<W: Bitboard>(
        &self,
        least_empties: u32,
    ) -> impl Iterator<Item = SavedBounds> + '_ {
        let table = Table::<W>::new(&self.words, 64, 0);
        table
            .known(least_empties)
            .map(|(board, entry)| SavedBounds {
                mover: board.mover().widen(),
                opponent: board.opponent().widen(),
                lower: entry.lower,
                upper: entry.upper,
                best: entry.best,
                empties: entry.empties,
            })
    }

    /// Restores bounds for the search of a position with `root_empties` empties. The bounds
    /// are trusted: they must come from [`read`](Self::read).
    ///
    /// # Errors
    ///
    /// If the discs, moves or bounds are impossible on this board.
    pub fn restore(&self, bounds: &SavedBounds, root_empties: u32) -> Result<(), RestoreError> {
        let refused = RestoreError {
            shape: self.shape,
            bounds: *bounds,
        };
        let squares = self.shape.squares_in_order().count() as u32;
        let discs = bounds.mover.count_ones() + bounds.opponent.count_ones();
        let is_board = bounds.mover & bounds.opponent == 0
            && discs + u32::from(bounds.empties) == squares
            && bounds.empties > 0;
        let is_scored = bounds.lower <= bounds.upper;
        if !is_board || !is_scored {
            return Err(refused);
        }
        if is_narrow(self.shape) {
            self.restore_width::<u64>(bounds, root_empties)
                .ok_or(refused)
        } else {
            self.restore_width::<u128>(bounds, root_empties)
                .ok_or(refused)
        }
    }

    fn restore_width<W: Bitboard>(&self, bounds: &SavedBounds, root_empties: u32) -> Option<()> {
        let layout = Layout::<W>::new(self.shape)?;
        let mask = layout.mask().widen();
        let occupied = bounds.mover | bounds.opponent;
        let is_free =
            |&index: &u8| u32::from(index) < W::BITS && mask & !occupied & (1 << index) != 0;
        let are_moves = bounds
            .best
            .iter()
            .all(|index| *index == NO_MOVE || is_free(index));
        if occupied & !mask != 0 || !are_moves {
            return None;
        }
        let board = Board::new_unchecked(W::narrow(bounds.mover), W::narrow(bounds.opponent));
        let entry = Entry {
            lower: bounds.lower,
            upper: bounds.upper,
            best: bounds.best,
            empties: bounds.empties,
            generation: 0,
        };
        Table::<W>::new(&self.words, root_empties, self.generation).restore(board, entry);
        Some(())
    }

    /// Returns the shape of the boards.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }
}

/// Returns `true` if boards of the shape are 64-bit words.
pub(super) fn is_narrow(shape: Shape) -> bool {
    Layout::<u64>::new(shape).is_some()
}
