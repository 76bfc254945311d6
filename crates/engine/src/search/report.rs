//! Reports of a search to its observer.

use std::ops::ControlFlow;

use web_time::Instant;

use super::progress::{SearchProgress, SolveBounds};
use super::request::SearchRequest;
use super::result::{ScoredMove, SearchResult};
use super::score::Score;
use super::time_management::TimeBudget;

/// Receives each completed iteration, each solved move and each proven bound. It may stop the
/// search by returning a break.
pub(super) type Observer<'a> = dyn FnMut(&SearchResult) -> ControlFlow<()> + 'a;

/// The result of a running search, and its observer.
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

    /// Reports the best moves of a completed iteration.
    pub(super) fn iteration(&mut self, moves: Vec<ScoredMove>) -> ControlFlow<()> {
        self.finish(moves, true);
        self.observe()?;
        match self.budget {
            Some(budget) if !budget.allows_iteration() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Replaces the moves with those of the last iteration. If the iteration is `complete`, the
    /// exact score of its best move is that of the position.
    pub(super) fn finish(&mut self, moves: Vec<ScoredMove>, complete: bool) -> bool {
        self.set_moves(moves);
        if complete && self.result.best().is_some_and(ScoredMove::is_exact) {
            self.result.upper = self.result.lower;
        }
        complete
    }

    /// Reports proven bounds.
    pub(super) fn bounds(&mut self, bounds: SolveBounds) -> ControlFlow<()> {
        (self.result.lower, self.result.upper) =
            (Score::exact(bounds.lower), Score::exact(bounds.upper));
        self.observe()
    }

    /// Replaces the moves, which were searched together.
    pub(super) fn set_moves(&mut self, mut moves: Vec<ScoredMove>) {
        let (nodes, position) = (self.nodes(), &self.request.position);
        for found in &mut moves {
            found.nodes = nodes;
            if let Ok(after) = position.play(found.square)
                && after.discs(after.mover()).is_empty()
            {
                // Nothing beats a wipe-out, so its score is exact however shallow the search.
                found.score = Score::exact(after.score(position.mover()));
            }
        }
        if let Some(best) = moves.first().filter(|best| best.is_exact()) {
            self.result.lower = best.score;
        }
        self.show(moves);
    }

    /// Replaces the moves. Those with exact scores were solved one by one; `all` means that none is
    /// missing.
    pub(super) fn solved(&mut self, moves: &[ScoredMove], all: bool) {
        let exact = moves.iter().filter(|found| found.is_exact());
        if let Some(best) = exact.max_by_key(|found| found.score.units()) {
            self.result.lower = best.score;
            if all {
                self.result.upper = self.result.lower;
            }
        }
        self.show(moves.to_vec());
    }

    /// Replaces the moves with other moves and their images.
    fn show(&mut self, mut moves: Vec<ScoredMove>) {
        self.request
            .symmetric
            .complete(&mut moves, self.request.count);
        if let Some(best) = moves.first() {
            self.result.pv.clone_from(&best.pv);
        }
        self.result.moves = moves;
    }

    /// Calls the observer.
    pub(super) fn observe(&mut self) -> ControlFlow<()> {
        self.result.nodes = self.nodes();
        self.result.elapsed = self.began.elapsed();
        (self.observer)(&self.result)
    }
}
