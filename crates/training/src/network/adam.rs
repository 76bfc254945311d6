//! The Adam optimizer (Kingma and Ba 2015, "Adam: a method for stochastic optimization").
//!
//! The heads and the bias need no bias correction, because the learning rate warms up. Rows are
//! corrected by their own number of updates, because many are first used after the warm-up.

use outflank_engine::evaluation::network::{BUCKETS, HIDDEN_ONE, MAX_ROW_BIAS, ROW_ONE};

use super::gradient::Gradient;
use super::model::{Head, Model, Parameters};

/// Decay of the mean gradient (β₁).
const FIRST: f32 = 0.9;

/// Decay of the mean squared gradient (β₂).
const SECOND: f32 = 0.999;

/// The constant that avoids division by zero in the steps of heads (ε).
const EPSILON: f32 = 1e-8;

/// The weights that the initial zeros still have in the two moments after k steps: β₁ᵏ and β₂ᵏ.
/// Bias correction divides the moments by one minus these.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct InitialWeights(pub(super) [f32; 2]);

impl InitialWeights {
    /// Before the first step.
    pub(super) const FRESH: Self = Self([1.0; 2]);

    /// Disables bias correction, as after very many steps.
    const NEGLIGIBLE: Self = Self([0.0; 2]);

    /// Returns the number of steps, or infinity after about 46,000, when the weight is set to zero.
    pub(super) fn steps(self) -> f64 {
        // `f64::ln` differs between platforms, but the files of two trainings must not.
        libm::log(self.0[1].into()) / libm::log(SECOND.into())
    }

    /// Advances by one step.
    #[inline(always)]
    pub(super) fn step(&mut self) {
        for (weight, decay) in self.0.iter_mut().zip([FIRST, SECOND]) {
            let next = *weight * decay;
            // Smaller weights have no effect, and arithmetic on subnormal numbers is slow.
            *weight = if next < 1e-20 { 0.0 } else { next };
        }
    }
}

/// How parameters are updated.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) initial_weights: InitialWeights,
    /// Learning rate.
    pub(super) rate: f32,
    /// Limits the steps of parameters with small gradients (ε).
    pub(super) epsilon: f32,
    /// Parameters are clamped to `-limit..=limit`.
    pub(super) limit: f32,
}

/// Updates parameters and their moments. `first` and `second` are the mean gradients and the mean
/// squared gradients.
#[inline(always)]
pub(super) fn update(
    parameters: &mut [f32],
    gradients: &[f32],
    first: &mut [f32],
    second: &mut [f32],
    step: Step,
) {
    let [first_weight, second_weight] = step.initial_weights.0;
    let rate = step.rate / (1.0 - first_weight);
    let scale = 1.0 / (1.0 - second_weight);
    let moments = first.iter_mut().zip(second);
    for ((parameter, &gradient), (first, second)) in
        parameters.iter_mut().zip(gradients).zip(moments)
    {
        *first = FIRST * *first + (1.0 - FIRST) * gradient;
        *second = SECOND * *second + (1.0 - SECOND) * (gradient * gradient);
        let moved = *parameter - rate * *first / ((scale * *second).sqrt() + step.epsilon);
        *parameter = moved.clamp(-step.limit, step.limit);
    }
}

/// Largest weight of the hidden layer, which must fit into a byte.
const MAX_HIDDEN: f32 = i8::MAX as f32 / HIDDEN_ONE as f32;

/// Largest element of the bias.
const MAX_BIAS: f32 = MAX_ROW_BIAS as f32 / ROW_ONE as f32;

/// Largest value of the other parameters, within the range of their integers.
const MAX_OTHER: f32 = 31.0;

/// Adam's moments of the heads and the bias: mean gradient and mean squared gradient.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HeadMoments<const P: usize> {
    pub(super) heads: [Vec<Head<P>>; 2],
    pub(super) bias: [Parameters<P>; 2],
}

impl<const P: usize> HeadMoments<P> {
    pub(super) fn new() -> Self {
        Self {
            heads: [vec![Head::ZERO; BUCKETS], vec![Head::ZERO; BUCKETS]],
            bias: [[[0.0; P]; 2]; 2],
        }
    }

    /// Performs one step.
    pub(super) fn step(&mut self, model: &mut Model<P>, gradient: &Gradient<P>, rate: f32) {
        let of_heads = |limit| Step {
            initial_weights: InitialWeights::NEGLIGIBLE,
            rate,
            epsilon: EPSILON,
            limit,
        };
        let [first, second] = &mut self.heads;
        let moments = first.iter_mut().zip(second);
        let heads = model.heads.iter_mut().zip(&gradient.heads);
        for ((head, gradients), (first, second)) in heads.zip(moments) {
            let moments = first.parts_mut().into_iter().zip(second.parts_mut());
            let parts = head.parts_mut().into_iter().zip(gradients.parts());
            for (part, ((parameters, gradients), (first, second))) in parts.zip(moments).enumerate()
            {
                let limit = if part == 0 { MAX_HIDDEN } else { MAX_OTHER };
                update(parameters, gradients, first, second, of_heads(limit));
            }
        }
        let [first, second] = &mut self.bias;
        update(
            model.bias.as_flattened_mut(),
            gradient.bias.as_flattened(),
            first.as_flattened_mut(),
            second.as_flattened_mut(),
            of_heads(MAX_BIAS),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a parameter that starts at zero after each of `count` steps with the same gradient.
    fn path(gradient: f32, epsilon: f32, count: usize) -> Vec<f32> {
        let mut initial_weights = InitialWeights::FRESH;
        let (mut parameter, mut first, mut second) = ([0.0], [0.0], [0.0]);
        let mut step = || {
            initial_weights.step();
            let step = Step {
                initial_weights,
                rate: 0.01,
                epsilon,
                limit: 0.5,
            };
            update(&mut parameter, &[gradient], &mut first, &mut second, step);
            parameter[0]
        };
        (0..count).map(|_| step()).collect()
    }

    #[test]
    fn with_a_constant_gradient_each_step_has_the_length_of_the_rate() {
        for gradient in [3.0, -0.2, 1e-4] {
            for (step, parameter) in (1..).zip(path(gradient, 0.0, 20)) {
                let expected = -0.01 * gradient.signum() * step as f32;
                let off = (parameter - expected).abs();
                assert!(off < 1e-5, "step {step}: {parameter}, expected {expected}");
            }
        }
    }

    #[test]
    fn parameters_are_clamped_to_the_limit() {
        assert_eq!(path(-1.0, 0.0, 100).last(), Some(&0.5));
    }

    #[test]
    fn epsilon_shortens_the_steps_of_small_gradients() {
        assert!((path(1e-3, 1e-3, 1)[0] + 0.005).abs() < 1e-5);
        assert!((path(1e-4, 1e-3, 1)[0] + 0.01 / 11.0).abs() < 1e-5);
    }

    #[test]
    fn weights_of_the_initial_zeros_vanish() {
        let mut weights = InitialWeights::FRESH;
        for _ in 0..50_000 {
            weights.step();
        }
        assert_eq!(weights, InitialWeights::NEGLIGIBLE);
    }
}
