//! The patterns: sets of squares whose discs are valued together.
//!
//! A pattern is laid onto the board in every way that the symmetries of its shape
//! give; all these instances share one table of weights (Buro 1999, "From simple
//! features to sophisticated evaluation functions").
//!
//! The discs on the squares of an instance are the digits of a number to the
//! base three: 1 for the mover, −1 for the opponent, 0 for an empty square, the
//! first square lowest. In this *balanced* form a change of sides turns the sign
//! of the number, and needs no second table.

mod count;
mod feature_map;
mod other_shapes;
mod pattern_set;
mod standard;

pub use count::Count;
pub(crate) use feature_map::{FeatureIndices, FeatureMap};
pub(super) use pattern_set::ShapeLayout;
pub use pattern_set::{Instance, PatternSet, TooFewSquares};

use outflank_othello::Square;

/// A set of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What it is called.
    pub name: String,
    /// The squares of its first instance, from the lowest digit up.
    pub squares: Vec<Square>,
}

/// FeatureMap for instances: two registers of 512 bits with a word for each.
pub const MAX_INSTANCES: usize = 64;

/// Most squares of a pattern.
const MAX_SQUARES: usize = 10;

/// Number of configurations of so many squares.
const fn configurations(squares: usize) -> usize {
    3_usize.pow(squares as u32)
}
