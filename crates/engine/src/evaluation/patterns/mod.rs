//! Patterns: sets of squares that are evaluated together.
//!
//! A pattern has an instance for each symmetry of its shape; all instances share one table
//! of weights (Buro 1999, "From simple features to sophisticated evaluation functions").
//!
//! The discs of an instance form a number in balanced ternary: 1 for the mover, −1 for the
//! opponent, 0 for an empty square, the first square lowest. A change of sides negates the
//! number and needs no second table.

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
    /// The squares of its first instance, from the lowest digit up.
    pub squares: Vec<Square>,
}

/// Room for instances: two registers of 512 bits with a word for each.
pub const MAX_INSTANCES: usize = 64;

/// Maximum number of squares of a pattern.
const MAX_SQUARES: usize = 10;

/// Returns the number of configurations of some squares.
const fn configurations(squares: usize) -> usize {
    3_usize.pow(squares as u32)
}

/// A count with a table of its own: the mover's legal moves, the opponent's legal moves if
/// it were their turn, and the discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Legal moves of the mover.
    Moves,
    /// Legal moves of the opponent, if it were their turn.
    Replies,
    /// Discs on the board: parity, and a constant.
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
