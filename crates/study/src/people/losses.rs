//! Moves counted by the severity of their loss.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::review::Severity;

/// Moves counted by the severity of their loss. A move can count as a fraction, its probability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Losses {
    /// Number of all moves.
    pub moves: f64,
    /// Number of moves that lost nothing.
    pub best_moves: f64,
    /// Number of moves that lost 2 to 5 discs.
    pub inaccuracies: f64,
    /// Number of moves that lost 5 to 10 discs.
    pub mistakes: f64,
    /// Number of moves that lost 10 discs or more.
    pub blunders: f64,
    /// Number of discs lost.
    pub discs: f64,
}

impl Losses {
    /// Adds a move that loses `discs`. The weight of a move that was played is 1.
    pub fn add(&mut self, discs: f64, weight: f64) {
        self.moves += weight;
        self.discs += discs * weight;
        if discs <= 0.0 {
            self.best_moves += weight;
        }
        match Severity::of_loss(discs) {
            Some(Severity::Inaccuracy) => self.inaccuracies += weight,
            Some(Severity::Mistake) => self.mistakes += weight,
            Some(Severity::Blunder) => self.blunders += weight,
            None => {}
        }
    }

    /// Adds the moves counted in `other`.
    pub fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.best_moves += other.best_moves;
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
        self.discs += other.discs;
    }

    /// Returns the means per move: the share of each class in 0..=1, and the discs lost.
    #[must_use]
    pub fn per_move(&self) -> Self {
        let share = 1.0 / self.moves.max(f64::MIN_POSITIVE);
        Self {
            moves: 1.0,
            best_moves: self.best_moves * share,
            inaccuracies: self.inaccuracies * share,
            mistakes: self.mistakes * share,
            blunders: self.blunders * share,
            discs: self.discs * share,
        }
    }
}
