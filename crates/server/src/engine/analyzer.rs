//! Values by the shared engine, for what `study` does with them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use outflank_othello::Position;
use outflank_study::{Analyzer, ScoredMove};

use super::session::EngineSession;
use super::snapshot::Failure;
use super::task::Task;

/// Values by a level, one position after another, in the turns of one session. They
/// are those of an [`EngineAnalyzer`](outflank_study::EngineAnalyzer), unless others
/// disturb the search.
#[derive(Debug)]
pub struct SharedAnalyzer {
    session: Arc<EngineSession>,
    level: u32,
    time: Duration,
    /// Why there were no values. Locked while a position is being valued.
    failure: Mutex<Option<Failure>>,
}

impl SharedAnalyzer {
    /// Values by a level, each position within so much time.
    #[must_use]
    pub const fn new(session: Arc<EngineSession>, level: u32, time: Duration) -> Self {
        Self {
            session,
            level,
            time,
            failure: Mutex::new(None),
        }
    }

    /// Why a position was not valued, if one was not.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Analyzer for SharedAnalyzer {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let task = Task::values(*position, self.level).within(self.time);
        let valued = self.session.start(task).wait().and_then(|snapshot| {
            let is_whole = snapshot.moves.len() == position.legal_moves().len();
            is_whole.then_some(snapshot.moves).ok_or(Failure::Late)
        });
        match valued {
            Ok(moves) => Some(moves.to_vec()),
            Err(reason) => {
                *failure = Some(reason);
                None
            }
        }
    }
}
