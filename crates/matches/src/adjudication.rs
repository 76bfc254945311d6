//! Games that end before their last move: by the exact score.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::{Color, Position};

/// MiB of the transposition table.
const HASH: usize = 16;

/// Ends games from so many empty squares on: the result is then that of best play
/// by both sides, as the exact solver finds it.
pub struct Adjudicator {
    empties: u32,
    searcher: Searcher,
}

impl Adjudicator {
    /// The greatest number of empty squares that is accepted: beyond it a single
    /// position may take hours.
    pub const MOST_EMPTIES: u32 = 30;

    /// Ends games with `empties` empty squares or fewer.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory for the solver.
    pub fn new(empties: u32) -> io::Result<Self> {
        let searcher = Searcher::new(SearchOptions::default().with_hash(HASH))?;
        Ok(Self { empties, searcher })
    }

    /// Whether a game is to end here.
    #[must_use]
    pub fn decides(&self, position: &Position) -> bool {
        position.empties().len() as u32 <= self.empties
    }

    /// The score of best play for Black, empty squares going to the winner.
    /// `None` if `stop` became true before it was found.
    pub fn black_score(&mut self, position: &Position, stop: &Arc<AtomicBool>) -> Option<i32> {
        self.searcher.stop_by(Arc::clone(stop));
        let request = SearchRequest::new(position, Limits::SOLVE);
        let score = self.searcher.search(&request, |_| true).exact()?;
        Some(match position.mover() {
            Color::Black => score,
            Color::White => -score,
        })
    }
}

impl fmt::Debug for Adjudicator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { empties, .. } = self;
        write!(f, "Adjudicator({empties})")
    }
}
