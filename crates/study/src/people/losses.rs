//! Losses of moves, counted by severity.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::review::Severity;

/// Moves counted by what they lose. A move can count in part, by its probability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Losses {
    /// Moves, all below included.
    pub moves: f64,
    /// Moves that lost nothing.
    pub best_moves: f64,
    /// Losses of 2 to 5 discs.
    pub inaccuracies: f64,
    /// Losses of 5 to 10 discs.
    pub mistakes: f64,
    /// Losses of 10 discs or more.
    pub blunders: f64,
    /// Discs lost.
    pub discs: f64,
}

impl Losses {
    /// Adds a move that loses `discs`; `weight` is 1 for a move that was played.
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

    /// Adds other moves.
    pub fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.best_moves += other.best_moves;
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
        self.discs += other.discs;
    }

    /// Returns the same losses of one move: shares in 0..=1, and discs a move.
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
