//! Board shapes: rectangles with optional holes.

use std::fmt;
use std::str::FromStr;

use crate::{ParseError, Square};

/// Minimum length of a side, in squares.
pub const MIN_SIDE: u8 = 3;
/// Maximum length of a side, in squares.
pub const MAX_SIDE: u8 = 16;
/// Maximum number of squares of a board.
pub const MAX_SQUARES: u16 = 128;

/// The shape of a board: a rectangle with sides of 3 to 16 squares and at most 128
/// squares in total, some of which may be holes.
///
/// Holes are neither empty nor occupied, and lines of discs stop at them. Shapes are
/// written `8x8` (columns x rows), or with holes `8x8-a1h8`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    width: u8,
    height: u8,
    /// Holes as bits `row * width + column`.
    holes: u128,
}

/// The reason why a shape is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A side is shorter than [`MIN_SIDE`] or longer than [`MAX_SIDE`].
    #[error("a board of {width}x{height}: expected sides of 3 to 16 squares")]
    Side {
        /// The requested columns.
        width: u16,
        /// The requested rows.
        height: u16,
    },
    /// The rectangle has more than [`MAX_SQUARES`].
    #[error("a board of {width}x{height} has {} squares: expected at most 128", u16::from(*.width) * u16::from(*.height))]
    Squares {
        /// The requested columns.
        width: u8,
        /// The requested rows.
        height: u8,
    },
    /// A hole lies outside the rectangle.
    #[error("hole {hole} is outside the board of {width}x{height}")]
    HoleOutside {
        /// The hole.
        hole: Square,
        /// Columns of the board.
        width: u8,
        /// Rows of the board.
        height: u8,
    },
    /// A hole lies on one of the four starting squares.
    #[error("hole {0} is one of the four squares on which the game starts")]
    HoleInCentre(Square),
}

impl Shape {
    /// The standard board: 8×8 without holes.
    pub const STANDARD: Self = Self {
        width: 8,
        height: 8,
        holes: 0,
    };

    /// Returns a rectangle of `width` columns and `height` rows without holes.
    ///
    /// # Errors
    ///
    /// Returns an error if a side is outside 3..=16 or there are more than 128 squares.
    pub fn new(width: u8, height: u8) -> Result<Self, ShapeError> {
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            let (width, height) = (width.into(), height.into());
            return Err(ShapeError::Side { width, height });
        }
        if u16::from(width) * u16::from(height) > MAX_SQUARES {
            return Err(ShapeError::Squares { width, height });
        }
        Ok(Self {
            width,
            height,
            holes: 0,
        })
    }

    /// Returns the same rectangle with exactly these holes.
    ///
    /// # Errors
    ///
    /// Returns an error if a hole is outside the rectangle or on one of the four starting squares.
    pub fn with_holes(self, holes: &[Square]) -> Result<Self, ShapeError> {
        let mut shape = Self { holes: 0, ..self };
        for &hole in holes {
            if hole.column() >= self.width || hole.row() >= self.height {
                let Self { width, height, .. } = self;
                return Err(ShapeError::HoleOutside {
                    hole,
                    width,
                    height,
                });
            }
            if shape.centre().contains(&hole) {
                return Err(ShapeError::HoleInCentre(hole));
            }
            shape.holes |= 1 << shape.reading_index(hole);
        }
        Ok(shape)
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Returns whether a square is on the board and not a hole.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        square.column() < self.width
            && square.row() < self.height
            && self.holes & (1 << self.reading_index(square)) == 0
    }

    /// Returns whether a square is a hole.
    #[must_use]
    pub const fn is_hole(self, square: Square) -> bool {
        square.column() < self.width
            && square.row() < self.height
            && self.holes & (1 << self.reading_index(square)) != 0
    }

    /// Returns whether the shape has holes.
    #[must_use]
    pub const fn has_holes(self) -> bool {
        self.holes != 0
    }

    /// Returns the number of squares, excluding holes.
    #[must_use]
    pub const fn squares(self) -> u32 {
        self.cells() - self.holes.count_ones()
    }

    /// Returns the number of squares of the rectangle, including holes: the length of the
    /// board in OBF.
    #[must_use]
    pub const fn cells(self) -> u32 {
        self.width as u32 * self.height as u32
    }

    /// Returns whether the shape fits inside 8×8 and so uses 64-bit boards.
    #[must_use]
    pub const fn is_narrow(self) -> bool {
        self.width <= 8 && self.height <= 8
    }

    /// Returns all squares of the rectangle in reading order, including holes.
    pub fn cells_in_order(self) -> impl Iterator<Item = Square> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |c| Square::at(c, row)))
    }

    /// Returns the squares, excluding holes, in reading order.
    pub fn squares_in_order(self) -> impl Iterator<Item = Square> {
        self.cells_in_order()
            .filter(move |&square| self.contains(square))
    }

    /// Returns the four starting squares in reading order: white, black, black, white on
    /// every shape except 9×7.
    #[must_use]
    pub const fn centre(self) -> [Square; 4] {
        let column = self.width / 2 - 1;
        // The published 9×7 game starts one row lower than the general rule gives.
        let row = self.height / 2 - if self.is_nine_by_seven() { 0 } else { 1 };
        [
            Square::at(column, row),
            Square::at(column + 1, row),
            Square::at(column, row + 1),
            Square::at(column + 1, row + 1),
        ]
    }

    const fn is_nine_by_seven(self) -> bool {
        self.width == 9 && self.height == 7
    }

    /// Returns the index of a square in reading order.
    const fn reading_index(self, square: Square) -> u32 {
        square.row() as u32 * self.width as u32 + square.column() as u32
    }
}

impl Default for Shape {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)?;
        if self.has_holes() {
            f.write_str("-")?;
            for square in self.cells_in_order().filter(|&cell| self.is_hole(cell)) {
                write!(f, "{square}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Shape {
    type Err = ParseError;

    /// Parses `WxH`, columns first, or `WxH-a1b2…` with holes.
    ///
    /// # Errors
    ///
    /// Returns an error for any other text, sides outside 3..=16, more than 128 squares,
    /// or invalid holes.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "a board such as 8x8, 9x7 or 8x8-a1h8 (sides of 3 to 16)";
        let wrong = |column| ParseError::expected(1, column, text, EXPECTED);
        let (size, holes) = text.split_once('-').unwrap_or((text, ""));
        let (width, height) = size.split_once(['x', 'X', '×']).ok_or_else(|| wrong(1))?;
        let side = |side: &str, column| -> Result<u16, ParseError> {
            let digits = !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit());
            let value = digits.then(|| side.parse().ok()).flatten();
            value.ok_or_else(|| wrong(column))
        };
        let (width, height) = (side(width, 1)?, side(height, width.len() + 2)?);
        let impossible = |error: ShapeError| ParseError::new(1, 1, error.to_string());
        let shape = match (u8::try_from(width), u8::try_from(height)) {
            (Ok(width), Ok(height)) => Self::new(width, height),
            _ => Err(ShapeError::Side { width, height }),
        }
        .map_err(impossible)?;

        // Characters, not bytes: `×` has several bytes.
        let column_of = |rest: &str| text[..text.len() - rest.len()].chars().count() + 1;
        let mut squares = Vec::new();
        let mut rest = holes;
        while !rest.is_empty() {
            let (square, length) =
                Square::parse_prefix(rest, MAX_SIDE).ok_or_else(|| wrong(column_of(rest)))?;
            squares.push(square);
            rest = &rest[length..];
        }
        if text.ends_with('-') {
            return Err(wrong(column_of("")));
        }
        shape.with_holes(&squares).map_err(impossible)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_round_trip_through_text() {
        for text in "8x8 9x7 3x3 16x8 8x16 8x8-a1h8 11x11-a10k11".split(' ') {
            assert_eq!(text.parse::<Shape>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn impossible_shapes_are_rejected() {
        let texts = "|x|8|8x|x8|2x2|17x17|16x16|8x8-|8x8-z9|8x8-d4|8x8-i1|+8x8|8x8x8|99999999x3|\
            8 x8|8x8-a1-a2|8x8-é";
        for text in texts.split('|') {
            assert!(text.parse::<Shape>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn errors_count_characters() {
        let column = |text: &str| text.parse::<Shape>().unwrap_err().column();
        assert_eq!(column("8x8-a1zz"), 7);
        assert_eq!(column("8×8-a1zz"), 7);
        assert_eq!(column("8×8-"), 5);
    }

    #[test]
    fn the_start_squares_follow_the_rule() {
        let centre = |text: &str| {
            let shape: Shape = text.parse().unwrap();
            shape.centre().map(|square| square.to_string())
        };
        assert_eq!(centre("8x8"), ["d4", "e4", "d5", "e5"]);
        assert_eq!(centre("9x7"), ["d4", "e4", "d5", "e5"]);
        assert_eq!(centre("5x5"), ["b2", "c2", "b3", "c3"]);
        assert_eq!(centre("4x6"), ["b3", "c3", "b4", "c4"]);
    }
}
