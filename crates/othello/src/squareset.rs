//! Sets of squares, independent of the board's shape.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};
use std::str::FromStr;

use crate::{ParseError, Square};

/// A set of squares: legal moves, flips, empties, discs. It iterates in reading order.
///
/// A set does not know the board's shape, so there is no complement, and sets from different boards
/// combine with `|`, `&`, `^` and `-` (the squares of one set that are not in another). It prints
/// as a picture, with `#` for a square in the set and `.` for any other:
///
/// ```
/// use outflank_othello::{Position, Shape, Square, SquareSet};
///
/// let moves = Position::start(Shape::STANDARD).legal_moves();
/// let picture = "
///     ........
///     ........
///     ...#....
///     ..#.....
///     .....#..
///     ....#...
/// ";
/// assert_eq!(moves, picture.parse()?);
/// assert_eq!(moves, SquareSet::from_iter([Square::D3, Square::C4, Square::F5, Square::E6]));
/// assert!((moves - SquareSet::from_iter([Square::D3])).is_subset(moves));
/// # Ok::<(), outflank_othello::ParseError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SquareSet {
    /// The rows from the top; bit 0 is column a.
    rows: [u16; 16],
}

impl SquareSet {
    /// The set without squares.
    pub const EMPTY: Self = Self { rows: [0; 16] };

    /// Returns the set of the bits of a board whose rows are `stride` bits long.
    pub(crate) fn from_bits(mut bits: u128, stride: u32) -> Self {
        let mut set = Self::EMPTY;
        for row in &mut set.rows {
            *row = bits as u16 & (u16::MAX >> (16 - stride));
            bits >>= stride;
        }
        set
    }

    /// Returns the number of squares.
    #[must_use]
    pub fn len(self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether `square` is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.rows[square.row() as usize] >> square.column() & 1 != 0
    }

    /// Returns whether every square of the set is in `other`.
    #[must_use]
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// Returns whether no square of the set is in `other`.
    #[must_use]
    pub fn is_disjoint(self, other: Self) -> bool {
        (self & other).is_empty()
    }

    /// Returns the first square in reading order.
    #[must_use]
    pub fn first(self) -> Option<Square> {
        self.into_iter().next()
    }

    /// Adds a square. Returns whether it was missing.
    pub fn insert(&mut self, square: Square) -> bool {
        let is_new = !self.contains(square);
        self.rows[usize::from(square.row())] |= 1 << square.column();
        is_new
    }

    /// Removes a square. Returns whether it was in the set.
    pub fn remove(&mut self, square: Square) -> bool {
        let was_in = self.contains(square);
        self.rows[usize::from(square.row())] &= !(1 << square.column());
        was_in
    }

    /// Returns the squares that touch one of the set at a side or a corner, without the
    /// set itself. They may lie off the board.
    #[must_use]
    pub fn neighbours(self) -> Self {
        let wide = self.rows.map(|row| row | row << 1 | row >> 1);
        let mut rows = wide;
        for row in 1..rows.len() {
            rows[row] |= wide[row - 1];
            rows[row - 1] |= wide[row];
        }
        Self { rows } - self
    }

    /// Returns the regions of the set, in the reading order of their first squares. Squares that
    /// touch at a side or a corner belong to one region.
    ///
    /// ```
    /// use outflank_othello::SquareSet;
    ///
    /// let empties: SquareSet = "##..#
    ///                           ..#..
    ///                           ....#".parse()?;
    /// let sizes: Vec<usize> = empties.regions().map(|region| region.len()).collect();
    /// assert_eq!(sizes, [3, 1, 1]);
    /// # Ok::<(), outflank_othello::ParseError>(())
    /// ```
    pub fn regions(self) -> impl Iterator<Item = Self> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let mut region = Self::from_iter([rest.first()?]);
            while !region.neighbours().is_disjoint(rest) {
                region |= region.neighbours() & rest;
            }
            rest -= region;
            Some(region)
        })
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $assigning:ident $assign:ident $formula:expr;)+) => {$(
        impl $operator for SquareSet {
            type Output = Self;

            fn $method(mut self, other: Self) -> Self {
                self.$assign(other);
                self
            }
        }

        impl $assigning for SquareSet {
            fn $assign(&mut self, other: Self) {
                let formula: fn(u16, u16) -> u16 = $formula;
                for (row, other) in self.rows.iter_mut().zip(other.rows) {
                    *row = formula(*row, other);
                }
            }
        }
    )+};
}

operators! {
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

impl Extend<Square> for SquareSet {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(squares);
        set
    }
}

impl FromStr for SquareSet {
    type Err = ParseError;

    /// Parses a picture: rows of `#` and `.` from the top, separated by whitespace, at most 16 rows
    /// of at most 16 squares. Squares beyond the picture are not in the set.
    ///
    /// # Errors
    ///
    /// Returns an error with line and column for any other character or a square beyond
    /// column p or row 16.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut set = Self::EMPTY;
        let (mut column, mut row) = (0, 0);
        for (line, signs) in text.lines().enumerate() {
            for (place, sign) in signs.chars().chain(['\n']).enumerate() {
                match (sign, Square::new(column, row)) {
                    ('#' | '.', Some(square)) => {
                        if sign == '#' {
                            set.insert(square);
                        }
                        column += 1;
                    }
                    (' ' | '\t' | '\n', _) => {
                        row += u8::from(column > 0);
                        column = 0;
                    }
                    _ => {
                        let expected = "# or ., at most 16 rows of 16";
                        let found = sign.to_string();
                        return Err(ParseError::expected(line + 1, place + 1, &found, expected));
                    }
                }
            }
        }
        Ok(set)
    }
}

impl fmt::Display for SquareSet {
    /// Draws the set on 8×8 squares, or on more if the set needs them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.into_iter().fold((8, 8), |(width, height), square| {
            (width.max(square.column() + 1), height.max(square.row() + 1))
        });
        for row in 0..height {
            for column in 0..width {
                let is_in = self.contains(Square::at(column, row));
                f.write_str(if is_in { "#" } else { "." })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares { set: self, row: 0 }
    }
}

impl IntoIterator for &SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        (*self).into_iter()
    }
}

/// Iterator over the squares of a [`SquareSet`] in reading order.
#[derive(Clone, Copy, Debug)]
pub struct Squares {
    /// The squares still to come.
    set: SquareSet,
    /// All rows above are empty.
    row: u8,
}

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        while let Some(bits) = self.set.rows.get_mut(usize::from(self.row)) {
            if *bits != 0 {
                let column = bits.trailing_zeros() as u8;
                *bits &= *bits - 1;
                return Some(Square::at(column, self.row));
            }
            self.row += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.set.len(), Some(self.set.len()))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn any_squares() -> impl Strategy<Value = Vec<Square>> {
        let square = (0..16_u8, 0..16_u8).prop_map(|(column, row)| Square::at(column, row));
        prop::collection::vec(square, 0..40)
    }

    proptest! {
        #[test]
        fn sets_equal_those_of_the_standard_library(a in any_squares(), b in any_squares()) {
            let set = |squares: &[Square]| SquareSet::from_iter(squares.iter().copied());
            let tree = |squares: &[Square]| BTreeSet::from_iter(squares.iter().copied());
            let same = |set: SquareSet, tree: BTreeSet<Square>| {
                prop_assert_eq!(set.len(), tree.len());
                prop_assert_eq!(Vec::from_iter(&set), Vec::from_iter(tree));
                prop_assert_eq!(set.to_string().parse(), Ok(set));
                Ok(())
            };
            let (one, other) = (set(&a), set(&b));
            let (slow, slow_other) = (tree(&a), tree(&b));
            same(one | other, &slow | &slow_other)?;
            same(one & other, &slow & &slow_other)?;
            same(one ^ other, &slow ^ &slow_other)?;
            same(one - other, &slow - &slow_other)?;
            prop_assert_eq!(one.is_subset(other), slow.is_subset(&slow_other));
            prop_assert_eq!(one.is_disjoint(other), slow.is_disjoint(&slow_other));
            let touches = |x: Square, y: Square| {
                x.column().abs_diff(y.column()).max(x.row().abs_diff(y.row())) == 1
            };
            for square in (0..=255_u8).map(|cell| Square::at(cell % 16, cell / 16)) {
                let near = !slow.contains(&square) && a.iter().any(|&x| touches(square, x));
                prop_assert_eq!(one.neighbours().contains(square), near);
                let mut changed = one;
                prop_assert_eq!(changed.remove(square), slow.contains(&square));
                prop_assert!(!changed.contains(square) && changed.insert(square));
            }
        }

        #[test]
        fn regions_are_separate(squares in any_squares()) {
            let set = SquareSet::from_iter(squares);
            let mut seen = SquareSet::EMPTY;
            for region in set.regions() {
                prop_assert_eq!(region.neighbours() & set, SquareSet::EMPTY);
                prop_assert_eq!(region & seen, SquareSet::EMPTY);
                seen |= region;
            }
            prop_assert_eq!(seen, set);
        }
    }

    #[test]
    fn errors_in_pictures_name_their_place() {
        let place = |text: &str| text.parse::<SquareSet>().unwrap_err().place();
        assert_eq!(place("..#\n .X"), (2, 3));
        assert_eq!(place(&"#".repeat(17)), (1, 17));
        assert_eq!(place(&".\n".repeat(17)), (17, 1));
        assert_eq!(".\n\n".repeat(16).parse(), Ok(SquareSet::EMPTY));
    }
}
