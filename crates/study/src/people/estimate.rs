//! The rating estimated from the losses in a game.

use std::fmt;

use outflank_human::{HumanModel, HumanRating, policies};
use outflank_othello::{Color, Game};
use schemars::JsonSchema;
use serde::Serialize;

use super::best_score;
use super::usual::{LossesByRating, UsualLosses};
use crate::review::{ReviewedMove, Severity};

/// Number of ratings between which the likelihood is interpolated.
const GRID: usize = 21;
/// Rating points between two of them.
const STEP: u16 = 100;

/// Rating points between two ratings that are compared.
const FINE: u16 = 20;

/// Minimum number of moves with a choice for an estimate.
const LEAST_MOVES: usize = 10;

/// The power of the likelihood. Moves of one game resemble each other, so they contain less
/// information than the same number of moves from many games. With power 1, the estimates are 1.6
/// times as far from people's ratings as the interval suggests
/// (`docs/experiments/2026-11-25-human-model.md`). This power widens the interval by a factor
/// of 1.6.
const POWER: f64 = 0.4;

/// A rating estimated from the losses of one side in a game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PlayedRating {
    /// The mean of the ratings from 400 to 2400, weighted by how well they explain the losses.
    pub rating: u16,
    /// The lower end of the interval that contains 95 % of the weight.
    pub low: u16,
    /// The upper end of the interval.
    pub high: u16,
    /// Number of moves with a choice that the rating is based on.
    pub moves: usize,
    /// What players of this rating usually lose.
    pub usual: UsualLosses,
}

impl PlayedRating {
    /// Rates one side of a reviewed game. Returns `None` unless the board is 8×8 and the side had a
    /// choice in at least 10 moves.
    ///
    /// For each rating and each position, the [model of human moves](outflank_human) predicts how
    /// likely a player is to make a mistake of the same severity as the move played. Moves in
    /// positions that are easy for everybody therefore count little.
    #[must_use]
    pub fn of(game: &Game, moves: &[ReviewedMove], side: Color) -> Option<Self> {
        let ratings = (0..GRID as u16).map(|step| HumanRating::MIN.points() + step * STEP);
        let ratings: Vec<HumanRating> = ratings.map(HumanRating::new).collect();
        let mut likelihood = [0.0; GRID];
        let mut count = 0;
        for reviewed in moves.iter().filter(|mv| mv.mover == side) {
            let all = &reviewed.alternatives;
            if all.len() < 2 {
                continue;
            }
            let best = best_score(all);
            let class = class(reviewed.loss);
            let position = game.positions().get(reviewed.ply - 1)?;
            let policies = policies(HumanModel::shipped(), &ratings, position, all);
            for (sum, policy) in likelihood.iter_mut().zip(&policies) {
                if policy.is_empty() {
                    return None;
                }
                let alike = policy.iter().filter(|mv| {
                    let scored = all.iter().find(|other| other.square == mv.square);
                    scored.is_some_and(|scored| self::class(best - scored.discs()) == class)
                });
                let share: f64 = alike.map(|mv| mv.probability).sum();
                *sum += POWER * share.max(1e-4).ln();
            }
            count += 1;
        }
        (count >= LEAST_MOVES).then(|| Self::of_likelihood(&likelihood, count))
    }

    fn of_likelihood(likelihood: &[f64; GRID], moves: usize) -> Self {
        let first = f64::from(HumanRating::MIN.points());
        let steps = (GRID - 1) * usize::from(STEP / FINE);
        let logarithm = |step: usize| {
            let place = step as f64 / f64::from(STEP / FINE);
            let below = (place as usize).min(GRID - 2);
            let share = place - below as f64;
            likelihood[below] * (1.0 - share) + likelihood[below + 1] * share
        };
        let most = (0..=steps).map(logarithm).fold(f64::MIN, f64::max);
        let weights = (0..=steps).map(|step| (logarithm(step) - most).exp());
        let weights: Vec<f64> = weights.collect();
        let sum: f64 = weights.iter().sum();
        let rating = |step: usize| first + step as f64 * f64::from(FINE);
        let weighted = weights.iter().enumerate();
        let weighted = weighted.map(|(step, weight)| rating(step) * weight);
        let mean = weighted.sum::<f64>() / sum;
        let quantile = |share: f64| {
            let mut left = share * sum;
            let place = weights.iter().position(|weight| {
                left -= weight;
                left <= 0.0
            });
            rating(place.unwrap_or(steps)).round() as u16
        };
        let mean = mean.round() as u16;
        Self {
            rating: mean,
            low: quantile(0.025),
            high: quantile(0.975),
            moves,
            usual: LossesByRating::shipped().usual(mean),
        }
    }
}

/// Formats the estimate as a phrase for display, without naming the player.
impl fmt::Display for PlayedRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "played like a person rated {} ({} to {}), judging by {} moves with a choice",
            self.rating, self.low, self.high, self.moves
        )
    }
}

/// Returns the class of a loss: none, below an inaccuracy, or a severity.
fn class(loss: f64) -> u8 {
    match Severity::of_loss(loss) {
        None if loss <= 0.0 => 0,
        None => 1,
        Some(Severity::Inaccuracy) => 2,
        Some(Severity::Mistake) => 3,
        Some(Severity::Blunder) => 4,
    }
}
