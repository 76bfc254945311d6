//! Tables that depend on the shape of the board.

use outflank_othello::{Bitboard, Layout, Square};

use super::feature::{DisabledFeatures, Feature};
use super::parameters::{
    CORNER, COUNTED_ODD, SECOND_ROW, STABILITY_ALWAYS_TO, STABILITY_MARGINS, X_SQUARE,
};
use crate::evaluation::UNITS_PER_DISC;

/// Number of squares of the largest board.
const MAX_SQUARES: usize = 128;

/// Tables of one shape, computed once per search.
///
/// *Parity*: in the endgame it is good to move into a region with an odd number of empties, because
/// the side that does so tends to move there last. The four quadrants of the board approximate the
/// regions.
#[derive(Clone, Debug)]
pub(crate) struct Geometry<W> {
    pub(crate) layout: Layout<W>,
    /// All squares of the shape.
    pub(crate) mask: W,
    /// Number of squares of the shape.
    pub(crate) squares: i32,
    pub(crate) corners: W,
    /// The squares around the corners.
    pub(crate) beside_corners: W,
    /// The squares at either end of a row or a column.
    pub(crate) edges: W,
    /// The corners with their X- and C-squares.
    pub(crate) near_corners: [NearCorner<W>; 4],
    /// Squares with a square to their left, and to their right.
    not_first: W,
    not_last: W,
    /// For each square, the bit of its quadrant.
    pub(crate) quarter: [u8; MAX_SQUARES],
    /// For each set of quadrants with an odd number of empties, and each square, the ordering
    /// value of a move there, in sixteenths of an opponent's reply.
    square_value: [[i8; MAX_SQUARES]; 16],
    /// See [`STABILITY_MARGINS`].
    pub(crate) stability_margins: [i32; 3],
    /// See [`STABILITY_ALWAYS_TO`].
    pub(crate) stability_always_to: i32,
    /// For rows, columns and the two diagonals: squares at the end of a line.
    pub(crate) ends: [W; 4],
    /// For each axis, its lines from end to end.
    pub(crate) lines: [Vec<W>; 4],
    /// For each set of quadrants with an odd number of empties, their squares.
    pub(crate) odd_squares: [W; 16],
}

impl<W: Bitboard> Geometry<W> {
    pub(crate) fn new(layout: Layout<W>) -> Self {
        let shape = layout.shape();
        let (right, bottom) = (shape.width() - 1, shape.height() - 1);
        let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)];
        let corners = corners
            .into_iter()
            .filter_map(|(column, row)| Square::new(column, row));
        let mut geometry = Self {
            layout,
            mask: layout.mask(),
            squares: layout.mask().count() as i32,
            corners: layout.set(corners.clone()),
            beside_corners: W::EMPTY,
            edges: ends(&layout, AXES[0]) | ends(&layout, AXES[1]),
            near_corners: near_corners(&layout),
            not_first: layout.set(shape.squares_in_order().filter(|s| s.column() > 0)),
            not_last: layout.set(shape.squares_in_order().filter(|s| s.column() < right)),
            quarter: [0; MAX_SQUARES],
            square_value: [[0; MAX_SQUARES]; 16],
            stability_margins: STABILITY_MARGINS
                .map(|margin| margin * layout.mask().count() as i32 / 64),
            stability_always_to: STABILITY_ALWAYS_TO,
            ends: AXES.map(|axis| ends(&layout, axis)),
            lines: AXES.map(|axis| lines(&layout, axis)),
            odd_squares: [W::EMPTY; 16],
        };
        geometry.beside_corners = geometry.around(geometry.corners);
        for index in layout.mask().indices() {
            let square = layout.square(index);
            let to_the_right = u32::from(square.column() > right / 2);
            let below = u32::from(square.row() > bottom / 2);
            let quarter = 1 << (2 * below + to_the_right);
            geometry.quarter[index as usize] = quarter;
            let from_side = square.column().min(right - square.column());
            let from_top = square.row().min(bottom - square.row());
            for (odd, squares) in geometry.odd_squares.iter_mut().enumerate() {
                let value = &mut geometry.square_value[odd][index as usize];
                *value = value_of_place(from_side, from_top);
                if odd as u8 & quarter != 0 {
                    *squares |= W::from_index(index);
                    *value += COUNTED_ODD;
                }
            }
        }
        geometry
    }

    /// The same tables without disabled features.
    pub(crate) const fn without(mut self, disabled: DisabledFeatures) -> Self {
        if disabled.contains(Feature::Stability) {
            (self.stability_margins, self.stability_always_to) = ([2 * MAX_SQUARES as i32; 3], -1);
        }
        if disabled.contains(Feature::Parity) {
            self.quarter = [0; MAX_SQUARES];
        }
        self
    }

    /// Returns the greatest score of an evaluation in 1/128 discs, half a disc below a wipe-out,
    /// because only exact searches prove a wipe-out. Boards with fewer than 64 squares use the
    /// maximum for 64.
    #[inline(always)]
    pub(crate) const fn max_estimate(&self) -> i32 {
        // This is a constant where boards have 64 bits.
        let squares = if W::BITS > 64 && self.squares > 64 {
            self.squares
        } else {
            64
        };
        squares * UNITS_PER_DISC - UNITS_PER_DISC / 2
    }

    /// Returns the neighbours of a set along an axis. Neighbours that a shift carries into another
    /// row are ends of the axis.
    pub(crate) fn beside(&self, set: W, axis: usize) -> W {
        let stride = self.layout.stride();
        let shift = [1, stride, stride + 1, stride - 1][axis];
        (set << shift) | (set >> shift)
    }

    /// Returns the ordering value of a move on the square `index`, in sixteenths of an opponent's
    /// reply; `odd` are the quadrants with an odd number of empties.
    #[inline(always)]
    pub(crate) fn square_value(&self, odd: u8, index: u32) -> i32 {
        i32::from(self.square_value[usize::from(odd & 15)][index as usize & (MAX_SQUARES - 1)])
    }

    /// Returns the quadrants with an odd number of empties.
    pub(crate) fn odd_quarters(&self, empties: W) -> u8 {
        empties
            .indices()
            .fold(0, |odd, index| odd ^ self.quarter[index as usize])
    }

    /// Returns the squares around a set, in all eight directions.
    #[inline(always)]
    pub(crate) fn around(&self, set: W) -> W {
        let stride = self.layout.stride();
        let sideways = ((set & self.not_last) << 1) | ((set & self.not_first) >> 1);
        let rows = set | sideways;
        sideways | (rows << stride) | (rows >> stride)
    }

    /// Returns the final score for the mover, empties going to the winner.
    #[inline(always)]
    pub(crate) fn final_score(&self, mover: W, opponent: W) -> i32 {
        let (own, other) = (mover.count() as i32, opponent.count() as i32);
        let difference = own - other;
        difference + difference.signum() * (self.squares - own - other)
    }
}

/// A corner and its neighbours, excluding holes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearCorner<W> {
    pub(crate) corner: W,
    /// The X-square.
    pub(crate) x_square: W,
    /// The two C-squares.
    pub(crate) c_squares: W,
}

fn near_corners<W: Bitboard>(layout: &Layout<W>) -> [NearCorner<W>; 4] {
    let shape = layout.shape();
    let (right, bottom) = (shape.width() - 1, shape.height() - 1);
    let near = |(column, row): (u8, u8), (inner_column, inner_row): (u8, u8)| {
        let set = |column, row| layout.set(Square::new(column, row));
        NearCorner {
            corner: set(column, row),
            x_square: set(inner_column, inner_row),
            c_squares: set(inner_column, row) | set(column, inner_row),
        }
    };
    [
        near((0, 0), (1, 1)),
        near((right, 0), (right - 1, 1)),
        near((0, bottom), (1, bottom - 1)),
        near((right, bottom), (right - 1, bottom - 1)),
    ]
}

/// Steps (columns, rows) along rows, columns, diagonals and anti-diagonals.
const AXES: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// Returns the square one step away, unless it is a hole or off the board.
fn step<W: Bitboard>(
    layout: &Layout<W>,
    from: Square,
    (columns, rows): (i8, i8),
) -> Option<Square> {
    let column = u8::try_from(from.column() as i8 + columns).ok()?;
    let row = u8::try_from(from.row() as i8 + rows).ok()?;
    Square::new(column, row).filter(|&square| layout.shape().contains(square))
}

/// Returns the ordering value of a move by its distance from the nearest edges, in sixteenths of an
/// opponent's reply.
const fn value_of_place(from_side: u8, from_top: u8) -> i8 {
    match (from_side, from_top) {
        (0, 0) => CORNER,
        (1, 1) => X_SQUARE,
        (1, 2..) | (2.., 1) => SECOND_ROW,
        _ => 0,
    }
}

/// Returns the squares at either end of their line along an axis.
fn ends<W: Bitboard>(layout: &Layout<W>, (columns, rows): (i8, i8)) -> W {
    layout.set(layout.shape().squares_in_order().filter(|&square| {
        step(layout, square, (columns, rows)).is_none()
            || step(layout, square, (-columns, -rows)).is_none()
    }))
}

/// Returns all lines along an axis.
fn lines<W: Bitboard>(layout: &Layout<W>, (columns, rows): (i8, i8)) -> Vec<W> {
    let starts = layout
        .shape()
        .squares_in_order()
        .filter(|&square| step(layout, square, (-columns, -rows)).is_none());
    starts
        .map(|start| {
            let next = |&square: &Square| step(layout, square, (columns, rows));
            layout.set(std::iter::successors(Some(start), next))
        })
        .collect()
}
