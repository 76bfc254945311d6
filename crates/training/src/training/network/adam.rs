//! Adam: each number goes by the mean of its changes over the root of the mean of their
//! squares (Kingma and Ba 2015, "Adam: a method for stochastic optimization"). The means
//! are not corrected for their beginning at zero, since the learning rate rises then.

/// What remains of the mean of changes.
const FIRST: f32 = 0.9;

/// What remains of the mean of squares.
const SECOND: f32 = 0.999;

/// Keeps numbers that hardly changed from being divided by nothing.
const LEAST: f32 = 1e-8;

/// Brings numbers up to date, and keeps them within `most` of zero.
#[inline(always)]
pub(super) fn update(
    numbers: &mut [f32],
    changes: &[f32],
    first: &mut [f32],
    second: &mut [f32],
    rate: f32,
    most: f32,
) {
    let moments = first.iter_mut().zip(second);
    for ((number, &change), (first, second)) in numbers.iter_mut().zip(changes).zip(moments) {
        *first = FIRST * *first + (1.0 - FIRST) * change;
        *second = SECOND * *second + (1.0 - SECOND) * (change * change);
        let moved = *number - rate * *first / (second.sqrt() + LEAST);
        *number = moved.clamp(-most, most);
    }
}
