//! Editing a book while other threads look up positions in it.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use outflank_engine::Searcher;
use outflank_othello::{Board, Game};

use crate::book::Row;
use crate::error::At as _;
use crate::leaf_search::Job;
use crate::overlay::Overlay;
use crate::tree::{better_leaf, links};
use crate::{
    Book, BookError, BookLock, Entry, Fault, Leaf, LeafSearch, Link, Store, children, evaluated,
    overlay_path, valid_leaf,
};

/// A book file that one process may change, position by position. Each change is durable at once
/// and can be undone.
///
/// A change updates the scores of the earlier positions of its game. Other positions that lead to
/// the changed one keep their old scores until a command that adds to the book, or `book fix`,
/// rewrites the file.
#[derive(Debug)]
pub struct BookEditor {
    book: Arc<Book>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    lock: BookLock,
    overlay: Overlay,
    changes: Vec<Change>,
}

/// The entries before and after a change; `None` where the book has no position.
#[derive(Debug, Default)]
struct Change {
    before: Entries,
    after: Entries,
}

type Entries = Vec<(Board<u64>, Option<Entry>)>;

impl BookEditor {
    /// Opens a book file for changes.
    ///
    /// # Errors
    ///
    /// Returns an error if another process is writing the book, or if it cannot be read.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        // Fail before creating a lock file beside a file that is not a book.
        Store::open(path)?;
        let lock = BookLock::new(path)?;
        let book = Book::open(path)?;
        let overlay = overlay_path(path);
        let state = State {
            overlay: Overlay::open(&overlay, book.shape()).at(&overlay)?,
            lock,
            changes: Vec::new(),
        };
        let (book, state) = (Arc::new(book), Mutex::new(state));
        Ok(Self { book, state })
    }

    /// Returns the book, which shows every change.
    #[must_use]
    pub const fn book(&self) -> &Arc<Book> {
        &self.book
    }

    /// Searches the last position of a game and adds it to the book, or deepens its search. Returns
    /// the number of the change, or `None` if the book already has a search as deep.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is over or on another board, if the search is stopped, or if
    /// the book cannot be read or written.
    pub fn add(&self, game: &Game, search: &LeafSearch) -> Result<Option<usize>, BookError> {
        self.change(game, search, |edit, board, _| {
            let level = search.level(board, edit.book.layout());
            let entry = edit.get(board)?;
            edit.search(board, entry, level, Job::is_deeper)
        })
    }

    /// Removes the last position of a game from the book. The positions after it stay until the
    /// book is pruned, since other moves may lead to them. Returns the number of the change, or
    /// `None` if the position is not in the book.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`add`](Self::add).
    pub fn remove(&self, game: &Game, search: &LeafSearch) -> Result<Option<usize>, BookError> {
        self.change(game, search, |edit, board, before| {
            let Some(removed) = edit.get(board)? else {
                return Ok(());
            };
            if let Some(before) = before
                && let Some(entry) = edit.get(before)?
            {
                let links = edit.links(before)?;
                let mut to_removed = children(before, edit.book.layout());
                if let Some(child) = to_removed.find(|child| child.board == board) {
                    let link = Link::new(&child, &removed);
                    let leaf = Some(better_leaf(valid_leaf(&entry, &links), &link));
                    edit.changed.insert(before, Some(Entry { leaf, ..entry }));
                }
            }
            edit.changed.insert(board, None);
            Ok(())
        })
    }

    /// Sets the score of the last position of a game, in discs for the side to move. Searches do
    /// not change such a score. Returns the number of the change, or `None` if the position is not
    /// in the book or already has this score.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`add`](Self::add).
    pub fn set_score(
        &self,
        game: &Game,
        score: i8,
        search: &LeafSearch,
    ) -> Result<Option<usize>, BookError> {
        self.change(game, search, |edit, board, _| {
            if let Some(mut entry) = edit.get(board)? {
                (entry.score, entry.is_manual) = (score, true);
                edit.changed.insert(board, Some(entry));
            }
            Ok(())
        })
    }

    /// Undoes a change. Returns `false` without changing anything if its positions have changed
    /// since.
    ///
    /// # Errors
    ///
    /// Returns an error if the book cannot be read or written.
    pub fn undo(&self, change: usize) -> Result<bool, BookError> {
        self.replace(change, |change| (&change.after, &change.before))
    }

    /// Redoes a change that was undone. Returns `false` without changing anything if its positions
    /// have changed since.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`undo`](Self::undo).
    pub fn redo(&self, change: usize) -> Result<bool, BookError> {
        self.replace(change, |change| (&change.before, &change.after))
    }

    /// Replaces one side of a change with the other, unless the book has changed since.
    fn replace(
        &self,
        change: usize,
        of: impl Fn(&Change) -> (&Entries, &Entries),
    ) -> Result<bool, BookError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state = &mut *state;
        let Some((expected, wanted)) = state.changes.get(change).map(of) else {
            return Ok(false);
        };
        for (board, entry) in expected {
            if self.book.get(*board)? != *entry {
                return Ok(false);
            }
        }
        self.keep(wanted, expected, &mut state.overlay, &state.lock)?;
        Ok(true)
    }

    /// Replaces the entries `before` in the overlay and in the open book.
    fn keep(
        &self,
        entries: &Entries,
        before: &Entries,
        overlay: &mut Overlay,
        lock: &BookLock,
    ) -> Result<(), BookError> {
        let mut rows = Vec::with_capacity(entries.len());
        for ((board, entry), (_, before)) in entries.iter().zip(before) {
            // The overlay needs no row that equals the store's entry.
            let row = match entry {
                _ if *entry == self.book.stored(*board)? => None,
                Some(entry) => Some(Row::Entry(*entry)),
                None => before.map(Row::Removed),
            };
            rows.push((*board, row));
        }
        overlay.set(&rows).at(&overlay_path(lock.path()))?;
        self.book.set(&rows);
        Ok(())
    }

    /// Calls `work` with the last position of a game and the one before it. Then updates the scores
    /// of all earlier positions and saves the changed entries.
    fn change(
        &self,
        game: &Game,
        search: &LeafSearch,
        work: impl FnOnce(&mut Edit<'_>, Board<u64>, Option<Board<u64>>) -> Result<(), BookError>,
    ) -> Result<Option<usize>, BookError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state = &mut *state;
        let path = state.lock.path();
        let mut edit = Edit {
            book: &self.book,
            search,
            path,
            searcher: None,
            changed: HashMap::new(),
        };
        if game.is_over() {
            return Err(Fault::Over.at(path));
        }
        let mut boards = edit.boards(game)?.into_iter().rev().peekable();
        if let Some(board) = boards.next() {
            work(&mut edit, board, boards.peek().copied())?;
            edit.settle(board)?;
        }
        for board in boards {
            if let Some(entry) = edit.get(board)? {
                // The leaf may now be a move inside the book.
                edit.search(board, Some(entry), entry.level, Job::is_new)?;
                edit.settle(board)?;
            }
        }
        let mut change = Change::default();
        for (board, entry) in edit.changed {
            let before = self.book.get(board)?;
            if before != entry {
                change.before.push((board, before));
                change.after.push((board, entry));
            }
        }
        if change.after.is_empty() {
            return Ok(None);
        }
        let Change { before, after } = &change;
        self.keep(after, before, &mut state.overlay, &state.lock)?;
        state.changes.push(change);
        Ok(Some(state.changes.len() - 1))
    }
}

/// A change in progress.
struct Edit<'a> {
    book: &'a Book,
    search: &'a LeafSearch,
    path: &'a Path,
    /// Created at the first search.
    searcher: Option<Searcher>,
    changed: HashMap<Board<u64>, Option<Entry>>,
}

impl Edit<'_> {
    /// Returns the canonical boards of a game that have a legal move, in order.
    fn boards(&self, game: &Game) -> Result<Vec<Board<u64>>, BookError> {
        let (found, expected) = (game.position().shape(), self.book.shape());
        if found != expected {
            return Err(Fault::Shape { found, expected }.at(self.path));
        }
        let layout = self.book.layout();
        let positions = game.plies().map(|(position, _)| position);
        let boards = positions.chain([game.position()]).map(|position| {
            let board = Board::<u64>::narrow(position.widened_board());
            match board.legal_moves(layout) {
                0 => board.pass(),
                _ => board,
            }
        });
        let mut boards: Vec<_> = boards.map(|board| board.canonical(layout).0).collect();
        boards.dedup();
        Ok(boards)
    }

    fn get(&self, board: Board<u64>) -> Result<Option<Entry>, BookError> {
        match self.changed.get(&board) {
            Some(entry) => Ok(*entry),
            None => self.book.get(board),
        }
    }

    /// Returns the moves of a board that stay inside the book.
    fn links(&self, board: Board<u64>) -> Result<Vec<Link>, BookError> {
        links(board, self.book.layout(), |board| self.get(board))
    }

    /// Searches a board for its leaf if `is_needed` is true.
    fn search(
        &mut self,
        board: Board<u64>,
        entry: Option<Entry>,
        level: u8,
        is_needed: impl FnOnce(&Job) -> bool,
    ) -> Result<(), BookError> {
        let mut inside = HashSet::new();
        for child in children(board, self.book.layout()) {
            if self.get(child.board)?.is_some() {
                inside.insert(child.board);
            }
        }
        let known = entry.and_then(|entry| entry.leaf);
        let is_inside = |board| inside.contains(&board);
        let job = Job::new(board, self.book.layout(), known, level, is_inside);
        let leaf = match job.filter(is_needed) {
            None if entry.is_some() => return Ok(()),
            // All moves stay inside the book.
            None => None,
            Some(job) => Some(self.run(&job)?),
        };
        let entry = match entry {
            Some(entry) => Entry {
                leaf,
                level: entry.level.max(level),
                ..entry
            },
            None => Entry::bare(board, leaf, level),
        };
        self.changed.insert(board, Some(entry));
        Ok(())
    }

    fn run(&mut self, job: &Job) -> Result<Leaf, BookError> {
        let searcher = match &mut self.searcher {
            Some(searcher) => searcher,
            None => {
                let searcher = self.search.searcher().at(self.path)?;
                self.searcher.insert(searcher)
            }
        };
        let leaf = job.run(searcher);
        let leaf = leaf.filter(|_| !self.search.stop.load(Ordering::Relaxed));
        leaf.ok_or_else(|| Fault::Stopped.at(self.path))
    }

    /// Recomputes the score, bounds, lines and grade of a position.
    fn settle(&mut self, board: Board<u64>) -> Result<(), BookError> {
        let Some(entry) = self.get(board)? else {
            return Ok(());
        };
        let entry = evaluated(&entry, &self.links(board)?, self.book.layout());
        self.changed.insert(board, Some(entry));
        Ok(())
    }
}
