//! An analyzer that reuses and stores analyses.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use outflank_engine::{Limits, ScoredMove};
use outflank_othello::Position;

use super::{Archive, ArchiveError};
use outflank_study::{Analysis, AnalysisStrength, Analyzer};

/// An analyzer that takes scores from the archive and searches only the positions for which the
/// archive has no scores that are strong enough.
pub struct ArchiveAnalyzer<'a> {
    search: Option<Search<'a>>,
    state: Mutex<State<'a>>,
}

/// The analyzer for positions that are not in the archive.
struct Search<'a> {
    analyzer: &'a dyn Analyzer,
    limits: Limits,
    engine: String,
}

struct State<'a> {
    archive: &'a mut Archive,
    reused: HashSet<Position>,
    error: Option<ArchiveError>,
}

impl<'a> ArchiveAnalyzer<'a> {
    /// Creates an analyzer that falls back to `inner`, which searches within `limits`, and stores
    /// its scores under the name `engine`.
    pub fn new(
        archive: &'a mut Archive,
        inner: &'a dyn Analyzer,
        limits: Limits,
        engine: impl Into<String>,
    ) -> Self {
        let engine = engine.into();
        Self {
            search: Some(Search {
                analyzer: inner,
                limits,
                engine,
            }),
            ..Self::stored(archive)
        }
    }

    /// Creates an analyzer that uses stored scores of any strength and returns no moves for other
    /// positions.
    pub fn stored(archive: &'a mut Archive) -> Self {
        Self {
            search: None,
            state: Mutex::new(State {
                archive,
                reused: HashSet::new(),
                error: None,
            }),
        }
    }

    /// Returns whether the scores of a position came from the archive.
    #[must_use]
    pub fn was_reused(&self, position: &Position) -> bool {
        self.state().reused.contains(position)
    }

    /// Returns the number of positions whose scores came from the archive.
    #[must_use]
    pub fn reused(&self) -> usize {
        self.state().reused.len()
    }

    /// Finishes the analysis. Fails if the archive failed for any position. The scores of these
    /// positions are then missing.
    pub fn finish(self) -> Result<(), ArchiveError> {
        let state = self.state.into_inner();
        let state = state.unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(()), Err)
    }

    fn state(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the stored scores if they are strong enough.
    fn known(&self, position: &Position) -> Result<Option<Vec<ScoredMove>>, ArchiveError> {
        let mut state = self.state();
        let search = self.search.as_ref();
        let query = search.map(|search| AnalysisStrength::of_limits(search.limits, position));
        let known = state.archive.analysis(position)?;
        let known =
            known.filter(|known| query.is_none_or(|query| known.strength.is_at_least(query)));
        if known.is_some() {
            state.reused.insert(*position);
        }
        Ok(known.map(|known| known.moves))
    }

    fn value(&self, position: &Position) -> Result<Option<Vec<ScoredMove>>, ArchiveError> {
        if let Some(known) = self.known(position)? {
            return Ok(Some(known));
        }
        let Some(search) = &self.search else {
            return Ok(Some(Vec::new()));
        };
        let Some(moves) = search.analyzer.score_moves(position) else {
            return Ok(None);
        };
        if let Some(analysis) = Analysis::new(moves.clone(), &search.engine) {
            self.state().archive.keep(position, &analysis)?;
        }
        Ok(Some(moves))
    }
}

impl Analyzer for ArchiveAnalyzer<'_> {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        self.value(position).unwrap_or_else(|error| {
            self.state().error = Some(error);
            None
        })
    }
}
