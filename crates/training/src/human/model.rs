//! The network in floating point, as it is trained, and its training steps.

use outflank_human::{Features, HIDDEN, HeadWeights, ModelWeights, STAGES, WIDTH, rating_rows};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The values of one row or layer.
pub(super) type Lane = [f32; WIDTH];

/// The largest activation.
const MOST: f32 = 2.0;

/// The weights of a stage.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Head {
    pub(super) bias: Lane,
    pub(super) skip: Lane,
    pub(super) hidden: [Lane; HIDDEN],
    pub(super) hidden_bias: [f32; HIDDEN],
    pub(super) output: [f32; HIDDEN],
}

impl Head {
    pub(super) const ZERO: Self = Self {
        bias: [0.0; WIDTH],
        skip: [0.0; WIDTH],
        hidden: [[0.0; WIDTH]; HIDDEN],
        hidden_bias: [0.0; HIDDEN],
        output: [0.0; HIDDEN],
    };

    /// Returns all numbers of the head in a fixed order.
    pub(super) fn numbers(&mut self) -> impl Iterator<Item = &mut f32> {
        let layers = [&mut self.bias, &mut self.skip];
        let layers = layers.into_iter().chain(&mut self.hidden).flatten();
        layers.chain(&mut self.hidden_bias).chain(&mut self.output)
    }
}

/// The network.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    pub(super) rows: Vec<Lane>,
    pub(super) heads: Vec<Head>,
}

/// The results of a position's forward pass that the backward pass needs.
#[derive(Clone, Debug, Default)]
pub(super) struct Pass {
    pub(super) features: Features,
    accumulators: Vec<Lane>,
    hidden: Vec<[f32; HIDDEN]>,
    /// The probability of each move.
    pub(super) probabilities: Vec<f32>,
}

impl Model {
    /// Creates a network whose rows are zero.
    pub(super) fn new(seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut uniform = |most: f32| rng.random_range(-most..most);
        let mut head = Head::ZERO;
        head.bias = [0.5; WIDTH];
        head.skip.iter_mut().for_each(|w| *w = uniform(0.5));
        let hidden = head.hidden.iter_mut().flatten();
        hidden.for_each(|w| *w = uniform(0.5));
        head.hidden_bias = [0.3; HIDDEN];
        head.output.iter_mut().for_each(|w| *w = uniform(0.5));
        Self {
            rows: vec![[0.0; WIDTH]; outflank_human::rows()],
            heads: vec![head; STAGES],
        }
    }

    /// Computes the probability of each move of the features in `pass`.
    pub(super) fn forward(&self, pass: &mut Pass, rating: f64) {
        let features = &pass.features;
        let head = &self.heads[features.stage];
        let mut common = head.bias;
        for &row in &features.common {
            add(&mut common, &self.rows[row as usize], 1.0);
        }
        let ([below, above], share) = rating_rows(rating);
        add(&mut common, &self.rows[below as usize], 1.0 - share as f32);
        add(&mut common, &self.rows[above as usize], share as f32);
        pass.accumulators.clear();
        pass.hidden.clear();
        pass.probabilities.clear();
        for index in 0..features.moves.len() {
            let mut accumulator = common;
            for &row in features.rows_of(index) {
                add(&mut accumulator, &self.rows[row as usize], 1.0);
            }
            let (hidden, logit) = head.logit(&accumulator);
            pass.accumulators.push(accumulator);
            pass.hidden.push(hidden);
            pass.probabilities.push(logit);
        }
        softmax(&mut pass.probabilities);
    }

    /// Returns the weights as integers.
    pub(super) fn quantised(&self) -> ModelWeights {
        let small = |&w: &f32| (w * 64.0).round().clamp(-127.0, 127.0) as i8;
        let wide = |&w: &f32| (w * 64.0).round().clamp(-8191.0, 8191.0) as i16;
        let head = |head: &Head| HeadWeights {
            bias: head.bias.each_ref().map(wide),
            skip: head.skip.each_ref().map(wide),
            hidden: head.hidden.each_ref().map(|lane| lane.each_ref().map(wide)),
            hidden_bias: head.hidden_bias.each_ref().map(wide),
            output: head.output.each_ref().map(wide),
        };
        ModelWeights {
            rows: self.rows.iter().flatten().map(small).collect(),
            heads: self.heads.iter().map(head).collect(),
        }
    }
}

impl Head {
    /// Adds the gradient of the log-loss of the move with index `played` to `gradient`, and
    /// calls `on_row` with each row and its gradient.
    pub(super) fn learn(
        &self,
        pass: &Pass,
        rating: f64,
        played: usize,
        gradient: &mut Self,
        mut on_row: impl FnMut(u32, &Lane),
    ) {
        let features = &pass.features;
        let mut common = [0.0; WIDTH];
        for index in 0..features.moves.len() {
            let error = pass.probabilities[index] - f32::from(u8::from(index == played));
            let lane = self.backward(
                &pass.accumulators[index],
                &pass.hidden[index],
                error,
                gradient,
            );
            add(&mut common, &lane, 1.0);
            for &row in features.rows_of(index) {
                on_row(row, &lane);
            }
        }
        add(&mut gradient.bias, &common, 1.0);
        for &row in &features.common {
            on_row(row, &common);
        }
        let ([below, above], share) = rating_rows(rating);
        for (row, share) in [(below, 1.0 - share as f32), (above, share as f32)] {
            on_row(row, &common.map(|part| part * share));
        }
    }

    fn logit(&self, accumulator: &Lane) -> ([f32; HIDDEN], f32) {
        let active = accumulator.map(|a| a.clamp(0.0, MOST));
        let mut hidden = self.hidden_bias;
        for (z, weights) in hidden.iter_mut().zip(&self.hidden) {
            *z += dot(weights, &active);
        }
        let output = hidden.map(|z| z.clamp(0.0, MOST));
        let logit = dot(&self.skip, accumulator) + dot(&self.output, &output);
        (hidden, logit)
    }

    /// Returns the gradient of the accumulator.
    fn backward(
        &self,
        accumulator: &Lane,
        hidden: &[f32; HIDDEN],
        error: f32,
        gradient: &mut Self,
    ) -> Lane {
        let mut lane = self.skip.map(|w| w * error);
        add(&mut gradient.skip, accumulator, error);
        let active = accumulator.map(|a| a.clamp(0.0, MOST));
        let mut through = [0.0; WIDTH];
        for (k, &value) in hidden.iter().enumerate() {
            gradient.output[k] += error * value.clamp(0.0, MOST);
            if value > 0.0 && value < MOST {
                let part = error * self.output[k];
                gradient.hidden_bias[k] += part;
                add(&mut gradient.hidden[k], &active, part);
                add(&mut through, &self.hidden[k], part);
            }
        }
        for j in 0..WIDTH {
            if accumulator[j] > 0.0 && accumulator[j] < MOST {
                lane[j] += through[j];
            }
        }
        lane
    }
}

#[inline(always)]
fn add(to: &mut Lane, from: &Lane, times: f32) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from * times;
    }
}

#[inline(always)]
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    // Four sums, which the compiler keeps in one register.
    let mut sums = [0.0; 4];
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        for lane in 0..4 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits
        .iter_mut()
        .for_each(|logit| *logit = libm::expf(*logit - most));
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|share| *share /= sum);
}

/// Initial squared gradient of a row. A larger value shortens the first steps, so rows that occur
/// in few positions learn less. Chosen on games of 2020
/// (`docs/experiments/2026-11-25-human-model.md`).
const FIRST_SQUARE: f32 = 30.0;

/// Decay rates of Adam's moving averages (Kingma and Ba 2015, "Adam: a method for stochastic
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

    /// Updates a head with one step against the summed gradients of `count` positions, and resets
    /// the sum.
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
