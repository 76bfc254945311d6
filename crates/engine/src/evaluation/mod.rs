//! What a position is worth at a glance, learned from games.
//!
//! The value is a sum of weights: one for each pattern instance on the board,
//! by the discs on its squares, and one for each of a few counts (Buro 1999,
//! "From simple features to sophisticated evaluation functions"). The weights
//! change with the stage of the game. Values are in 1/128 discs of the final
//! score, for the mover.
//!
//! An evaluation of 8×8 may have a [`Network`] too, which sees how the patterns bear on
//! one another. It then gives the values; the weights stay for the order of moves and
//! for what is said of a value's terms.

mod error_model;
mod explanation;
mod file_header;
mod from_bytes;
pub mod network;
mod ordering_evaluation;
mod patterns;
mod stages;
mod terms;
mod weights;

use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};

use outflank_othello::Shape;

pub use error_model::ErrorModel;
pub use explanation::{Explanation, Sum};
pub use from_bytes::EvaluationError;
pub use network::{HeadWeights, Network, NetworkError, NetworkWeights};
#[cfg(test)]
pub(crate) use ordering_evaluation::ORDERING_PATTERNS;
pub(crate) use ordering_evaluation::{MAX_ORDERING_INSTANCES, ordering_feature_map};
pub use patterns::{Count, Instance, MAX_INSTANCES, Pattern, PatternSet, TooFewSquares};
pub(crate) use patterns::{FeatureIndices, FeatureMap};
pub use stages::{KNOTS, Stages};
pub use terms::{Features, Source, Term};
pub use weights::{Weights, WeightsError};

/// Parts of a disc in which values are counted.
pub const UNITS_PER_DISC: i32 = 128;

/// Trained weights, ready to be looked up.
pub struct Evaluation {
    weights: Weights,
    /// What gives the values in their place, if there is one.
    network: Option<Network>,
    /// For each number of discs its tables, once they are wanted.
    stages: Box<[OnceLock<Box<[i16]>>; DISCS]>,
    /// By discs on the board, then by depth in plies: standard deviations of what a
    /// search that is left out would have said, in 1/128 discs.
    deviations: Box<[[u16; DEPTHS]; DISCS]>,
}

/// Numbers of discs that a board may hold.
const DISCS: usize = 129;

/// Depths for which deviations are kept, one for all deeper ones too.
const DEPTHS: usize = 32;

/// The weights that the program carries.
static SHIPPED: &[u8] = include_bytes!("../../weights/8x8.weights");

/// Plies of the search that stands for one of `depth` plies, in multi-probcut.
#[must_use]
#[inline(always)]
pub const fn shallow_depth(depth: u32) -> u32 {
    // Of the same parity: values of odd and even depths differ by a tempo.
    2 * (depth / 4) + (depth & 1)
}

/// Weights that the program carries.
fn embedded(bytes: &[u8]) -> Weights {
    match Weights::from_bytes(bytes) {
        Ok(weights) => weights,
        Err(error) => unreachable!("the program carries whole weights: {error}"),
    }
}

impl Evaluation {
    /// The evaluation of these weights.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        Self::of(weights, None)
    }

    /// The evaluation of a network, beside weights that rank moves and say what a value
    /// is made of.
    ///
    /// # Panics
    ///
    /// If the weights are not for 8×8.
    #[must_use]
    pub fn with_network(weights: Weights, network: Network) -> Self {
        assert_eq!(weights.patterns().shape(), Shape::STANDARD);
        Self::of(weights, Some(network))
    }

    fn of(weights: Weights, network: Option<Network>) -> Self {
        let errors = match &network {
            Some(network) => network.errors(),
            None => weights.errors(),
        };
        let squares = weights.patterns().shape().squares();
        let deviation = |discs: usize, depth: usize| {
            let depth = depth as u32;
            errors.deviation(discs as u32, squares, depth, shallow_depth(depth)) as u16
        };
        let by_depth = |discs| std::array::from_fn(|depth| deviation(discs, depth));
        Self {
            deviations: Box::new(std::array::from_fn(by_depth)),
            weights,
            network,
            stages: Box::new([const { OnceLock::new() }; DISCS]),
        }
    }

    /// The evaluation that the program carries, of the 8×8 board: a network, and the
    /// weights beside it.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static EVALUATION: LazyLock<Evaluation> =
            LazyLock::new(
                || match Network::from_bytes(outflank_network::NETWORK_8X8) {
                    Ok(network) => Evaluation::with_network(embedded(SHIPPED), network),
                    Err(error) => unreachable!("the program carries a whole network: {error}"),
                },
            );
        &EVALUATION
    }

    /// The weights that the program carries, without the network.
    #[must_use]
    pub fn tables() -> &'static Self {
        static EVALUATION: LazyLock<Evaluation> =
            LazyLock::new(|| Evaluation::new(embedded(SHIPPED)));
        &EVALUATION
    }

    /// Its weights.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Its network, if it has one.
    #[must_use]
    #[inline(always)]
    pub const fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// How far searches by its values lie apart.
    #[must_use]
    pub const fn errors(&self) -> &ErrorModel {
        match &self.network {
            Some(network) => network.errors(),
            None => self.weights.errors(),
        }
    }

    /// A number that tells this evaluation from others of the same shape.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let weights = self.weights.digest();
        match &self.network {
            Some(network) => weights.rotate_left(32) ^ network.digest(),
            None => weights,
        }
    }

    /// The shape of the boards that it values.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.weights.patterns().shape()
    }

    /// Of one's own evaluation, if there is one, and that which the program carries
    /// the one for boards of a shape.
    #[must_use]
    pub fn for_shape(own: Option<&Arc<Self>>, shape: Shape) -> Option<&Self> {
        match own {
            Some(own) if own.shape() == shape => Some(own),
            _ => (shape == Shape::STANDARD).then(Self::shipped),
        }
    }

    /// Where the instances of its patterns stand.
    pub(crate) const fn feature_map(&self) -> &'static FeatureMap<MAX_INSTANCES> {
        self.weights.patterns().feature_map()
    }

    /// The standard deviation of the difference between a search of `depth` plies
    /// and the one of [`shallow_depth`] that stands for it, with so many discs on
    /// the board, in 1/128 discs.
    #[inline(always)]
    pub(crate) fn deviation(&self, discs: u32, depth: u32) -> u16 {
        self.deviations[(discs as usize).min(DISCS - 1)][depth.min(DEPTHS as u32 - 1) as usize]
    }

    /// The tables for a number of discs.
    #[inline(always)]
    pub(crate) fn stage(&self, discs: u32) -> &[i16] {
        self.stages[(discs as usize).min(DISCS - 1)].get_or_init(|| self.table(discs))
    }

    /// The tables between two knots.
    #[cold]
    #[inline(never)]
    fn table(&self, discs: u32) -> Box<[i16]> {
        let patterns = self.weights.patterns();
        let (below, share) = patterns.stages().place(discs);
        let above = (below + 1).min(KNOTS - 1);
        let (below, above) = (self.weights.knot(below), self.weights.knot(above));
        let between = |(&a, &b): (&i16, &i16)| {
            let value = f64::from(a) * (1.0 - share) + f64::from(b) * share;
            value.round() as i16
        };
        let kinds: Vec<i16> = below.iter().zip(above).map(between).collect();
        let mut table = vec![0; patterns.table()];
        for (entry, &kind) in table.iter_mut().zip(patterns.kind_of_entries()) {
            *entry = kinds[kind as usize];
        }
        table.into()
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let network = self.network.as_ref().map(Network::description);
        f.debug_struct("Evaluation")
            .field("weights", &self.weights.description())
            .field("network", &network)
            .finish_non_exhaustive()
    }
}
