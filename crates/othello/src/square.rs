//! Squares and their names.

use std::fmt;
use std::str::FromStr;

use crate::notation::ParseError;

/// A square: `a1` is in the first column of the top row.
///
/// The value does not depend on the board's shape, so a square has the same name on every
/// board. Columns run from `a` to `p`, rows from 1 to 16. The squares of 8×8 are constants:
///
/// ```
/// use outflank_othello::Square;
///
/// assert_eq!(Square::F5.to_string(), "f5");
/// assert_eq!("F5".parse(), Ok(Square::F5));
/// assert_eq!((Square::F5.column(), Square::F5.row()), (5, 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    // The row comes first so that the derived order is reading order.
    row: u8,
    column: u8,
}

impl Square {
    /// Returns the square in a 0-based column and row, if both are below 16.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < 16 && row < 16 {
            Some(Self { row, column })
        } else {
            None
        }
    }

    /// Returns the square in a 0-based column and row, both below 16.
    pub(crate) const fn at(column: u8, row: u8) -> Self {
        debug_assert!(column < 16 && row < 16);
        Self { row, column }
    }

    /// Returns the 0-based column.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Returns the 0-based row, counted from the top.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Parses the square, such as `f5` or `J10`, at the start of the text, on a board of
    /// `rows` rows. Returns it with the length of its name in bytes.
    pub(crate) fn parse_prefix(text: &str, rows: u8) -> Option<(Self, usize)> {
        let bytes = text.as_bytes();
        let column = bytes.first()?.to_ascii_lowercase().checked_sub(b'a')?;
        let first = bytes.get(1).filter(|byte| byte.is_ascii_digit())? - b'0';
        // `a12` is row 12 only if the board has a row 12; otherwise the second digit is
        // not part of the name.
        let second = bytes.get(2).filter(|byte| byte.is_ascii_digit());
        let second = second.map(|byte| first * 10 + (byte - b'0'));
        let (row, length) = match second {
            Some(row) if first == 1 && row <= rows => (row, 3),
            _ => (first, 2),
        };
        let square = Self::new(column, row.checked_sub(1)?)?;
        Some((square, length))
    }
}

macro_rules! constants {
    ($($name:ident)+) => {
        /// The squares of 8×8.
        impl Square {
            $(
                #[doc = concat!("The square ", stringify!($name), ".")]
                pub const $name: Self = {
                    let name = stringify!($name).as_bytes();
                    Self::at(name[0] - b'A', name[1] - b'1')
                };
            )+
        }
    };
}

constants! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a' + self.column);
        if f.width().is_some() {
            f.pad(&format!("{column}{}", self.row + 1))
        } else {
            write!(f, "{column}{}", self.row + 1)
        }
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ParseError;

    /// Parses a name such as `f5`, in either case.
    ///
    /// # Errors
    ///
    /// Returns an error unless the text is a column letter a–p and a row 1–16.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match Self::parse_prefix(text, 16) {
            Some((square, length)) if length == text.len() => Ok(square),
            _ => Err(ParseError::expected(1, 1, text, "a square such as f5")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_squares_round_trip() {
        for row in 0..16 {
            for column in 0..16 {
                let square = Square::new(column, row).unwrap();
                assert_eq!(square.to_string().parse::<Square>().unwrap(), square);
                let upper = square.to_string().to_uppercase();
                assert_eq!(upper.parse::<Square>().unwrap(), square);
            }
        }
    }

    #[test]
    fn invalid_names_are_rejected() {
        for name in "|f|5|z9|a0|a17|f55|ff5|é1|a-1| a1".split('|') {
            assert!(name.parse::<Square>().is_err(), "{name:?}");
        }
    }
}
