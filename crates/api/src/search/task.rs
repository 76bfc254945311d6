//! Search tasks.

use std::time::Duration;

use outflank_engine::Limits;
use outflank_othello::Position;

/// A position and how to search it.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The position.
    pub position: Position,
    pub(super) limits: Limits,
    /// Whether every move gets a score. Exact scores are searched separately.
    pub(super) every_move: bool,
    /// Whether each move is solved afterwards.
    pub(super) is_solved: bool,
    /// The number of best moves to find.
    pub(super) count: usize,
    /// The time limit, which starts with the first slice.
    pub time: Option<Duration>,
    /// Whether the task uses a private table, so that other searches cannot change its result.
    pub is_alone: bool,
}

/// All depths, then a selective search to the end of the game.
const SELECTIVE: Limits = Limits::UNLIMITED.with_exact_from(0);

impl Task {
    const fn new(position: Position, limits: Limits) -> Self {
        Self {
            position,
            limits,
            every_move: false,
            is_solved: false,
            count: 1,
            time: None,
            is_alone: false,
        }
    }

    /// Returns a task for the best move without a limit.
    #[must_use]
    pub const fn analysis(position: Position) -> Self {
        Self::new(position, Limits::UNLIMITED)
    }

    /// Returns a task for the best move at a level.
    #[must_use]
    pub fn level(position: Position, level: u32) -> Self {
        Self::new(position, Limits::level(level))
    }

    /// Returns a task for the exact scores of all moves, after estimates.
    #[must_use]
    pub const fn exact(position: Position) -> Self {
        Self {
            every_move: true,
            is_solved: true,
            ..Self::new(position, SELECTIVE)
        }
    }

    /// Returns a task for the scores of all moves at a level. The scores equal those of
    /// [`EngineAnalyzer`](outflank_study::EngineAnalyzer).
    #[must_use]
    pub fn all_moves(position: Position, level: u32) -> Self {
        Self {
            every_move: true,
            ..Self::level(position, level)
        }
        .alone()
    }

    /// Returns a task for the move that a level plays.
    #[must_use]
    pub fn choice(position: Position, level: u32) -> Self {
        Self::level(position, level).alone()
    }

    /// Returns the task for several best moves.
    #[must_use]
    pub const fn best_moves(mut self, count: usize) -> Self {
        self.count = count;
        self
    }

    /// Returns the task with a time limit, which starts with its first slice.
    #[must_use]
    pub const fn within(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Returns the task with a private table, so that a low level does not benefit from a deep
    /// analysis elsewhere.
    #[must_use]
    const fn alone(mut self) -> Self {
        self.is_alone = true;
        self
    }
}
