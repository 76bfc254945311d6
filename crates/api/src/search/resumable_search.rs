//! A search that runs in time slices.

use std::time::Duration;

use outflank_engine::{Limits, ScoredMove, SearchRequest, Searcher};
use web_time::Instant;

use super::{Snapshot, Task, Watch};

/// A task and its results so far.
#[derive(Debug)]
pub struct ResumableSearch {
    task: Task,
    /// The moves to resume from: those of the last iteration, as far as it was completed, and the
    /// moves solved since.
    known: Vec<ScoredMove>,
    /// The results so far, including those of an interrupted iteration.
    moves: Vec<ScoredMove>,
    /// Whether the moves are being solved one by one.
    is_solving: bool,
    nodes: u64,
    time: Duration,
    interrupt_at: Option<Instant>,
}

/// The outcome of a time slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SliceOutcome {
    /// The task is done.
    Done,
    /// The slice ended after a completed iteration or a solved move.
    Progress,
    /// The slice ended before either.
    Stalled,
}

impl ResumableSearch {
    /// Returns a task without results.
    #[must_use]
    pub fn new(task: Task) -> Self {
        Self {
            task,
            known: Vec::new(),
            moves: Vec::new(),
            is_solving: false,
            nodes: 0,
            time: Duration::ZERO,
            interrupt_at: None,
        }
    }

    /// Sets the time at which slices are interrupted.
    pub const fn interrupt_at(&mut self, time: Instant) {
        self.interrupt_at = Some(time);
    }

    /// Returns the task.
    #[must_use]
    pub const fn task(&self) -> &Task {
        &self.task
    }

    /// Resumes the search until the task is done or the searcher is stopped. `watch` receives the
    /// results after each iteration and may end the slice.
    pub fn advance(&mut self, searcher: &mut Searcher, watch: &mut Watch<'_>) -> SliceOutcome {
        let mut is_further = false;
        loop {
            let is_done = self.search(searcher, watch, &mut is_further);
            return match (is_done, is_further) {
                (true, _) if self.task.is_solved && !self.is_solving => {
                    self.is_solving = true;
                    continue;
                }
                (true, _) => SliceOutcome::Done,
                (false, true) => SliceOutcome::Progress,
                (false, false) => SliceOutcome::Stalled,
            };
        }
    }

    /// Searches until the limits of the task are reached, or until each move is solved.
    /// Returns whether the search was completed.
    fn search(
        &mut self,
        searcher: &mut Searcher,
        watch: &mut Watch<'_>,
        is_further: &mut bool,
    ) -> bool {
        let task = self.task;
        let limits = match self.is_solving {
            true => Limits::SOLVE,
            false => task.limits,
        };
        let mut request = SearchRequest::new(&task.position, limits).best_moves(task.count);
        if task.every_move {
            request = request.every_move();
        }
        request.interrupt_at = self.interrupt_at;
        let (nodes_before, time_before) = (self.nodes, self.time);
        let is_solving = self.is_solving;
        // Moves searched together share one node count, which must include the earlier slices.
        let with_nodes = |moves: &[ScoredMove]| -> Vec<ScoredMove> {
            let mut moves = moves.to_vec();
            for found in &mut moves {
                if !(is_solving || task.every_move && found.is_exact()) {
                    found.nodes += nodes_before;
                }
            }
            moves
        };
        let request = request.resume(&self.known);
        let known = &mut self.known;
        let result = searcher.search_observed(&request, |so_far| {
            *known = with_nodes(&so_far.moves);
            *is_further = true;
            watch(&Snapshot {
                ahead: None,
                moves: known.clone().into(),
                nodes: nodes_before + so_far.nodes,
                time: time_before + so_far.elapsed,
            })
        });
        self.moves = with_nodes(&result.moves);
        if !result.complete
            && task.every_move
            && !is_solving
            && progress(&self.moves) > progress(&self.known)
        {
            self.known.clone_from(&self.moves);
            *is_further = true;
        }
        self.nodes += result.nodes;
        self.time += result.elapsed;
        result.complete
    }

    /// Returns the results so far.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            ahead: None,
            moves: self.moves.clone().into(),
            nodes: self.nodes,
            time: self.time,
        }
    }
}

/// Measures progress: the sum over all moves of depth, then selectivity.
fn progress(moves: &[ScoredMove]) -> u32 {
    let searched = moves.iter();
    let searched = searched.map(|found| 128 * found.depth + found.selectivity.percent());
    searched.sum()
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use outflank_engine::SearchOptions;
    use outflank_othello::{Game, Position, Shape};
    use outflank_study::{Analyzer, EngineAnalyzer};

    use super::*;

    fn searcher() -> Searcher {
        Searcher::new(SearchOptions::default().with_hash(4)).unwrap()
    }

    /// Returns a position with `empties` empties from a game in which each move is the first legal
    /// one.
    fn late(empties: usize) -> Position {
        let mut game = Game::new(Shape::STANDARD);
        while let Some(square) = game.position().legal_moves().first() {
            game.play(square).unwrap();
        }
        let mut positions = game.positions().iter();
        let wanted = |position: &&Position| {
            position.empties().len() == empties && position.legal_moves().len() > 1
        };
        *positions.find(wanted).unwrap()
    }

    /// Runs slices of at least `nodes` nodes, the first of which ends with its first iteration, until
    /// the task is done.
    fn in_slices(task: Task, nodes: u64) -> (Vec<ScoredMove>, Vec<SliceOutcome>) {
        let (mut search, mut searcher) = (ResumableSearch::new(task), searcher());
        let mut turns = Vec::new();
        loop {
            // Each slice that completed nothing doubles the length of the next ones.
            let stuck = turns.iter().filter(|&&turn| turn == SliceOutcome::Stalled);
            let nodes = nodes << stuck.count().min(20);
            let (stop, is_over) = (Arc::new(AtomicBool::new(false)), AtomicBool::new(false));
            searcher.stop_by(Arc::clone(&stop));
            let progress = searcher.progress();
            let before = progress.nodes();
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    while !is_over.load(Ordering::Relaxed) && progress.nodes() - before < nodes {
                        std::thread::yield_now();
                    }
                    stop.store(true, Ordering::Relaxed);
                });
                // The thread may get no time before the task is done.
                let is_first = turns.is_empty() && nodes < u64::MAX;
                turns.push(search.advance(&mut searcher, &mut |_| match is_first {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }));
                is_over.store(true, Ordering::Relaxed);
            });
            if turns.last() == Some(&SliceOutcome::Done) {
                return (search.snapshot().moves.to_vec(), turns);
            }
        }
    }

    #[test]
    fn interrupted_searches_find_the_exact_scores() {
        let position = late(14);
        let request = SearchRequest::new(&position, Limits::SOLVE).every_move();
        let expected = searcher().search(&request).moves;
        for nodes in [2_000, 50_000, u64::MAX] {
            let (moves, turns) = in_slices(Task::exact(position), nodes);
            assert_eq!(turns.len() > 1, nodes < u64::MAX, "{nodes}");
            let scores: Vec<_> = moves.iter().map(|m| (m.square, m.discs())).collect();
            let expected: Vec<_> = expected.iter().map(|m| (m.square, m.discs())).collect();
            assert_eq!(scores, expected);
            assert!(moves.iter().all(|m| m.is_exact() && m.depth == 14));
        }
    }

    #[test]
    fn a_search_in_time_slices_finds_the_exact_scores() {
        let position = late(16);
        let request = SearchRequest::new(&position, Limits::SOLVE).every_move();
        let expected = searcher().search(&request).moves;
        let (mut search, mut searcher) = (ResumableSearch::new(Task::exact(position)), searcher());
        let (mut slices, mut length) = (1, Duration::ZERO);
        loop {
            search.interrupt_at(Instant::now() + length);
            match search.advance(&mut searcher, &mut |_| ControlFlow::Continue(())) {
                SliceOutcome::Done => break,
                SliceOutcome::Progress => {}
                SliceOutcome::Stalled => length = 2 * length + Duration::from_micros(100),
            }
            slices += 1;
        }
        assert!(slices > 1);
        let scores = |moves: &[ScoredMove]| -> Vec<_> {
            moves.iter().map(|m| (m.square, m.score)).collect()
        };
        assert_eq!(scores(&search.snapshot().moves), scores(&expected));
    }

    #[test]
    fn solved_moves_are_reported_one_by_one() {
        let position = late(16);
        let (mut search, mut proven) = (ResumableSearch::new(Task::exact(position)), Vec::new());
        let done = search.advance(&mut searcher(), &mut |so_far| {
            let moves = &so_far.moves;
            assert_eq!(moves.len(), position.legal_moves().len());
            proven.push(moves.iter().filter(|m| m.is_exact()).count());
            ControlFlow::Continue(())
        });
        assert_eq!(done, SliceOutcome::Done);
        assert!(proven.is_sorted() && proven[0] == 0);
        assert_eq!(proven.last(), Some(&position.legal_moves().len()));
    }

    #[test]
    fn an_uninterrupted_task_gives_the_scores_of_the_analyzer() {
        let options = SearchOptions::default().with_hash(4);
        let analyzer = EngineAnalyzer::new(Limits::level(6), &options, 1, Arc::default()).unwrap();
        for position in [Position::start(Shape::STANDARD), late(30), late(10)] {
            let (moves, _) = in_slices(Task::all_moves(position, 6), u64::MAX);
            assert_eq!(Some(moves), analyzer.score_moves(&position));
        }
    }

    #[test]
    fn a_choice_gives_the_engines_move() {
        let position = late(40);
        let (moves, _) = in_slices(Task::choice(position, 7), u64::MAX);
        let request = SearchRequest::new(&position, Limits::level(7));
        let result = searcher().search(&request);
        assert_eq!(moves.len(), 1);
        assert_eq!(moves[0].square, result.moves[0].square);
        assert_eq!(moves[0].nodes, result.nodes);
    }

    #[test]
    fn a_search_stopped_at_once_gives_a_legal_move() {
        let mut searcher = searcher();
        searcher.stop_by(Arc::new(true.into()));
        let mut search = ResumableSearch::new(Task::analysis(late(40)));
        let outcome = search.advance(&mut searcher, &mut |_| ControlFlow::Continue(()));
        assert_ne!(outcome, SliceOutcome::Done);
        assert_eq!(search.snapshot().moves.len(), 1);
    }
}
