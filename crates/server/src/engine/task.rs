//! What is to be found out about a position.

use std::time::Duration;

use outflank_engine::{Reach, Selectivity};
use outflank_othello::Position;

/// What is to be found out about a position.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    pub(super) position: Position,
    pub(super) goal: Goal,
    /// So many of the best moves.
    pub(super) wanted: usize,
    /// The search ends so long after it began, whatever it has found.
    pub(super) time: Option<Duration>,
    /// Whether nothing that other searches found may change what this one says.
    pub(super) is_alone: bool,
}

/// What the search works towards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// The best moves, deeper and deeper.
    Deepen(Reach),
    /// The exact score of each move, after searches that order the moves, if there
    /// are any.
    Solve(Option<Reach>),
}

/// Every depth, then to the end, without what is improbable.
const PROBABLE: Reach = Reach {
    depth: 60,
    selectivity: Selectivity::ALL[0],
    exact_to: 0,
    end_to: 128,
};

impl Task {
    const fn new(position: Position, goal: Goal) -> Self {
        Self {
            position,
            goal,
            wanted: 1,
            time: None,
            is_alone: false,
        }
    }

    /// The best move, until the search cannot go deeper.
    #[must_use]
    pub const fn analysis(position: Position) -> Self {
        Self::new(position, Goal::Deepen(Reach::UNLIMITED))
    }

    /// The best move, as far as a level leads.
    #[must_use]
    pub fn level(position: Position, level: u32) -> Self {
        Self::new(position, Goal::Deepen(Reach::level(level)))
    }

    /// The exact scores of all moves; estimates come first.
    #[must_use]
    pub const fn exact(position: Position) -> Self {
        Self::new(position, Goal::Solve(Some(PROBABLE))).wanting(usize::MAX)
    }

    /// What all moves are worth by a level, as
    /// [`EngineAnalyzer`](outflank_study::EngineAnalyzer) says it.
    #[must_use]
    pub fn values(position: Position, level: u32) -> Self {
        let reach = Reach::level(level);
        let goal = if position.empties().len() as u32 <= reach.exact_to {
            Goal::Solve(None)
        } else {
            Goal::Deepen(reach)
        };
        Self::new(position, goal).wanting(usize::MAX).alone()
    }

    /// The move that a level plays.
    #[must_use]
    pub fn choice(position: Position, level: u32) -> Self {
        Self::level(position, level).alone()
    }

    /// The same for so many of the best moves.
    #[must_use]
    pub const fn wanting(mut self, wanted: usize) -> Self {
        self.wanted = wanted;
        self
    }

    /// The same within so much time, counted from when the engine first had to do
    /// with it.
    #[must_use]
    pub const fn within(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// The same with a table of its own: a low level shall not know what a deep
    /// analysis beside it found out.
    #[must_use]
    const fn alone(mut self) -> Self {
        self.is_alone = true;
        self
    }
}
