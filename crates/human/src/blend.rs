//! Blending the model with a search.

use crate::features::STAGES;
use crate::strength::interpolated;

/// The weights of a blend of the model and a search. The logit of a move is a · the model's logit −
/// b · √loss, where the loss in discs comes from the search. The blend predicts moves better than
/// either alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// The weight of the model, a.
    pub model: f64,
    /// The weight of the square root of the loss, b.
    pub search: f64,
}

/// Weights of the search by rating. They and the factors by stage minimize the log-loss on games of
/// 2020, on which the shipped model was not trained
/// (`docs/experiments/2026-11-25-human-model.md`).
const BY_RATING: [(f64, f64); 8] = [
    (900.0, 0.04),
    (1100.0, 0.08),
    (1300.0, 0.15),
    (1500.0, 0.24),
    (1700.0, 0.38),
    (1900.0, 0.58),
    (2100.0, 0.85),
    (2300.0, 1.0),
];

/// Factors by which the stage scales the weight of the search.
const BY_STAGE: [f64; STAGES] = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.9, 0.8, 1.1, 1.2, 2.0];

impl Blend {
    /// The best weights that ignore rating and stage.
    pub const CONSTANT: Self = Self {
        model: 0.8,
        search: 0.25,
    };

    /// Returns the weights for a stage and a rating.
    #[must_use]
    pub fn of(stage: usize, rating: f64) -> Self {
        Self {
            model: 0.8,
            search: interpolated(&BY_RATING, rating) * BY_STAGE[stage.min(STAGES - 1)],
        }
    }

    /// Returns the blended logit of a move from the model's logit and the loss in discs.
    #[must_use]
    pub fn logit(self, logit: f64, loss: f64) -> f64 {
        self.model * logit - self.search * libm::sqrt(loss.max(0.0))
    }
}
