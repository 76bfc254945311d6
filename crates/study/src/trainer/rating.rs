//! Glicko-2 ratings of puzzles and of the player who solves them (M. Glickman, *Example of the
//! Glicko-2 system*, 2012), with each answer as a game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// The volatility of a new player and of every puzzle.
const VOLATILITY: f64 = 0.06;

/// A Glicko-2 rating, on the scale of the human-like opponents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
    /// How erratic the results are.
    pub volatility: f64,
}

impl Rating {
    /// The rating of a player before the first puzzle.
    pub const START: Self = Self {
        rating: 1200.0,
        deviation: 350.0,
        volatility: VOLATILITY,
    };

    /// Returns the rating of a puzzle before its first answer, from an estimate such as
    /// [`Puzzle::rating`](crate::puzzle::Puzzle::rating).
    #[must_use]
    pub const fn of_puzzle(estimate: f64) -> Self {
        Self {
            rating: estimate,
            deviation: 150.0,
            volatility: VOLATILITY,
        }
    }

    /// Returns the ratings of the player and of the puzzle after an answer.
    #[must_use]
    pub fn after(self, puzzle: Self, right: bool) -> (Self, Self) {
        let outcome = if right { Outcomes::WIN } else { Outcomes::LOSS };
        let (player, puzzle) = glicko2(
            &self.into(),
            &puzzle.into(),
            &outcome,
            &Glicko2Config::new(),
        );
        (player.into(), puzzle.into())
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(of: Rating) -> Self {
        Self {
            rating: of.rating,
            deviation: of.deviation,
            volatility: of.volatility,
        }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(of: Glicko2Rating) -> Self {
        Self {
            rating: of.rating,
            deviation: of.deviation,
            volatility: of.volatility,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_move_the_rating_and_make_it_surer() {
        let puzzle = Rating::of_puzzle(1200.0);
        let (better, easier) = Rating::START.after(puzzle, true);
        let (worse, harder) = Rating::START.after(puzzle, false);
        assert!(better.rating > 1250.0 && worse.rating < 1150.0);
        assert!(easier.rating < 1200.0 && harder.rating > 1200.0);
        assert!((better.rating + worse.rating - 2400.0).abs() < 1e-6);
        assert!(better.deviation < Rating::START.deviation && easier.deviation < 150.0);
        // A hard puzzle earns more than an easy one.
        let gain = |rating| {
            Rating::START
                .after(Rating::of_puzzle(rating), true)
                .0
                .rating
        };
        assert!(gain(1600.0) > gain(1200.0) && gain(1200.0) > gain(800.0));
    }

    #[test]
    fn the_rating_settles_at_the_strength_of_the_player() {
        // A player of 1700 solves the share of puzzles that the ratings expect.
        let (mut player, mut owed) = (Rating::START, 0.0);
        for _ in 0..150 {
            let puzzle = Rating::of_puzzle(player.rating);
            owed += 1.0 / (1.0 + 10_f64.powf((puzzle.rating - 1700.0) / 400.0));
            let right = owed >= 1.0;
            owed -= f64::from(u8::from(right));
            player = player.after(puzzle, right).0;
        }
        assert!((player.rating - 1700.0).abs() < 100.0, "{player:?}");
        assert!(player.deviation < 100.0, "{player:?}");
    }
}
