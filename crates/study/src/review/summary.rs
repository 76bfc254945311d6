//! Summary of a side, and the turning point of a game.

use outflank_othello::{Color, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ReviewedMove, Severity};

/// Counts and losses of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideSummary {
    /// Moves without passes.
    pub moves: usize,
    /// Moves that lost nothing.
    pub best_moves: usize,
    /// Losses of 2 to 5 discs.
    pub inaccuracies: usize,
    /// Losses of 5 to 10 discs.
    pub mistakes: usize,
    /// Losses of 10 discs or more.
    pub blunders: usize,
    /// Discs lost.
    pub loss: f64,
    /// Discs lost in moves with exact scores.
    pub exact_loss: f64,
}

impl SideSummary {
    pub(super) fn new(moves: &[ReviewedMove], side: Color) -> Self {
        let mut summary = Self::default();
        for mv in moves
            .iter()
            .filter(|mv| mv.mover == side && mv.score.is_some())
        {
            summary.moves += 1;
            summary.best_moves += usize::from(mv.loss <= 0.0);
            summary.loss += mv.loss;
            if mv.exact {
                summary.exact_loss += mv.loss;
            }
            match mv.mistake {
                Some(Severity::Inaccuracy) => summary.inaccuracies += 1,
                Some(Severity::Mistake) => summary.mistakes += 1,
                Some(Severity::Blunder) => summary.blunders += 1,
                None => {}
            }
        }
        summary
    }

    /// Adds the counts and losses of other moves.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.best_moves += other.best_moves;
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
        self.loss += other.loss;
        self.exact_loss += other.exact_loss;
    }

    /// Returns the percentage of moves that lost nothing.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        100.0 * self.best_moves as f64 / self.moves.max(1) as f64
    }

    /// Returns the mean loss per move, in discs.
    #[must_use]
    pub fn mean_loss(&self) -> f64 {
        self.loss / self.moves.max(1) as f64
    }
}

/// The move that decided the game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TurningPoint {
    /// Number of the move, passes counted.
    pub ply: usize,
    /// The side that played it.
    pub mover: Color,
    /// The move.
    #[serde(rename = "move")]
    pub played: Square,
    /// The best move.
    pub best: Square,
    /// Exact score before the move, for its mover.
    pub before: f64,
    /// Exact score after the move, for its mover.
    pub after: f64,
}

impl TurningPoint {
    /// Finds the last exactly scored move that turned a win into a draw or loss, or a draw
    /// into a loss.
    pub(super) fn find(moves: &[ReviewedMove]) -> Option<Self> {
        moves.iter().rev().find_map(|mv| {
            let (before, after) = (mv.best_score?, mv.score?);
            let half_points = |score: f64| if score == 0.0 { 0.0 } else { score.signum() };
            if !mv.exact || half_points(after) >= half_points(before) {
                return None;
            }
            Some(Self {
                ply: mv.ply,
                mover: mv.mover,
                played: mv.played.square()?,
                best: mv.best?,
                before,
                after,
            })
        })
    }
}
