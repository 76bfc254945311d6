//! Parity by quadrant.

use outflank_othello::{Bitboard, Layout};

/// The four quarters of a board, standing in for parity regions.
///
/// In the endgame it pays to move first where an odd number of squares is
/// empty, since there one tends to move last as well. Quarters are a cheap
/// stand-in for the true regions (Edax and others use the same).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quadrants<B> {
    parts: [B; 4],
}

impl<B: Bitboard> Quadrants<B> {
    pub(crate) fn new(layout: &Layout<B>) -> Self {
        let shape = layout.shape();
        let (columns, rows) = (shape.width() / 2, shape.height() / 2);
        let mut parts = [B::EMPTY; 4];
        for index in layout.mask().indices() {
            let square = layout.square(index);
            let right = usize::from(square.column() >= columns);
            let lower = usize::from(square.row() >= rows);
            parts[2 * lower + right] |= B::from_index(index);
        }
        Self { parts }
    }

    /// The squares of `empties` in quarters with an odd number of them.
    #[inline]
    pub(crate) fn odd(&self, empties: B) -> B {
        let mut odd = B::EMPTY;
        for part in self.parts {
            let here = empties & part;
            if here.count() & 1 == 1 {
                odd |= here;
            }
        }
        odd
    }
}
