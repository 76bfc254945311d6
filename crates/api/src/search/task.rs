//! Search tasks.

use std::time::Duration;

use outflank_engine::Limits;
use outflank_othello::{Position, Shape};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A position and how to search it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The position.
    #[serde(with = "position_text")]
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

/// Serializes a position as its shape and its text.
mod position_text {
    use super::*;

    pub(super) fn serialize<S: Serializer>(
        position: &Position,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        (position.shape(), position.to_string()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Position, D::Error> {
        let (shape, text) = <(Shape, String)>::deserialize(deserializer)?;
        Position::parse_obf(&text, shape).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deserializing_restores_tasks() {
        for shape in ["8x8", "9x7", "6x6", "10x10"] {
            let start = Position::start(shape.parse().unwrap());
            let position = start.play(start.legal_moves().first().unwrap()).unwrap();
            for task in [
                Task::analysis(position).best_moves(usize::MAX),
                Task::exact(position).within(Duration::from_millis(1500)),
                Task::all_moves(position, 8),
                Task::choice(position, 20),
            ] {
                let text = serde_json::to_string(&task).unwrap();
                assert_eq!(serde_json::from_str::<Task>(&text).unwrap(), task, "{text}");
            }
        }
    }
}
