//! A search that is broken off and goes on.

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_engine::{Reach, ScoredMove as FoundMove, SolvedMove, Solver};
use outflank_othello::Square;
use outflank_study::ScoredMove;

use super::task::{Goal, Task};

/// A task with what was found by now.
#[derive(Debug)]
pub(super) struct ResumableSearch {
    task: Task,
    /// The depth completed last.
    found: Vec<FoundMove>,
    /// Where the search was broken off: the same or better.
    unfinished: Vec<FoundMove>,
    solved: Vec<SolvedMove>,
    /// Whether the moves are being solved one by one.
    is_solving: bool,
    nodes: u64,
}

/// What came of going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SliceOutcome {
    /// The task is done.
    Done,
    /// The search was broken off, but completed a depth or a move before.
    Progress,
    /// It was broken off before.
    Stalled,
}

impl ResumableSearch {
    pub(super) fn new(task: Task) -> Self {
        Self {
            task,
            found: Vec::new(),
            unfinished: Vec::new(),
            solved: Vec::new(),
            is_solving: matches!(task.goal, Goal::Solve(None)),
            nodes: 0,
        }
    }

    pub(super) const fn task(&self) -> &Task {
        &self.task
    }

    /// Goes on until the task is done or the solver is stopped. `tell` is told the
    /// moves as they become known, best first.
    pub(super) fn advance(
        &mut self,
        solver: &mut Solver,
        tell: &mut (dyn FnMut(Vec<ScoredMove>) + Send),
    ) -> SliceOutcome {
        let progress = solver.progress();
        let before = progress.nodes();
        let mut is_further = false;
        let is_done = match self.task.goal {
            Goal::Deepen(reach) => self.deepen(solver, reach, tell, &mut is_further),
            Goal::Solve(reach) => {
                let is_ordered = self.is_solving
                    || reach.is_none_or(|reach| self.deepen(solver, reach, tell, &mut is_further));
                self.is_solving = is_ordered;
                is_ordered && self.solve(solver, tell, &mut is_further)
            }
        };
        self.nodes += progress.nodes() - before;
        match (is_done, is_further) {
            (true, _) => SliceOutcome::Done,
            (false, true) => SliceOutcome::Progress,
            (false, false) => SliceOutcome::Stalled,
        }
    }

    /// Searches deeper and deeper; whether to the end.
    fn deepen(
        &mut self,
        solver: &mut Solver,
        reach: Reach,
        tell: &mut (dyn FnMut(Vec<ScoredMove>) + Send),
        is_further: &mut bool,
    ) -> bool {
        let known = self.found.clone();
        let progress = solver.progress();
        let (before, nodes) = (progress.nodes(), self.nodes);
        let Self { task, found, .. } = self;
        let thought = solver.think_on(&task.position, reach, task.wanted, &known, |moves| {
            found.clear();
            found.extend_from_slice(moves);
            *is_further = true;
            tell(in_order(values(moves, nodes + progress.nodes() - before)));
            true
        });
        // The first depth is too shallow to be broken off: there always are some.
        self.unfinished = thought.moves;
        thought.complete
    }

    /// Solves the moves that are not solved yet; whether all of them.
    fn solve(
        &mut self,
        solver: &mut Solver,
        tell: &mut (dyn FnMut(Vec<ScoredMove>) + Send),
        is_further: &mut bool,
    ) -> bool {
        let Self {
            task,
            found,
            solved,
            nodes,
            ..
        } = self;
        let legal = task.position.legal_moves();
        let promising = found.iter().map(|found| found.square);
        let mut squares: Vec<Square> = promising.collect();
        let others = legal.into_iter().filter(|square| !squares.contains(square));
        let others: Vec<Square> = others.collect();
        squares.extend(others);
        squares.retain(|square| solved.iter().all(|solved| solved.square != *square));
        let depth = task.position.empties().len() as u32;
        let progress = solver.progress();
        let before = progress.nodes();
        solver.solve_these_moves(&task.position, &squares, |proven| {
            solved.push(proven.clone());
            *is_further = true;
            let nodes = *nodes + progress.nodes() - before;
            tell(in_order(merged(solved, depth, values(found, nodes))));
        });
        solved.len() == legal.len()
    }

    /// The moves as they are known now.
    pub(super) fn moves(&self) -> Vec<ScoredMove> {
        let depth = self.task.position.empties().len() as u32;
        let values = values(&self.unfinished, self.nodes);
        in_order(merged(&self.solved, depth, values))
    }
}

/// What a search of all moves together says.
fn values(found: &[FoundMove], nodes: u64) -> Vec<ScoredMove> {
    let valued = |found: &FoundMove| ScoredMove {
        square: found.square,
        score: f64::from(found.value) / f64::from(UNITS_PER_DISC),
        exact: found.is_exact,
        pv: found.pv.clone(),
        depth: found.depth,
        selectivity: found.selectivity.percent(),
        nodes,
    };
    found.iter().map(valued).collect()
}

/// The moves solved, and what is known of the others.
fn merged(solved: &[SolvedMove], depth: u32, others: Vec<ScoredMove>) -> Vec<ScoredMove> {
    let is_solved = |square| solved.iter().any(|solved| solved.square == square);
    let proven = solved.iter().map(|solved| ScoredMove {
        square: solved.square,
        score: f64::from(solved.score),
        exact: true,
        pv: solved.pv.clone(),
        depth,
        selectivity: 100,
        nodes: solved.nodes,
    });
    let others = others.into_iter().filter(|other| !is_solved(other.square));
    proven.chain(others).collect()
}

/// The best first, equal ones in reading order.
fn in_order(mut moves: Vec<ScoredMove>) -> Vec<ScoredMove> {
    moves.sort_by(|one, other| {
        let place = |valued: &ScoredMove| (valued.square.row(), valued.square.column());
        let by_score = other.score.total_cmp(&one.score);
        by_score.then(place(one).cmp(&place(other)))
    });
    moves
}

#[cfg(test)]
mod tests {
    use outflank_engine::{Effort, SolveOptions, solve_all_moves};
    use outflank_othello::{Game, Position, Shape};
    use outflank_study::{Analyzer, EngineAnalyzer};

    use super::*;

    fn solver() -> Solver {
        Solver::new(SolveOptions::default().with_hash(4)).unwrap()
    }

    /// A position so many moves before the end of a game of first moves.
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

    /// Goes on in turns of so many nodes until the task is done.
    fn in_turns(task: Task, nodes: u64) -> (Vec<ScoredMove>, Vec<SliceOutcome>) {
        let (mut search, mut solver) = (ResumableSearch::new(task), solver());
        let mut turns = Vec::new();
        loop {
            // More each time that nothing came of it.
            let stuck = turns.iter().filter(|&&turn| turn == SliceOutcome::Stalled);
            solver.limit_nodes(Some(nodes << stuck.count().min(20)));
            turns.push(search.advance(&mut solver, &mut |_| ()));
            if turns.last() == Some(&SliceOutcome::Done) {
                return (search.moves(), turns);
            }
        }
    }

    #[test]
    fn exact_scores_are_those_of_the_solver_however_often_it_is_broken_off() {
        let position = late(14);
        let expected = solve_all_moves(&position, &SolveOptions::default());
        for nodes in [2_000, 50_000, u64::MAX] {
            let (moves, turns) = in_turns(Task::exact(position), nodes);
            assert_eq!(turns.len() > 1, nodes < u64::MAX, "{nodes}");
            let scores: Vec<_> = moves.iter().map(|m| (m.square, m.score)).collect();
            let expected: Vec<_> = expected
                .iter()
                .map(|m| (m.square, f64::from(m.score)))
                .collect();
            assert_eq!(scores, expected);
            assert!(moves.iter().all(|m| m.exact && m.depth == 14));
        }
    }

    #[test]
    fn what_is_proven_is_told_as_it_is() {
        let position = late(16);
        let (mut search, mut proven) = (ResumableSearch::new(Task::exact(position)), Vec::new());
        let done = search.advance(&mut solver(), &mut |moves| {
            assert_eq!(moves.len(), position.legal_moves().len());
            proven.push(moves.iter().filter(|m| m.exact).count());
        });
        assert_eq!(done, SliceOutcome::Done);
        assert!(proven.is_sorted() && proven[0] == 0);
        assert_eq!(proven.last(), Some(&position.legal_moves().len()));
    }

    #[test]
    fn an_undisturbed_task_says_what_the_valuer_says() {
        let options = SolveOptions::default().with_hash(4);
        let effort = Effort::Reach(Reach::level(6));
        let analyzer = EngineAnalyzer::new(effort, &options, 1, std::sync::Arc::default()).unwrap();
        for position in [Position::start(Shape::STANDARD), late(30), late(10)] {
            let (moves, _) = in_turns(Task::values(position, 6), u64::MAX);
            assert_eq!(Some(moves), analyzer.score_moves(&position));
        }
    }

    #[test]
    fn a_choice_is_that_of_the_engine() {
        let position = late(40);
        let (moves, _) = in_turns(Task::choice(position, 7), u64::MAX);
        let effort = Effort::Reach(Reach::level(7));
        let thought = solver().choose(&position, effort, 1, |_| true);
        assert_eq!(moves.len(), 1);
        assert_eq!(moves[0].square, thought.moves[0].square);
        assert_eq!(moves[0].nodes, thought.nodes);
    }

    #[test]
    fn one_that_is_stopped_at_once_knows_a_move() {
        let mut solver = solver();
        solver.stop_by(std::sync::Arc::new(true.into()));
        let mut search = ResumableSearch::new(Task::analysis(late(40)));
        assert_ne!(search.advance(&mut solver, &mut |_| ()), SliceOutcome::Done);
        assert_eq!(search.moves().len(), 1);
    }
}
