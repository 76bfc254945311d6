//! Patterns: sets of squares that are evaluated together.
//!
//! A pattern has an instance for each of its symmetric images; all instances share one table of
//! weights (Buro 1999, "From simple features to sophisticated evaluation functions").
//!
//! The discs of an instance form a number in balanced ternary: 1 for the mover, −1 for the
//! opponent, 0 for an empty square, the first square lowest. A change of sides negates the number,
//! so one table serves both sides.

mod feature_map;
mod other_shapes;
mod pattern_set;
mod standard;

pub(crate) use feature_map::{FeatureIndices, FeatureMap, FullIndices};
pub(super) use pattern_set::ShapeLayout;
pub use pattern_set::{Instance, PatternSet, TooFewSquares};

use outflank_othello::Square;

/// A set of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The name.
    pub name: String,
    /// The squares of the first instance, from the lowest digit up.
    pub squares: Vec<Square>,
}

/// Maximum number of instances: two 512-bit registers hold a 16-bit number for each.
pub const MAX_INSTANCES: usize = 64;

/// Maximum number of squares of a pattern.
const MAX_SQUARES: usize = 10;

/// Returns the number of configurations of a number of squares.
const fn configurations(squares: usize) -> usize {
    3_usize.pow(squares as u32)
}

/// A count with its own table of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Legal moves of the mover.
    Moves,
    /// Legal moves that the opponent would have if it were their turn.
    Replies,
    /// Discs on the board, for parity and a constant.
    Discs,
}

impl Count {
    /// All counts, in the order of their tables.
    pub const ALL: [Self; 3] = [Self::Moves, Self::Replies, Self::Discs];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Replies => "replies",
            Self::Discs => "discs",
        }
    }
}
