//! Looking up positions.

use std::collections::HashMap;
#[cfg(feature = "files")]
use std::path::Path;
use std::sync::{PoisonError, RwLock};

use outflank_engine::{Limits, MAX_LEVEL, Score, ScoredMove, Selectivity};
use outflank_othello::{AnyBoard, Board, Layout, Position, Shape, Square, Symmetry};
#[cfg(feature = "files")]
use outflank_support::{identity, open_shared};

use crate::tree::links;
use crate::{BookError, Entry, Grade, Key, Link, valid_leaf};
#[cfg(feature = "files")]
use crate::{error::At as _, files::overlay_path, overlay, store::Store};

/// A book for lookups: a store, and the positions added since it was written.
#[derive(Debug)]
pub struct Book {
    stored: Stored,
    rows: RwLock<Rows>,
    layout: Layout<u64>,
}

/// The entries of a book without its overlay.
#[derive(Debug)]
enum Stored {
    #[cfg(feature = "files")]
    File(Box<Store>),
    /// Sorted by key.
    Memory(Vec<Entry>),
}

/// A row of an overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// An entry, which replaces the store's.
    Entry(Entry),
    /// The entry of a position that was removed from the book. It is stored with one extra byte.
    Removed(Entry),
}

impl Row {
    /// Returns the entry, unless the position was removed.
    pub(crate) const fn entry(self) -> Option<Entry> {
        match self {
            Self::Entry(entry) => Some(entry),
            Self::Removed(_) => None,
        }
    }
}

/// The rows that replace entries of the store.
#[derive(Debug, Default)]
struct Rows {
    by_board: HashMap<Board<u64>, Row>,
    /// The number of rows that are entries.
    entries: u64,
}

impl Rows {
    fn new(rows: impl IntoIterator<Item = (Board<u64>, Row)>) -> RwLock<Self> {
        let (rows, mut all) = (rows.into_iter(), Self::default());
        all.by_board.reserve(rows.size_hint().0);
        for (board, row) in rows {
            all.set(board, Some(row));
        }
        RwLock::new(all)
    }

    /// Sets the row of a board, or restores the store's entry if `row` is `None`.
    fn set(&mut self, board: Board<u64>, row: Option<Row>) {
        let is_entry = |row: Option<Row>| u64::from(row.is_some_and(|row| row.entry().is_some()));
        let before = match row {
            Some(row) => self.by_board.insert(board, row),
            None => self.by_board.remove(&board),
        };
        self.entries = self.entries + is_entry(row) - is_entry(before);
    }
}

/// A position of a book, in the orientation in which it was looked up.
#[derive(Clone, Debug, PartialEq)]
pub struct BookPosition {
    /// The entry, in canonical form; `None` if only positions after a move are in the book.
    pub entry: Option<Entry>,
    /// The moves in the book, best first.
    pub moves: Vec<BookMove>,
}

/// A move in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub square: Square,
    /// The score for the side that plays it, in whole discs.
    pub score: Score,
    /// The level of the search.
    pub level: u8,
    /// The number of lines of the book after the move.
    pub lines: u32,
    /// The accuracy grade of the score.
    pub grade: Option<Grade>,
    /// Whether the position after the move is in the book.
    pub is_inside: bool,
}

impl From<&BookMove> for ScoredMove {
    /// Converts the move as if a search at its level had found it.
    fn from(found: &BookMove) -> Self {
        let level = u32::from(found.level).clamp(1, MAX_LEVEL);
        let selectivity = match found.score.is_exact() {
            true => Selectivity::NONE,
            false => Limits::level(level).selectivity,
        };
        Self {
            square: found.square,
            score: found.score,
            from_book: true,
            depth: found.level.into(),
            selectivity,
            pv: vec![found.square],
            nodes: 0,
        }
    }
}

impl Book {
    /// Opens a book, including the positions that are not yet in the store.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not a complete book.
    #[cfg(feature = "files")]
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let overlay = overlay_path(path);
        let identities = || [path, &overlay].map(identity);
        loop {
            let before = identities();
            let store = Store::open(path)?;
            // A writer waits for the lock before it removes the overlay.
            let _lock = open_shared(path).at(path)?;
            let rows = overlay::read(&overlay, store.shape());
            // A writer that finishes merges the overlay into a new store, then removes it.
            if before == identities() {
                return Ok(Self {
                    layout: *store.layout(),
                    rows: Rows::new(rows.at(&overlay)?),
                    stored: Stored::File(Box::new(store)),
                });
            }
        }
    }

    /// Makes an 8×8 book in memory from entries sorted by key.
    pub(crate) fn in_memory(entries: Vec<Entry>) -> Self {
        Self {
            stored: Stored::Memory(entries),
            rows: RwLock::default(),
            layout: Layout::STANDARD,
        }
    }

    /// Returns the shape of the boards.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.layout.shape()
    }

    /// Returns the number of positions. Positions replaced since the store was written count twice,
    /// and removed positions still count.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let rows = self.rows.read().unwrap_or_else(PoisonError::into_inner);
        let stored = match &self.stored {
            #[cfg(feature = "files")]
            Stored::File(store) => store.header().totals.positions,
            Stored::Memory(entries) => entries.len() as u64,
        };
        stored + rows.entries
    }

    /// Looks up a canonical board.
    ///
    /// # Errors
    ///
    /// Returns an error if a page of the store is damaged.
    pub fn get(&self, board: Board<u64>) -> Result<Option<Entry>, BookError> {
        let row = {
            let rows = self.rows.read().unwrap_or_else(PoisonError::into_inner);
            rows.by_board.get(&board).copied()
        };
        match row {
            Some(row) => Ok(row.entry()),
            None => self.stored(board),
        }
    }

    /// Looks up a canonical board in the store, without the overlay.
    pub(crate) fn stored(&self, board: Board<u64>) -> Result<Option<Entry>, BookError> {
        match &self.stored {
            #[cfg(feature = "files")]
            Stored::File(store) => store.get(board),
            Stored::Memory(entries) => {
                let found = entries.binary_search_by_key(&Key::of(board), Entry::key);
                Ok(found.ok().map(|found| entries[found]))
            }
        }
    }

    /// Sets rows; `None` restores the store's entry.
    pub(crate) fn set(&self, changed: &[(Board<u64>, Option<Row>)]) {
        let mut rows = self.rows.write().unwrap_or_else(PoisonError::into_inner);
        for (board, row) in changed {
            rows.set(*board, *row);
        }
    }

    /// Returns the layout of the boards.
    pub(crate) const fn layout(&self) -> &Layout<u64> {
        &self.layout
    }

    /// Looks up a position. Returns `None` if neither the position nor one after a move is in the
    /// book.
    ///
    /// # Errors
    ///
    /// Returns an error if a page of the store is damaged.
    pub fn look_up(&self, position: &Position) -> Result<Option<BookPosition>, BookError> {
        let AnyBoard::Narrow(layout, board) = position.board() else {
            return Ok(None);
        };
        if layout.shape() != self.shape() || board.legal_moves(layout) == 0 {
            return Ok(None);
        }
        let (canonical, symmetry) = board.canonical(layout);
        let entry = self.get(canonical)?;
        let links = links(canonical, &self.layout, |board| self.get(board))?;
        if entry.is_none() && links.is_empty() {
            return Ok(None);
        }
        let inside = links.iter().map(|link| self.link_move(link, symmetry));
        let mut moves: Vec<BookMove> = inside.collect();
        if let Some(leaf) = entry.and_then(|entry| valid_leaf(&entry, &links)) {
            moves.push(BookMove {
                square: self.square(leaf.square, symmetry),
                score: Score::whole(leaf.score.into(), leaf.quality.is_exact()),
                level: leaf.quality.level,
                lines: 0,
                grade: crate::Reached::leaf(leaf.quality).grade(),
                is_inside: false,
            });
        }
        // Among equal scores, the better grade comes first, then the move with more lines.
        moves.sort_by_key(|found| {
            let lines = std::cmp::Reverse(found.lines);
            let doubts = (!found.score.is_exact(), !found.is_inside);
            (-found.score.units(), doubts, lines, found.square)
        });
        Ok(Some(BookPosition { entry, moves }))
    }

    fn link_move(&self, link: &Link, symmetry: Symmetry) -> BookMove {
        BookMove {
            square: self.square(link.square, symmetry),
            score: Score::whole(link.score.into(), link.lower == link.upper),
            level: link.level,
            lines: link.lines,
            grade: link.reached.grade(),
            is_inside: true,
        }
    }

    /// Maps a square of the canonical form back to the board.
    fn square(&self, index: u8, symmetry: Symmetry) -> Square {
        let square = self.layout.square(index.into());
        symmetry.inverse().square(square, self.shape())
    }
}

impl BookPosition {
    /// Returns the moves inside the book that score at most `margin` discs less than the best move.
    /// Returns none if the best move leaves the book: the caller should then search.
    pub fn good_moves(&self, margin: u8) -> impl Iterator<Item = &BookMove> {
        let best = self.moves.first().filter(|best| best.is_inside);
        let least = best.map(|best| best.score.discs() - f64::from(margin));
        let is_good = move |found: &&BookMove| {
            found.is_inside && least.is_some_and(|least| found.score.discs() >= least)
        };
        self.moves.iter().filter(is_good)
    }
}
