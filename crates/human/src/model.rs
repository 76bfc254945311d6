//! The network.

use std::sync::LazyLock;

use outflank_engine::evaluation::no_memory;
use outflank_othello::Board;

use crate::ModelError;
use crate::features::{Features, STAGES, rating_rows, rows};

/// The width of a row and of the accumulator.
pub const WIDTH: usize = 32;

/// The number of neurons in the hidden layer.
pub const HIDDEN: usize = 16;

/// The integer that represents 1.0 in a row, a weight or an activation.
pub const ONE: i32 = 64;

/// The largest activation, 2.0.
const MAX_ACTIVATION: i32 = 2 * ONE;

/// The weights of a stage of the game, in units of 1 / [`ONE`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadWeights {
    /// Bias of the accumulator.
    pub bias: [i16; WIDTH],
    /// Weights from the accumulator to the logit.
    pub skip: [i16; WIDTH],
    /// Weights from the accumulator to the hidden layer.
    pub hidden: [[i16; WIDTH]; HIDDEN],
    /// Biases of the hidden layer.
    pub hidden_bias: [i16; HIDDEN],
    /// Weights from the hidden layer to the logit.
    pub output: [i16; HIDDEN],
}

/// The weights of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelWeights {
    /// [`WIDTH`] weights for each of the [`rows`], in units of 1 / [`ONE`].
    pub rows: Vec<i8>,
    /// One head for each stage.
    pub heads: Vec<HeadWeights>,
}

/// A model of the moves that people play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HumanModel {
    pub(crate) description: String,
    pub(crate) weights: ModelWeights,
}

/// A move and its logit, the logarithm of its probability plus a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveLogit {
    /// The bit index of the square on 8×8, 8 · row + column.
    pub square: u8,
    /// The logit.
    pub logit: f64,
}

outflank_engine::data_file!(
    /// The file of the built-in model.
    MODEL,
    "8x8.human",
    include_bytes!("../8x8.human")
);

impl HumanModel {
    /// Returns the built-in model.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<HumanModel> =
            LazyLock::new(|| match HumanModel::from_bytes(MODEL.content()) {
                Ok(model) => model,
                Err(ModelError::NoMemory) => no_memory("model of human moves"),
                Err(error) => unreachable!("a test reads the built-in model: {error}"),
            });
        &SHIPPED
    }

    /// Creates a model from weights and a description of how they were trained.
    ///
    /// # Panics
    ///
    /// Panics if the number of rows or heads is wrong.
    #[must_use]
    pub fn new(description: impl Into<String>, weights: ModelWeights) -> Self {
        assert_eq!(weights.rows.len(), rows() * WIDTH);
        assert_eq!(weights.heads.len(), STAGES);
        let description = description.into();
        Self {
            description,
            weights,
        }
    }

    /// Returns the description of how the model was trained.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the legal moves of a board with the logits of a player of a given rating. `last` is
    /// the bit index of the opponent's last move, 8 · row + column, if there was one and it is
    /// known.
    #[must_use]
    pub fn logits(&self, board: Board<u64>, last: Option<u8>, rating: f64) -> Vec<MoveLogit> {
        self.logits_of(&features_of(board, last), rating)
    }

    /// Returns the [`logits`](Self::logits) for several ratings, computing the features of the
    /// board once.
    #[must_use]
    pub fn logits_by_rating(&self, board: Board<u64>, ratings: &[f64]) -> Vec<Vec<MoveLogit>> {
        let features = features_of(board, None);
        let logits = |&rating: &f64| self.logits_of(&features, rating);
        ratings.iter().map(logits).collect()
    }

    fn logits_of(&self, features: &Features, rating: f64) -> Vec<MoveLogit> {
        let head = &self.weights.heads[features.stage];
        let mut common = head.bias.map(i32::from);
        for &row in &features.common {
            self.add(&mut common, row);
        }
        let ([below, above], share) = rating_rows(rating);
        for (row, share) in [(below, 1.0 - share), (above, share)] {
            let mut lane = [0; WIDTH];
            self.add(&mut lane, row);
            for (to, part) in common.iter_mut().zip(lane) {
                *to += libm::round(f64::from(part) * share) as i32;
            }
        }
        let logit = |(index, &square): (usize, &u8)| {
            let mut accumulator = common;
            for &row in features.rows_of(index) {
                self.add(&mut accumulator, row);
            }
            let logit = f64::from(head.logit(&accumulator)) / f64::from(ONE * ONE);
            MoveLogit { square, logit }
        };
        features.moves.iter().enumerate().map(logit).collect()
    }

    fn add(&self, to: &mut [i32; WIDTH], row: u32) {
        let start = row as usize * WIDTH;
        let row = &self.weights.rows[start..start + WIDTH];
        for (to, &part) in to.iter_mut().zip(row) {
            *to += i32::from(part);
        }
    }
}

fn features_of(board: Board<u64>, last: Option<u8>) -> Features {
    let mut features = Features::default();
    features.set(board, last);
    features
}

impl HeadWeights {
    /// Returns the logit in units of 1 / [`ONE`]².
    fn logit(&self, accumulator: &[i32; WIDTH]) -> i32 {
        let active = accumulator.map(|a| a.clamp(0, MAX_ACTIVATION));
        let sum = |weights: &[i16], values: &[i32]| -> i32 {
            let pairs = weights.iter().zip(values);
            pairs.map(|(&w, &v)| i32::from(w) * v).sum()
        };
        let mut output = [0; HIDDEN];
        for (k, z) in output.iter_mut().enumerate() {
            let sum = i32::from(self.hidden_bias[k]) * ONE + sum(&self.hidden[k], &active);
            *z = sum.clamp(0, MAX_ACTIVATION * ONE) / ONE;
        }
        sum(&self.skip, accumulator) + sum(&self.output, &output)
    }
}
