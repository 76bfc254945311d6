//! An analyzer that uses the search of a request.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use outflank_book::OpenBook;
use outflank_engine::ScoredMove;
use outflank_othello::Position;
use outflank_study::{Analyzer, BookScores};

use super::Task;
use crate::{ApiError, Context, Result};

/// Scores positions at a level, one after another.
struct SearchScores<'a> {
    context: &'a Context<'a>,
    level: u32,
    /// The reason why there was no score. Locked during a search.
    failure: Mutex<Option<ApiError>>,
}

impl Analyzer for SearchScores<'_> {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let task = self.context.scores_task(position, self.level);
        let searched = self
            .context
            .search
            .search(task, &mut |_| ControlFlow::Continue(()));
        match searched {
            Ok(found) if found.moves.len() == position.legal_moves().len() => {
                Some(found.moves.to_vec())
            }
            Ok(_) => {
                *failure = Some(ApiError::late());
                None
            }
            Err(error) => {
                *failure = Some(error);
                None
            }
        }
    }
}

impl Context<'_> {
    /// Returns the task for the scores of all moves.
    pub(crate) fn scores_task(&self, position: &Position, level: u32) -> Task {
        Task::all_moves(*position, level).within(self.limits().time)
    }

    /// Runs `work` with scores from the book, if it contains the position, or else from a search at
    /// a level. Returns the reason if a position could not be scored.
    pub(crate) fn with_scores<T>(
        &self,
        level: u32,
        book: Option<OpenBook>,
        work: impl FnOnce(&BookScores<'_>) -> T,
    ) -> Result<T> {
        let searched = SearchScores {
            context: self,
            level,
            failure: Mutex::new(None),
        };
        let scores = BookScores::new(book, &searched);
        let done = work(&scores);
        if let Some(error) = scores.failure() {
            return Err(ApiError::internal(&error));
        }
        let failure = searched.failure.into_inner();
        match failure.unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(done),
        }
    }

    /// Returns the scores of all moves, from the book if it contains the position.
    pub(crate) fn score_moves(&self, position: &Position, level: u32) -> Result<Vec<ScoredMove>> {
        let book = self.resources.book.clone();
        let scored = self.with_scores(level, book, |scores| scores.score_moves(position))?;
        scored.ok_or_else(ApiError::late)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use outflank_othello::Shape;

    use super::*;
    use crate::Resources;
    use crate::search::{Search, Snapshot, Watch};

    /// A search that never has time.
    struct Hurried;

    impl Search for Hurried {
        fn search(&self, _: Task, _: &mut Watch<'_>) -> Result<Snapshot> {
            Ok(Snapshot {
                ahead: None,
                moves: Arc::new([]),
                nodes: 0,
                time: Duration::ZERO,
            })
        }
    }

    #[test]
    fn a_position_that_is_not_scored_in_time_is_an_error() {
        let context = Context {
            resources: &Resources::default(),
            search: &Hurried,
            stop: Arc::default(),
            seed: 1,
        };
        let scored = context.score_moves(&Position::start(Shape::STANDARD), 60);
        assert_eq!(scored.unwrap_err(), ApiError::late());
    }
}
