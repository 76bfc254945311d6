//! Steps of the heads and of the bias.

use outflank_engine::evaluation::network::{BUCKETS, HIDDEN_ONE, MOST_BIAS, ROW_ONE};

use super::adam::update;
use super::gradient::Gradient;
use super::model::{Head, Model, Numbers};

/// The greatest weight of the hidden layer, so that it fits into a byte.
const MOST_HIDDEN: f32 = i8::MAX as f32 / HIDDEN_ONE as f32;

/// The greatest number of the bias.
const MOST_BIAS_NUMBER: f32 = MOST_BIAS as f32 / ROW_ONE as f32;

/// What the whole numbers hold of the output's weights, and of the biases of the layers,
/// is more than they come to.
const MOST_OTHER: f32 = 31.0;

/// What Adam remembers of the numbers of the heads and of the bias: the mean of their
/// changes, and that of the squares.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HeadMoments<const P: usize> {
    pub(super) heads: [Vec<Head<P>>; 2],
    pub(super) bias: [Numbers<P>; 2],
}

impl<const P: usize> HeadMoments<P> {
    /// Of nothing.
    pub(super) fn new() -> Self {
        Self {
            heads: [vec![Head::ZERO; BUCKETS], vec![Head::ZERO; BUCKETS]],
            bias: [[[0.0; P]; 2]; 2],
        }
    }

    /// One step.
    pub(super) fn step(&mut self, model: &mut Model<P>, gradient: &Gradient<P>, rate: f32) {
        let [first, second] = &mut self.heads;
        let moments = first.iter_mut().zip(second);
        let heads = model.heads.iter_mut().zip(&gradient.heads);
        for ((head, changes), (first, second)) in heads.zip(moments) {
            let moments = first.parts_mut().into_iter().zip(second.parts_mut());
            let parts = head.parts_mut().into_iter().zip(changes.parts());
            for (part, ((numbers, changes), (first, second))) in parts.zip(moments).enumerate() {
                let most = if part == 0 { MOST_HIDDEN } else { MOST_OTHER };
                update(numbers, changes, first, second, rate, most);
            }
        }
        let [first, second] = &mut self.bias;
        update(
            model.bias.as_flattened_mut(),
            gradient.bias.as_flattened(),
            first.as_flattened_mut(),
            second.as_flattened_mut(),
            rate,
            MOST_BIAS_NUMBER,
        );
    }
}
