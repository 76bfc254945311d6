//! What is to be found out about a position.

use std::time::Duration;

use outflank_engine::Limits;
use outflank_othello::Position;

/// What is to be found out about a position.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    pub(super) position: Position,
    pub(super) limits: Limits,
    /// Whether every move is scored, and solved on its own where scores are exact.
    pub(super) every_move: bool,
    /// Whether each move is solved after that.
    pub(super) is_solved: bool,
    /// So many of the best moves.
    pub(super) wanted: usize,
    /// The search ends so long after it began, whatever it has found.
    pub(super) time: Option<Duration>,
    /// Whether nothing that other searches found may change what this one says.
    pub(super) is_alone: bool,
}

/// Every depth, then to the end, selectively.
const SELECTIVE: Limits = Limits::UNLIMITED.with_exact_from(0);

impl Task {
    const fn new(position: Position, limits: Limits) -> Self {
        Self {
            position,
            limits,
            every_move: false,
            is_solved: false,
            wanted: 1,
            time: None,
            is_alone: false,
        }
    }

    /// The best move, until the search cannot go deeper.
    #[must_use]
    pub const fn analysis(position: Position) -> Self {
        Self::new(position, Limits::UNLIMITED)
    }

    /// The best move, as far as a level leads.
    #[must_use]
    pub fn level(position: Position, level: u32) -> Self {
        Self::new(position, Limits::level(level))
    }

    /// The exact scores of all moves; estimates come first.
    #[must_use]
    pub const fn exact(position: Position) -> Self {
        Self {
            every_move: true,
            is_solved: true,
            ..Self::new(position, SELECTIVE)
        }
    }

    /// What all moves are worth by a level, as
    /// [`EngineAnalyzer`](outflank_study::EngineAnalyzer) says it.
    #[must_use]
    pub fn values(position: Position, level: u32) -> Self {
        Self {
            every_move: true,
            ..Self::level(position, level)
        }
        .alone()
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
