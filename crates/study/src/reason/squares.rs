//! Classes of squares, by their place beside the corners and edges of any board shape.

use outflank_othello::{Color, Position, Shape, Square, SquareSet};
use outflank_textbook::corners;
use schemars::JsonSchema;
use serde::Serialize;

use super::line::moves;

/// The class of a square beside a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SquareClass {
    /// The square diagonally adjacent to the corner.
    X,
    /// A square of the edge adjacent to the corner.
    C,
}

impl SquareClass {
    /// Returns the class of a square beside a corner, or `None` if it is not beside it.
    #[must_use]
    pub fn of(square: Square, corner: Square) -> Option<Self> {
        let columns = square.column().abs_diff(corner.column());
        let rows = square.row().abs_diff(corner.row());
        match (columns, rows) {
            (1, 1) => Some(Self::X),
            (0, 1) | (1, 0) => Some(Self::C),
            _ => None,
        }
    }

    /// Returns `X-square` or `C-square`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::X => "X-square",
            Self::C => "C-square",
        }
    }
}

/// A square beside a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BesideCorner {
    /// The square.
    pub square: Square,
    /// Its class.
    pub class: SquareClass,
}

impl BesideCorner {
    pub(super) fn new(square: Square, corner: Square) -> Option<Self> {
        let class = SquareClass::of(square, corner)?;
        Some(Self { square, class })
    }
}

/// Returns the empty corners that a square is beside.
pub(super) fn empty_corners_beside(
    position: &Position,
    square: Square,
) -> impl Iterator<Item = (Square, BesideCorner)> {
    let empties = position.empties();
    let empty = corners(position.shape()).filter(move |&corner| empties.contains(corner));
    empty.filter_map(move |corner| Some((corner, BesideCorner::new(square, corner)?)))
}

/// The four edges, each from one end to the other.
pub(super) fn edges(shape: Shape) -> impl Iterator<Item = Vec<Square>> {
    let (width, height) = (shape.width(), shape.height());
    let row = move |row| (0..width).filter_map(move |column| Square::new(column, row));
    let column = move |column| (0..height).filter_map(move |row| Square::new(column, row));
    [
        row(0).collect(),
        row(height - 1).collect(),
        column(0).collect(),
        column(width - 1).collect(),
    ]
    .into_iter()
}

/// Returns the safe moves of a side. A corner is safe. Any other move is safe if it is not beside an
/// empty corner and the opponent can then take no corner that it could not take before.
pub(super) fn safe_moves(position: &Position, side: Color) -> SquareSet {
    let position = if position.mover() == side {
        *position
    } else {
        position.with_other_mover()
    };
    let corners: SquareSet = corners(position.shape()).collect();
    let open = corners & moves(&position, side.opponent());
    let is_safe = |&square: &Square| {
        let is_quiet = || empty_corners_beside(&position, square).next().is_none();
        let opens_none = || {
            let after = position.play(square).ok();
            after.is_some_and(|after| (corners & after.legal_moves() - open).is_empty())
        };
        corners.contains(square) || (is_quiet() && opens_none())
    };
    position.legal_moves().into_iter().filter(is_safe).collect()
}
