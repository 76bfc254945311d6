//! Precomputed properties of a board shape.

use outflank_othello::{Bitboard, Layout, Shape, Square};

/// The four axes along which moves flip discs, each as the (columns, rows) of one step towards
/// higher bits.
const STEPS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// One axis of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis<B> {
    /// Bit distance from a square to the next one.
    shift: u32,
    /// `up[k]`: squares preceded by 2^k squares of the board in a row.
    up: [B; 4],
    /// `down[k]`: squares followed by 2^k squares of the board in a row.
    down: [B; 4],
    /// The number of doublings that cover a line: k doublings for up to 2^k squares.
    doublings: usize,
    /// Squares at the ends of lines, next to an edge or a hole.
    border: B,
}

impl<B: Bitboard> Axis<B> {
    fn new(layout: &Layout<B>, (columns, rows): (i16, i16)) -> Self {
        let shape = layout.shape();
        let with_neighbour = |sign: i16| {
            let has_one = |square: &Square| {
                let neighbour = moved(*square, sign * columns, sign * rows);
                neighbour.is_some_and(|neighbour| shape.contains(neighbour))
            };
            layout.set(shape.squares_in_order().filter(has_one))
        };
        let shift = (rows * layout.stride() as i16 + columns) as u32;
        let is_long = longest_line(shape, columns, rows) > 8;
        let doublings = if is_long { 4 } else { 3 };
        let mut up = [with_neighbour(-1); 4];
        let mut down = [with_neighbour(1); 4];
        for k in 1..doublings {
            let shift = shift << (k - 1);
            up[k] = up[k - 1] & (up[k - 1] << shift);
            down[k] = down[k - 1] & (down[k - 1] >> shift);
        }
        let border = layout.mask() & !(up[0] & down[0]);
        Self {
            shift,
            up,
            down,
            doublings,
            border,
        }
    }

    /// Returns the squares at the ends of lines.
    #[inline]
    pub(crate) const fn border(&self) -> B {
        self.border
    }

    /// Returns the squares following those of `set`.
    #[inline]
    pub(crate) fn behind(&self, set: B) -> B {
        self.up[0] & (set << self.shift)
    }

    /// Returns the squares preceding those of `set`.
    #[inline]
    pub(crate) fn before(&self, set: B) -> B {
        self.down[0] & (set >> self.shift)
    }

    /// Returns all squares on a line with a square of `set`, by doubling.
    #[inline]
    pub(crate) fn lines_through(&self, set: B) -> B {
        let (mut up, mut down) = (set, set);
        for k in 0..3 {
            up |= self.up[k] & (up << (self.shift << k));
            down |= self.down[k] & (down >> (self.shift << k));
        }
        if self.doublings > 3 {
            up |= self.up[3] & (up << (self.shift << 3));
            down |= self.down[3] & (down >> (self.shift << 3));
        }
        up | down
    }
}

/// Returns the length of the longest line along an axis.
fn longest_line(shape: Shape, columns: i16, rows: i16) -> u8 {
    match (columns, rows) {
        (_, 0) => shape.width(),
        (0, _) => shape.height(),
        _ => shape.width().min(shape.height()),
    }
}

/// Returns the square some columns and rows away if it is within 16×16.
fn moved(square: Square, columns: i16, rows: i16) -> Option<Square> {
    let column = u8::try_from(i16::from(square.column()) + columns).ok()?;
    let row = u8::try_from(i16::from(square.row()) + rows).ok()?;
    Square::new(column, row)
}

/// A layout with its axes and corners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Geometry<B> {
    layout: Layout<B>,
    axes: [Axis<B>; 4],
    corners: B,
    squares: u32,
}

impl<B: Bitboard> Geometry<B> {
    pub(crate) fn new(layout: &Layout<B>) -> Self {
        let shape = layout.shape();
        Self {
            layout: *layout,
            axes: STEPS.map(|step| Axis::new(layout, step)),
            corners: layout.set(corners(shape)),
            squares: shape.squares(),
        }
    }

    #[inline]
    pub(crate) const fn layout(&self) -> &Layout<B> {
        &self.layout
    }

    #[inline]
    pub(crate) const fn axes(&self) -> &[Axis<B>; 4] {
        &self.axes
    }

    /// Returns the corners that are not holes.
    #[inline]
    pub(crate) const fn corners(&self) -> B {
        self.corners
    }

    #[inline]
    pub(crate) const fn squares(&self) -> u32 {
        self.squares
    }

    /// Returns the squares next to those of `set`, in all eight directions.
    pub(crate) fn neighbours(&self, set: B) -> B {
        let axes = self.axes.iter();
        let beside = axes.map(|axis| axis.behind(set) | axis.before(set));
        beside.fold(B::EMPTY, |all, squares| all | squares)
    }
}

/// Returns the corners of a board: the corners of its rectangle that are not holes. A square next
/// to a hole is not a corner, although a disc there can be as stable as in a corner.
pub fn corners(shape: Shape) -> impl Iterator<Item = Square> {
    let (right, bottom) = (shape.width() - 1, shape.height() - 1);
    let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)].into_iter();
    let squares = corners.filter_map(|(column, row)| Square::new(column, row));
    squares.filter(move |&square| shape.contains(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: &str = "8x8 3x3 5x8-c1 9x7 16x8 8x16-b2g9 11x11 14x9-a1";

    /// Returns the squares on a line with `square`, walking step by step.
    fn line<B: Bitboard>(layout: &Layout<B>, square: Square, step: (i16, i16)) -> B {
        let mut line = layout.set([square]);
        for sign in [-1, 1] {
            let mut next = moved(square, sign * step.0, sign * step.1);
            while let Some(index) = next.and_then(|next| layout.index(next)) {
                line |= B::from_index(index);
                next = moved(layout.square(index), sign * step.0, sign * step.1);
            }
        }
        line
    }

    fn check<B: Bitboard>(shape: Shape) {
        let Some(layout) = Layout::<B>::new(shape) else {
            return;
        };
        let geometry = Geometry::new(&layout);
        for (axis, step) in geometry.axes().iter().zip(STEPS) {
            for square in shape.squares_in_order() {
                let set = layout.set([square]);
                assert_eq!(axis.lines_through(set), line(&layout, square, step));
                let next = moved(square, step.0, step.1);
                assert_eq!(axis.behind(set), layout.set(next));
                let previous = moved(square, -step.0, -step.1);
                assert_eq!(axis.before(set), layout.set(previous));
                let ends = axis.behind(set).is_empty() || axis.before(set).is_empty();
                assert_eq!(!(axis.border() & set).is_empty(), ends);
            }
        }
    }

    #[test]
    fn axes_match_a_walk_along_every_line() {
        for shape in SHAPES.split(' ') {
            let shape = shape.parse().unwrap();
            check::<u64>(shape);
            check::<u128>(shape);
        }
    }

    #[test]
    fn holes_are_not_corners() {
        let names = |shape: &str| -> Vec<_> {
            let corners = corners(shape.parse().unwrap());
            corners.map(|square| square.to_string()).collect()
        };
        assert_eq!(names("9x7"), ["a1", "i1", "a7", "i7"]);
        assert_eq!(names("8x8-a1h8"), ["h1", "a8"]);
    }
}
