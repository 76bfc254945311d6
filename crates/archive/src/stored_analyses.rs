//! Stored analyses as an analyzer that never searches.

use std::sync::{Mutex, PoisonError};

use outflank_othello::Position;

use super::{Archive, ArchiveError};
use outflank_study::{AnalyzedMove, Analyzer};

/// The stored analyses of an archive, of any strength. A position without one has no moves.
pub struct StoredAnalyses<'a>(Mutex<State<'a>>);

struct State<'a> {
    /// Only read; exclusive, since a connection serves one thread at a time.
    archive: &'a mut Archive,
    error: Option<ArchiveError>,
}

impl<'a> StoredAnalyses<'a> {
    /// Creates an analyzer that reads an archive.
    pub const fn new(archive: &'a mut Archive) -> Self {
        let error = None;
        Self(Mutex::new(State { archive, error }))
    }

    /// Finishes the analysis.
    ///
    /// # Errors
    ///
    /// Returns an error if the archive could not be read.
    pub fn finish(self) -> Result<(), ArchiveError> {
        let state = self.0.into_inner();
        let error = state.unwrap_or_else(PoisonError::into_inner).error;
        error.map_or(Ok(()), Err)
    }
}

impl Analyzer for StoredAnalyses<'_> {
    fn score_moves(&self, position: &Position) -> Option<Vec<AnalyzedMove>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match state.archive.analysis(position) {
            Ok(analysis) => Some(analysis.map_or_else(Vec::new, |analysis| analysis.moves)),
            Err(error) => {
                state.error = Some(error);
                None
            }
        }
    }
}
