//! Iterative deepening: the best moves of a position, exact near the end of the game.

use outflank_othello::Board;

use super::{RootMove, resume};
use crate::search::averaged_score::{AveragedScore, shares};
use crate::search::feature::Feature;
use crate::search::limits::{Iteration, iterations};
use crate::search::parameters::AVERAGING_FROM;
use crate::search::probcut::Selectivity;
use crate::search::report::Report;
use crate::search::result::ScoredMove;
use crate::search::score::Score;
use crate::search::thread::Thread;
use crate::search::tiers::Entries;

impl<K: Entries> Thread<'_, K> {
    /// Searches a board deeper and deeper until the limits of the request are reached.
    /// Returns whether the last iteration was completed.
    pub(super) fn deepen(
        &mut self,
        board: Board<K::Word>,
        mut root: Vec<RootMove<K::Word>>,
        report: &mut Report<'_>,
    ) -> bool {
        let request = report.request;
        let empties = request.position.empties().len() as u32;
        self.is_aborted = false;
        self.nodes += 1;
        // The best move is chosen by its average score over several depths. Full-width searches
        // and those to the end of the game need no averaging.
        let averages = self.uses(Feature::DepthAveraging);
        let is_averaged = |(depth, selectivity): Iteration| {
            averages
                && (AVERAGING_FROM..empties).contains(&depth)
                && selectivity != Selectivity::NONE
        };
        resume(&mut root, &request.known);
        for root in &mut root {
            let found = root.found.as_ref();
            let found = found.filter(|found| is_averaged((found.depth, found.selectivity)));
            root.averaged = found.map(|found| AveragedScore::resumed(found.score.units()));
        }
        if root.is_empty() {
            return report.finish(Vec::new(), true);
        }
        let count = request.count.min(root.len());
        let iterations = iterations(empties, &request.limits);
        let last = iterations.len() - 1;
        let completed = completed(&iterations, &request.known, count);
        for (number, &iteration) in iterations.iter().enumerate().skip(completed) {
            let (depth, selectivity) = iteration;
            let is_exact = depth >= empties && selectivity == Selectivity::NONE;
            let is_complete = (0..count).all(|place| {
                let root = &mut root[place..];
                if is_exact && count == 1 && !request.is_restricted() {
                    return self.solve_best(board, root, empties);
                }
                if count == 1 && is_averaged(iteration) {
                    return self.search_averaged(root, iteration, number == last);
                }
                let is_complete = self.search_best(root, iteration, is_exact);
                if let Some(found) = &mut root[0].found
                    && is_complete
                    && is_averaged(iteration)
                {
                    let value = found.score.units();
                    let averaged = AveragedScore::with(root[0].averaged, value, shares(depth));
                    root[0].averaged = Some(averaged);
                    found.score = Score::from_units(averaged.score(), found.is_exact());
                }
                is_complete
            });
            self.poll();
            if !is_complete {
                return report.finish(best_moves(&root, count), false);
            }
            if report.iteration(best_moves(&root, count)).is_break() || self.check_aborted() {
                return report.finish(best_moves(&root, count), number == last);
            }
        }
        report.finish(best_moves(&root, count), true)
    }
}

/// Returns the number of iterations in which `known` were found, if they are enough.
fn completed(iterations: &[Iteration], known: &[ScoredMove], count: usize) -> usize {
    let found = known.iter().map(|found| (found.depth, found.selectivity));
    let shallowest = found.min().filter(|_| known.len() >= count);
    let is_last = |shallowest| iterations.iter().rposition(|&other| other == shallowest);
    shallowest.and_then(is_last).map_or(0, |last| last + 1)
}

/// Returns the best moves found so far, the best first.
fn best_moves<W>(root: &[RootMove<W>], count: usize) -> Vec<ScoredMove> {
    let found = root[..count].iter().filter_map(|root| root.found.clone());
    let mut found: Vec<ScoredMove> = found.collect();
    found.sort_by_key(ScoredMove::order);
    found
}
