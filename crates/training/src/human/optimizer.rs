//! The steps of training.

use super::model::{Head, Lane};

/// Initial squared gradient of a row. A larger value shortens the first steps, so that rows
/// that occur in few positions learn less; chosen on games of 2020
/// (`docs/experiments/2026-11-25-human-model.md`).
const FIRST_SQUARE: f32 = 30.0;

/// Decay of the means of Adam (Kingma and Ba 2015, "Adam: a method for stochastic
/// optimization").
const BETAS: [f32; 2] = [0.9, 0.99];

/// Adagrad with one sum of squares for each row (Duchi, Hazan and Singer 2011, "Adaptive
/// subgradient methods").
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RowOptimizer {
    pub(super) squares: Vec<f32>,
}

impl RowOptimizer {
    pub(super) fn new(rows: usize) -> Self {
        Self {
            squares: vec![FIRST_SQUARE; rows],
        }
    }

    /// Moves a row against its gradient.
    #[inline]
    pub(super) fn step(&mut self, number: u32, row: &mut Lane, gradient: &Lane, rate: f32) {
        let square = &mut self.squares[number as usize];
        *square += gradient.iter().map(|g| g * g).sum::<f32>() / gradient.len() as f32;
        let step = rate / square.sqrt();
        for (weight, part) in row.iter_mut().zip(gradient) {
            *weight = (*weight - step * part).clamp(-1.98, 1.98);
        }
    }
}

/// Adam for the heads.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HeadOptimizer {
    pub(super) mean: Head,
    pub(super) square: Head,
    pub(super) steps: u32,
}

impl HeadOptimizer {
    pub(super) const ZERO: Self = Self {
        mean: Head::ZERO,
        square: Head::ZERO,
        steps: 0,
    };

    /// Moves a head against the sum of the gradients of `count` positions, and sets that to
    /// zero.
    pub(super) fn step(&mut self, head: &mut Head, gradient: &mut Head, count: u32, rate: f32) {
        self.steps += 1;
        let correction = BETAS.map(|beta| 1.0 - beta.powi(self.steps.min(10_000) as i32));
        let moments = self.mean.numbers().zip(self.square.numbers());
        let weights = head.numbers().zip(gradient.numbers());
        for ((weight, sum), (mean, square)) in weights.zip(moments) {
            let part = *sum / count as f32;
            *sum = 0.0;
            *mean += (1.0 - BETAS[0]) * (part - *mean);
            *square += (1.0 - BETAS[1]) * (part * part - *square);
            let scale = (*square / correction[1]).sqrt() + 1e-6;
            *weight -= rate * (*mean / correction[0]) / scale;
        }
    }
}
