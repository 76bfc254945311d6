//! Searching a position for its leaf, the best move that leaves the book.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::{Board, Color, Layout, Position, Square};

use crate::{Fault, Key, Leaf, Levels, Quality, children};

/// How to search for leaves.
#[derive(Clone, Debug)]
pub struct LeafSearch {
    /// The levels of the searches, which the entries record.
    pub levels: Levels,
    /// Table, evaluation and tier of each searcher.
    pub options: SearchOptions,
    /// The number of searches that run at the same time.
    pub threads: usize,
    /// Stops all searches.
    pub stop: Arc<AtomicBool>,
}

impl LeafSearch {
    /// Returns the level at which a board is searched.
    pub(crate) fn level(&self, board: Board<u64>, layout: &Layout<u64>) -> u8 {
        let discs = |board: Board<u64>| Key::of(board).discs;
        let start = discs(Board::start(layout));
        self.levels.at(discs(board).saturating_sub(start))
    }

    /// Returns a searcher that [`stop`](Self::stop) stops.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the table.
    pub(crate) fn searcher(&self) -> Result<Searcher, Fault> {
        let mut searcher = Searcher::new(self.options.clone())?;
        searcher.stop_by(Arc::clone(&self.stop));
        Ok(searcher)
    }
}

/// A board to search, restricted to the moves that leave the book.
pub(crate) struct Job {
    pub(crate) board: Board<u64>,
    layout: Layout<u64>,
    squares: Vec<u8>,
    /// The current leaf, if it still leaves the book.
    known: Option<Leaf>,
    level: u8,
}

/// Runs jobs until none are left or the search is stopped.
pub(crate) fn work(
    jobs: &[Job],
    next: &AtomicUsize,
    search: &LeafSearch,
    sender: &Sender<Result<(Board<u64>, Leaf), Fault>>,
) {
    let mut searcher = match search.searcher() {
        Ok(searcher) => searcher,
        // Fails only if the receiver has been dropped.
        Err(fault) => return drop(sender.send(Err(fault))),
    };
    while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
        let found = job.run(&mut searcher);
        if search.stop.load(Ordering::Relaxed) {
            return;
        }
        if let Some(leaf) = found
            && sender.send(Ok((job.board, leaf))).is_err()
        {
            return;
        }
    }
}

impl Job {
    /// Returns a search of the moves of a board that lead to boards for which `is_inside` is false,
    /// or `None` if there are no such moves. `known` is the current leaf of the board.
    pub(crate) fn new(
        board: Board<u64>,
        layout: &Layout<u64>,
        known: Option<Leaf>,
        level: u8,
        is_inside: impl Fn(Board<u64>) -> bool,
    ) -> Option<Self> {
        let mut outside = board.legal_moves(layout);
        for child in children(board, layout).filter(|child| is_inside(child.board)) {
            outside &= !(1 << child.square);
        }
        let outside = (0..64).filter(|square| outside >> square & 1 == 1);
        let outside: Vec<u8> = outside.collect();
        (!outside.is_empty()).then_some(Self {
            board,
            layout: *layout,
            known: known.filter(|leaf| outside.contains(&leaf.square)),
            squares: outside,
            level,
        })
    }

    /// Returns whether the board has no leaf yet.
    pub(crate) const fn is_new(&self) -> bool {
        self.known.is_none()
    }

    /// Returns whether the search would be deeper than the one behind the current leaf.
    pub(crate) fn is_deeper(&self) -> bool {
        let is_less = |leaf: Leaf| leaf.quality.level < self.level && !leaf.quality.is_exact();
        self.known.is_none_or(is_less)
    }

    /// Searches for the best move that leaves the book.
    pub(crate) fn run(&self, searcher: &mut Searcher) -> Option<Leaf> {
        let position = Position::from_board(&self.layout, self.board, Color::Black).ok()?;
        let square = |&square: &u8| self.layout.square(square.into());
        let squares: Vec<Square> = self.squares.iter().map(square).collect();
        let limits = Limits::level(self.level.into());
        let request = SearchRequest::new(&position, limits).root_moves(&squares);
        let result = searcher.search(&request.ok()?);
        let best = result.best()?;
        let score = best.discs().round().clamp(-64.0, 64.0);
        let empties = position.empties().len() as u32;
        Some(Leaf {
            square: self.layout.index(best.square)? as u8,
            score: score as i8,
            quality: Quality {
                reaches_end: best.is_exact() || best.depth >= empties,
                selectivity: best.selectivity,
                level: self.level,
            },
        })
    }
}
