//! The shared engine as an analyzer.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use outflank_engine::ScoredMove;
use outflank_othello::Position;
use outflank_study::Analyzer;

use super::session::EngineSession;
use super::snapshot::Failure;
use super::task::Task;

/// Scores positions at a level, one after another, in one session.
#[derive(Debug)]
pub struct SharedAnalyzer {
    session: Arc<EngineSession>,
    level: u32,
    time: Duration,
    /// The reason why there was no score. Locked during a search.
    failure: Mutex<Option<Failure>>,
}

impl SharedAnalyzer {
    /// Scores at a level, within `time` for each position.
    #[must_use]
    pub const fn new(session: Arc<EngineSession>, level: u32, time: Duration) -> Self {
        Self {
            session,
            level,
            time,
            failure: Mutex::new(None),
        }
    }

    /// Returns the reason why a position was not scored.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Analyzer for SharedAnalyzer {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let task = Task::all_moves(*position, self.level).within(self.time);
        let scored = self.session.start(task).wait().and_then(|snapshot| {
            let is_whole = snapshot.moves.len() == position.legal_moves().len();
            is_whole.then_some(snapshot.moves).ok_or(Failure::Late)
        });
        match scored {
            Ok(moves) => Some(moves.to_vec()),
            Err(reason) => {
                *failure = Some(reason);
                None
            }
        }
    }
}
