//! Tells the observer of a search what is found.

use web_time::Instant;

use super::progress::{SearchProgress, SolveBounds};
use super::request::SearchRequest;
use super::result::{ScoredMove, SearchResult};
use super::score::Score;
use super::time_management::TimeBudget;

/// Receives each completed iteration, each solved move and each proven bound, and stops
/// the search by returning `false`.
pub(super) type Observer<'a> = dyn FnMut(&SearchResult) -> bool + 'a;

/// The result of a running search, and who is told of it.
pub(super) struct Report<'a> {
    pub(super) request: &'a SearchRequest,
    pub(super) observer: &'a mut Observer<'a>,
    pub(super) progress: &'a SearchProgress,
    pub(super) nodes_before: u64,
    pub(super) began: Instant,
    pub(super) budget: Option<TimeBudget>,
    pub(super) result: SearchResult,
}

impl Report<'_> {
    /// Returns the nodes of this search.
    pub(super) fn nodes(&self) -> u64 {
        self.progress.nodes() - self.nodes_before
    }

    /// Reports the best moves of a completed iteration. Returns whether to go on.
    pub(super) fn iteration(&mut self, moves: Vec<ScoredMove>) -> bool {
        self.set_moves(moves);
        self.settle();
        self.tell() && self.budget.is_none_or(|budget| budget.allows_iteration())
    }

    /// Reports proven bounds. Returns whether to go on.
    pub(super) fn bounds(&mut self, bounds: SolveBounds) -> bool {
        (self.result.lower, self.result.upper) =
            (Score::exact(bounds.lower), Score::exact(bounds.upper));
        self.tell()
    }

    /// Replaces the moves, which were searched together.
    pub(super) fn set_moves(&mut self, mut moves: Vec<ScoredMove>) {
        self.add_images(&mut moves);
        let nodes = self.nodes();
        for found in &mut moves {
            found.nodes = nodes;
        }
        if let Some(best) = moves.first() {
            self.result.pv.clone_from(&best.pv);
            if best.is_exact() {
                self.result.lower = best.score;
            }
        }
        self.result.moves = moves;
    }

    /// The best move is known: its exact score is that of the position.
    pub(super) fn settle(&mut self) {
        if self.result.moves.first().is_some_and(ScoredMove::is_exact) {
            self.result.upper = self.result.lower;
        }
    }

    /// Replaces the moves, those with exact scores solved one by one; `all` says that
    /// none is missing.
    pub(super) fn solved(&mut self, moves: &[ScoredMove], all: bool) {
        let exact = moves.iter().filter(|found| found.is_exact());
        if let Some(best) = exact.max_by_key(|found| found.score.units()) {
            self.result.lower = best.score;
            if all {
                self.result.upper = self.result.lower;
            }
        }
        if let Some(best) = moves.first() {
            self.result.pv.clone_from(&best.pv);
        }
        let mut moves = moves.to_vec();
        self.add_images(&mut moves);
        self.result.moves = moves;
    }

    /// Adds the moves that were not searched because they are images of others.
    fn add_images(&self, moves: &mut Vec<ScoredMove>) {
        self.request.symmetric.complete(moves, self.request.count);
    }

    /// Calls the observer.
    pub(super) fn tell(&mut self) -> bool {
        self.result.nodes = self.nodes();
        self.result.elapsed = self.began.elapsed();
        (self.observer)(&self.result)
    }
}
