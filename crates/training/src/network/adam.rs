//! The Adam optimizer (Kingma and Ba 2015, "Adam: a method for stochastic optimization"),
//! without bias correction, since the learning rate warms up.

/// Decay of the mean gradient (β₁).
const FIRST: f32 = 0.9;

/// Decay of the mean squared gradient (β₂).
const SECOND: f32 = 0.999;

/// Avoids division by zero (ε).
const EPSILON: f32 = 1e-8;

/// Updates parameters and clamps them to `-limit..=limit`.
#[inline(always)]
pub(super) fn update(
    parameters: &mut [f32],
    gradients: &[f32],
    first: &mut [f32],
    second: &mut [f32],
    rate: f32,
    limit: f32,
) {
    let moments = first.iter_mut().zip(second);
    for ((parameter, &gradient), (first, second)) in
        parameters.iter_mut().zip(gradients).zip(moments)
    {
        *first = FIRST * *first + (1.0 - FIRST) * gradient;
        *second = SECOND * *second + (1.0 - SECOND) * (gradient * gradient);
        let moved = *parameter - rate * *first / (second.sqrt() + EPSILON);
        *parameter = moved.clamp(-limit, limit);
    }
}
