//! What a side did in a game, and where the game was decided.

use outflank_othello::{Color, Square};
use schemars::JsonSchema;
use serde::Serialize;

use super::{ReviewedMove, Severity};

/// The moves of one side, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct SideSummary {
    /// Moves, passes left out.
    pub moves: usize,
    /// Moves that lost nothing.
    pub best_moves: usize,
    /// Losses of 2 discs or more.
    pub inaccuracies: usize,
    /// Losses of 5 discs or more.
    pub mistakes: usize,
    /// Losses of 10 discs or more.
    pub blunders: usize,
    /// Discs lost in all.
    pub loss: f64,
    /// Discs lost in moves whose scores are exact.
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

    /// Discs lost for each move.
    #[must_use]
    pub fn mean_loss(&self) -> f64 {
        self.loss / self.moves.max(1) as f64
    }
}

/// The move that gave the game away for good.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TurningPoint {
    /// Its number.
    pub ply: usize,
    /// Who played it.
    pub mover: Color,
    /// The move.
    #[serde(rename = "move")]
    pub played: Square,
    /// The better one.
    pub best: Square,
    /// Score of best play before it, for its mover.
    pub before: f64,
    /// Score of best play after it, for its mover.
    pub after: f64,
}

impl TurningPoint {
    /// The last exactly valued move after which its mover stood worse by half
    /// a point or more: a win or a draw turned into a draw or a loss.
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
