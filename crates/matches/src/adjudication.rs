//! Adjudication of games by their exact score.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::{Color, Position};

/// Size of the transposition table in MiB.
const HASH: usize = 16;

/// Ends games at a number of empties with the score of best play, as the exact solver
/// finds it.
pub struct Adjudicator {
    empties: u32,
    searcher: Searcher,
}

impl Adjudicator {
    /// The largest number of empties: beyond it a single position may take hours.
    pub const MAX_EMPTIES: u32 = 30;

    /// Adjudicates games with at most `empties` empties.
    ///
    /// # Errors
    ///
    /// If the transposition table cannot be allocated.
    pub fn new(empties: u32) -> io::Result<Self> {
        let searcher = Searcher::new(SearchOptions::default().with_hash(HASH))?;
        Ok(Self { empties, searcher })
    }

    /// Returns whether a game ends here.
    #[must_use]
    pub fn decides(&self, position: &Position) -> bool {
        position.empties().len() as u32 <= self.empties
    }

    /// The score of best play for Black, empty squares going to the winner. `None` if
    /// `stop` became true before it was found.
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
