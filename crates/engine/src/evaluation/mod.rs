//! Trained static evaluation.
//!
//! The value is a sum of weights: one for the configuration of each pattern instance, and
//! one for each of a few counts (Buro 1999, "From simple features to sophisticated
//! evaluation functions"). The weights depend on the stage of the game. Values are in 1/128 discs
//! of the final score, for the mover.
//!
//! An evaluation for 8×8 may also have a [`Network`], which models how the patterns interact. The
//! network then computes the values; the weights are still used to order moves and to explain
//! values.

mod error_model;
mod explanation;
mod file_header;
// Public only for training: its weights and constants are not a stable interface.
#[doc(hidden)]
pub mod network;
mod ordering_evaluation;
mod patterns;
mod stages;
mod terms;
mod weights;
pub mod zstandard;

use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};

use outflank_othello::Shape;

pub use error_model::ErrorModel;
pub use explanation::{Explanation, Sum};
pub use file_header::EvaluationError;
#[doc(hidden)]
pub use network::{HeadWeights, NetworkWeights};
pub use network::{NETWORK, Network};
#[cfg(test)]
pub(crate) use ordering_evaluation::ORDERING_PATTERNS;
pub use ordering_evaluation::ORDERING_WEIGHTS;
pub(crate) use ordering_evaluation::{MAX_ORDERING_INSTANCES, ordering_feature_map};
pub use patterns::{Count, Instance, MAX_INSTANCES, Pattern, PatternSet, TooFewSquares};
pub(crate) use patterns::{FeatureIndices, FeatureMap, FullIndices};
pub use stages::{KNOTS, Stages};
pub use terms::{Features, ShapeError, Source, Term};
pub use weights::Weights;

use crate::DataFile;

/// Units of a static value or score per disc.
pub const UNITS_PER_DISC: i32 = 128;

/// An evaluation: trained weights and, optionally, a network.
pub struct Evaluation {
    patterns: &'static PatternSet,
    weights: OnceLock<Weights>,
    /// The file from which the weights are read on first use, unless weights are given.
    file: &'static DataFile,
    /// Replaces the values of the weights.
    network: Option<Network>,
    /// The tables for each number of discs, made on first use.
    stages: Box<[OnceLock<Box<[i16]>>; DISCS]>,
    /// Standard deviations of ProbCut, made on first use.
    deviations: OnceLock<Box<Deviations>>,
}

/// The zstd level that makes evaluation files small.
pub const BEST_COMPRESSION: i32 = 19;

/// Number of possible disc counts on a board.
const DISCS: usize = 129;

/// Number of depths with their own deviations; the last one serves all greater depths.
const DEPTHS: usize = 32;

/// Standard deviations by discs, then by depth in plies, in 1/128 discs.
type Deviations = [[[u16; 2]; DEPTHS]; DISCS];

crate::data_file!(
    /// The linear weights for 8×8.
    WEIGHTS,
    "8x8.weights",
    include_bytes!("../../weights/8x8.weights")
);

/// Returns the depth of the shallow search of ProbCut for a deep search of `depth` plies.
#[must_use]
#[inline(always)]
pub const fn shallow_depth(depth: u32) -> u32 {
    // The same parity, because values of odd and even depths differ.
    2 * (depth / 4) + (depth & 1)
}

impl Evaluation {
    /// Makes a linear evaluation.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        Self {
            patterns: weights.patterns(),
            weights: OnceLock::from(weights),
            ..Self::built_in(&WEIGHTS, None)
        }
    }

    /// Makes an evaluation with a network; the weights are used to order moves and to explain
    /// values.
    ///
    /// # Panics
    ///
    /// Panics if the weights are not for 8×8.
    #[must_use]
    pub fn with_network(weights: Weights, network: Network) -> Self {
        assert_eq!(weights.patterns().shape(), Shape::STANDARD);
        Self {
            network: Some(network),
            ..Self::new(weights)
        }
    }

    /// Makes an evaluation for 8×8 from a weights file, which is read on first use, and an optional
    /// network.
    fn built_in(file: &'static DataFile, network: Option<Network>) -> Self {
        Self {
            patterns: PatternSet::standard(),
            weights: OnceLock::new(),
            file,
            network,
            stages: Box::new([const { OnceLock::new() }; DISCS]),
            deviations: OnceLock::new(),
        }
    }

    /// Reads a weights file or a network file. A network is combined with the built-in weights for
    /// 8×8.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is neither, is for other patterns, or is damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EvaluationError> {
        if network::is_network(bytes) {
            return Ok(Self::built_in(&WEIGHTS, Some(Network::from_bytes(bytes)?)));
        }
        Weights::from_bytes(bytes).map(Self::new)
    }

    /// Returns the built-in evaluation for the 8×8 board: a network and weights.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static EVALUATION: LazyLock<Evaluation> =
            LazyLock::new(|| Evaluation::built_in(&WEIGHTS, Some(Network::shipped())));
        &EVALUATION
    }

    /// Returns the built-in weights without the network.
    #[must_use]
    pub fn linear() -> &'static Self {
        static EVALUATION: LazyLock<Evaluation> =
            LazyLock::new(|| Evaluation::built_in(&WEIGHTS, None));
        &EVALUATION
    }

    /// Returns the weights.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        self.weights
            .get_or_init(|| Weights::built_in(self.file.content()))
    }

    /// Returns the patterns.
    #[must_use]
    pub const fn patterns(&self) -> &'static PatternSet {
        self.patterns
    }

    /// Returns the network, if there is one.
    #[must_use]
    #[inline(always)]
    pub const fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// Returns the error model of ProbCut.
    #[must_use]
    pub fn errors(&self) -> &ErrorModel {
        match &self.network {
            Some(network) => network.errors(),
            None => self.weights().errors(),
        }
    }

    /// Returns a digest that identifies the evaluation among evaluations for its shape.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let weights = self.weights().digest();
        match &self.network {
            Some(network) => weights.rotate_left(32) ^ network.digest(),
            None => weights,
        }
    }

    /// Returns the shape of the boards.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.patterns.shape()
    }

    /// Returns the evaluation for a shape: `own` if it has this shape, otherwise the built-in one,
    /// if any.
    #[must_use]
    pub fn for_shape(own: Option<&Arc<Self>>, shape: Shape) -> Option<&Self> {
        match own {
            Some(own) if own.shape() == shape => Some(own),
            _ => (shape == Shape::STANDARD).then(Self::shipped),
        }
    }

    /// Returns the feature map of the patterns.
    pub(crate) const fn feature_map(&self) -> &'static FeatureMap<MAX_INSTANCES> {
        self.patterns.feature_map()
    }

    /// Returns the standard deviations of the score at `depth` from those at depth 0 and at its
    /// [`shallow_depth`], in 1/128 discs.
    #[inline(always)]
    pub(crate) fn deviations(&self, discs: u32, depth: u32) -> [u16; 2] {
        let deviations = self.deviations.get_or_init(|| self.all_deviations());
        deviations[(discs as usize).min(DISCS - 1)][depth.min(DEPTHS as u32 - 1) as usize]
    }

    #[cold]
    fn all_deviations(&self) -> Box<Deviations> {
        let (errors, squares) = (self.errors(), self.shape().squares());
        let deviations = |discs: usize, depth: usize| {
            let (discs, depth) = (discs as u32, depth as u32);
            [0, shallow_depth(depth)]
                .map(|shallow| errors.deviation(discs, squares, depth, shallow) as u16)
        };
        let by_depth = |discs| std::array::from_fn(|depth| deviations(discs, depth));
        Box::new(std::array::from_fn(by_depth))
    }

    /// Returns the tables for a number of discs.
    #[inline(always)]
    pub(crate) fn stage(&self, discs: u32) -> &[i16] {
        self.stages[(discs as usize).min(DISCS - 1)].get_or_init(|| self.table(discs))
    }

    /// Interpolates the tables between two knots.
    #[cold]
    #[inline(never)]
    fn table(&self, discs: u32) -> Box<[i16]> {
        let (patterns, weights) = (self.patterns, self.weights());
        let (below, share) = patterns.stages().place(discs);
        // At a knot nothing is interpolated, so the next knot is not unpacked.
        let above = below + usize::from(share > 0.0);
        let (below, above) = (weights.knot(below), weights.knot(above));
        let between = |(&a, &b): (&i16, &i16)| {
            let value = f64::from(a) * (1.0 - share) + f64::from(b) * share;
            (value + 0.5_f64.copysign(value)) as i16
        };
        let (mut kinds, mut table) = (Vec::new(), Vec::new());
        reserve(&mut kinds, below.len());
        kinds.extend(below.iter().zip(above).map(between));
        let entries = patterns.kind_of_entries().iter();
        reserve(&mut table, patterns.table());
        table.extend(entries.map(|&kind| kinds[kind as usize]));
        table.resize(patterns.table(), 0);
        table.into()
    }
}

/// How the message of [`no_memory`] begins.
pub const NO_MEMORY: &str = "not enough memory for the ";

/// Panics because the system refuses the memory for data that are prepared on first use, in the middle of a
/// search, which cannot fail.
pub fn no_memory(what: &str) -> ! {
    panic!("{NO_MEMORY}{what}")
}

/// Makes room for `count` more elements of a list, or panics because the system refuses memory.
fn reserve<T>(list: &mut Vec<T>, count: usize) {
    if list.try_reserve(count).is_err() {
        no_memory("evaluation");
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let network = self.network.as_ref().map(Network::description);
        f.debug_struct("Evaluation")
            .field("weights", &self.weights().description())
            .field("network", &network)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use outflank_othello::{Color, Layout, Position};

    use super::network::tests::{boards, some_network, value};
    use super::*;

    #[test]
    fn file_types_are_detected_from_the_first_bytes() {
        let network = some_network(16, 1, 0, false);
        let evaluation = Evaluation::from_bytes(&network.to_bytes(1).unwrap()).unwrap();
        let read = evaluation.network().expect("a network was read");
        assert_eq!(read.digest(), network.digest());
        assert_eq!(evaluation.weights(), Evaluation::shipped().weights());
        assert_ne!(evaluation.digest(), Evaluation::shipped().digest());
        for board in boards(100, 1) {
            let position = Position::from_board(&Layout::STANDARD, board, Color::Black).unwrap();
            assert_eq!(evaluation.value(&position), Ok(value(&network, board)));
        }

        let linear = Evaluation::from_bytes(WEIGHTS.content()).unwrap();
        assert!(linear.network().is_none());
        assert_eq!(linear.digest(), Evaluation::linear().digest());

        let error = |bytes: &[u8]| Evaluation::from_bytes(bytes).unwrap_err().to_string();
        assert_eq!(
            error(b"GIF89a"),
            "not weights of this program: expected a file that begins with OutflankWeights4, \
             OutflankWeights5 or OutflankNetwork1"
        );
        let damaged = "damaged network: the file ends in its header";
        assert_eq!(error(b"OutflankNetwork1"), damaged);
    }
}
