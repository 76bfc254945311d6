//! Access to the transposition table from outside, to save and restore bounds.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_othello::{Bitboard, Board, Layout, Shape};

use super::memory::ZeroedWords;
use super::table::{Entry, NO_MOVE, Table};

/// Proven bounds on the score of a position, as plain numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SavedBounds {
    /// Discs of the mover: bit `8·row + column` on boards within 8×8, `width·row + column` on
    /// others.
    pub mover: u128,
    /// Discs of the opponent.
    pub opponent: u128,
    /// Lower bound on the score in discs.
    pub lower: i16,
    /// Upper bound on the score in discs.
    pub upper: i16,
    /// Bit indices of the best move and of the previous best move; 255 if unknown.
    pub best: [u8; 2],
    /// Number of empties.
    pub empties: u8,
}

/// The reason why a table rejects bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// The bounds cannot be those of a position on the searcher's board.
    #[error(
        "not bounds of a position on {shape}: {} discs and {} empty squares, score {} to {}",
        .bounds.mover.count_ones() + .bounds.opponent.count_ones(), .bounds.empties,
        .bounds.lower, .bounds.upper
    )]
    Bounds {
        /// The shape of the view.
        shape: Shape,
        /// The bounds.
        bounds: SavedBounds,
    },
    /// The searcher has since searched boards of another shape.
    #[error("a view of a table of {expected} boards: the table now holds {found} boards")]
    Shape {
        /// The shape of the view.
        expected: Shape,
        /// The shape of the boards in the table.
        found: Shape,
    },
}

/// A transposition table that its views share with the searcher.
#[derive(Debug)]
pub(super) struct SharedWords {
    pub(super) words: ZeroedWords,
    /// The shape of the boards in the table; other shapes may have the same bits.
    shape: Mutex<Shape>,
}

impl SharedWords {
    pub(super) const fn new(words: ZeroedWords) -> Self {
        Self {
            words,
            shape: Mutex::new(Shape::STANDARD),
        }
    }

    /// Locks the shape: while the lock is held, the table keeps its shape.
    pub(super) fn shape(&self) -> MutexGuard<'_, Shape> {
        self.shape.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Number of words read while the shape is locked; a multiple of a bucket.
const CHUNK: usize = 1 << 13;

/// A view of a searcher's transposition table, which another thread can read even during a search.
/// Once the searcher searches boards of another shape, the view is empty and rejects bounds.
#[derive(Clone, Debug)]
pub struct TableView {
    pub(super) table: Arc<SharedWords>,
    pub(super) shape: Shape,
    /// Number of the next search, to which restored bounds belong.
    pub(super) generation: u8,
}

impl TableView {
    /// Returns the bounds of all positions with at least `least_empties` empties.
    pub fn read(&self, least_empties: u32) -> Box<dyn Iterator<Item = SavedBounds> + '_> {
        if self.shape.is_narrow() {
            Box::new(self.read_width::<u64>(least_empties))
        } else {
            Box::new(self.read_width::<u128>(least_empties))
        }
    }

    fn read_width<W: Bitboard>(
        &self,
        least_empties: u32,
    ) -> impl Iterator<Item = SavedBounds> + '_ {
        self.table.words.chunks(CHUNK).flat_map(move |words| {
            let mut bounds = Vec::new();
            let shape = self.table.shape();
            if *shape == self.shape {
                let entries = Table::<W>::new(words, u32::MAX, 0).entries(least_empties);
                bounds.extend(entries.map(|(board, entry)| SavedBounds {
                    mover: board.mover().widen(),
                    opponent: board.opponent().widen(),
                    lower: entry.lower,
                    upper: entry.upper,
                    best: entry.best,
                    empties: entry.draft,
                }));
            }
            bounds
        })
    }

    /// Restores bounds for the search of a position with `root_empties` empties. The bounds
    /// are trusted: they must come from [`read`](Self::read).
    ///
    /// # Errors
    ///
    /// Returns an error if the discs, moves or bounds are impossible on this board, or the table
    /// now holds boards of another shape.
    pub fn restore(&self, bounds: &SavedBounds, root_empties: u32) -> Result<(), RestoreError> {
        let (expected, found) = (self.shape, self.table.shape());
        if *found != expected {
            let found = *found;
            return Err(RestoreError::Shape { expected, found });
        }
        let restored = if self.shape.is_narrow() {
            self.restore_width::<u64>(bounds, root_empties)
        } else {
            self.restore_width::<u128>(bounds, root_empties)
        };
        restored.ok_or(RestoreError::Bounds {
            shape: self.shape,
            bounds: *bounds,
        })
    }

    fn restore_width<W: Bitboard>(&self, bounds: &SavedBounds, root_empties: u32) -> Option<()> {
        let layout = Layout::<W>::new(self.shape)?;
        let mask = layout.mask().widen();
        let occupied = bounds.mover | bounds.opponent;
        let discs = bounds.mover.count_ones() + bounds.opponent.count_ones();
        let is_board = bounds.mover & bounds.opponent == 0
            && discs + u32::from(bounds.empties) == self.shape.squares()
            && bounds.empties > 0;
        let is_free =
            |&index: &u8| u32::from(index) < W::BITS && mask & !occupied & (1 << index) != 0;
        let mut best = bounds.best.iter();
        let are_moves = best.all(|index| *index == NO_MOVE || is_free(index));
        if !is_board || bounds.lower > bounds.upper || occupied & !mask != 0 || !are_moves {
            return None;
        }
        let board = Board::new_unchecked(W::narrow(bounds.mover), W::narrow(bounds.opponent));
        let entry = Entry {
            lower: bounds.lower,
            upper: bounds.upper,
            best: bounds.best,
            draft: bounds.empties,
            generation: 0,
        };
        Table::<W>::new(&self.table.words, root_empties, self.generation).restore(board, entry);
        Some(())
    }

    /// Returns the shape of the boards.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }
}
