//! Values by the shared engine, for what `study` does with them.

use std::sync::{Arc, Mutex, PoisonError};

use outflank_othello::Position;
use outflank_study::{Valued, Valuer};

use super::session::Session;
use super::snapshot::Failure;
use super::task::Task;

/// Values by a level, one position after another, in the turns of one session. They
/// are those of an [`EngineValuer`](outflank_study::EngineValuer), unless others
/// disturb the search.
#[derive(Debug)]
pub struct SharedValuer {
    session: Arc<Session>,
    level: u32,
    /// Why there were no values. Locked while a position is being valued.
    failure: Mutex<Option<Failure>>,
}

impl SharedValuer {
    /// Values by a level.
    #[must_use]
    pub const fn new(session: Arc<Session>, level: u32) -> Self {
        Self {
            session,
            level,
            failure: Mutex::new(None),
        }
    }

    /// Why a position was not valued, if one was not.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Valuer for SharedValuer {
    fn value_moves(&self, position: &Position) -> Option<Vec<Valued>> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let search = self.session.start(Task::values(*position, self.level));
        match search.wait() {
            Ok(snapshot) => Some(snapshot.moves.to_vec()),
            Err(reason) => {
                *failure = Some(reason);
                None
            }
        }
    }
}
