//! Positions in OBF: the board row by row, then the side to move.

use std::fmt;

use crate::{Color, ParseError, Position, Shape};

impl Position {
    /// Parses a board of `shape` in OBF: one character per square in reading order (`X`
    /// or `*` black, `O` white, `-` or `.` empty, `#` a hole), a space, and `X` or `O`
    /// for the side to move. A `;` and everything after it is ignored.
    ///
    /// # Errors
    ///
    /// Returns an error with the column (the line is always 1) if the board has the wrong length,
    /// an invalid character or a disc on a hole, or if the side to move is missing.
    pub fn parse_obf(text: &str, shape: Shape) -> Result<Self, ParseError> {
        let text = text.split(';').next().unwrap_or(text).trim_end();
        let cells = shape.cells() as usize;
        let mut black = Vec::new();
        let mut white = Vec::new();
        let mut signs = text.chars().enumerate();
        for (square, (index, sign)) in shape.cells_in_order().zip(signs.by_ref()) {
            match sign {
                'X' | 'x' | '*' if shape.contains(square) => black.push(square),
                'O' | 'o' if shape.contains(square) => white.push(square),
                '-' | '.' => {}
                '#' if shape.is_hole(square) => {}
                ' ' => return Err(too_short(index, shape)),
                _ => {
                    let expected = if shape.is_hole(square) {
                        "# or - for a hole".to_owned()
                    } else {
                        format!("X, O or - for {square}: a board of {shape} has {cells} characters")
                    };
                    let found = sign.to_string();
                    return Err(ParseError::expected(1, index + 1, &found, &expected));
                }
            }
        }
        let mut rest = signs.filter(|(_, sign)| !sign.is_whitespace());
        let (first, second) = (rest.next(), rest.next());
        let length = text.chars().take(cells).count();
        if length < cells {
            return Err(too_short(length, shape));
        }
        let mover = match (first, second) {
            (Some((_, 'X' | 'x' | '*')), None) => Color::Black,
            (Some((_, 'O' | 'o')), None) => Color::White,
            (None, _) => {
                let expected = "X or O, the side to move";
                return Err(ParseError::expected(1, length + 1, "", expected));
            }
            (Some((index, _)), _) => {
                let rest = text.char_indices().nth(index);
                let found = rest.map_or("", |(at, _)| &text[at..]);
                let after = format!("after the {cells} characters of {shape}");
                let expected = format!("one X or O, the side to move, {after}");
                return Err(ParseError::expected(1, index + 1, found, &expected));
            }
        };
        Self::with_discs(shape, black, white, mover)
            .map_err(|error| ParseError::new(1, 1, error.to_string()))
    }

    /// Returns the character of a square in OBF: `X`, `O`, `-` or, for a hole, `#`.
    fn sign(&self, square: crate::Square) -> char {
        match self.disc(square) {
            Some(color) => color.symbol(),
            None if self.shape().is_hole(square) => '#',
            None => '-',
        }
    }
}

/// Returns the error for a board that ends after `length` characters.
fn too_short(length: usize, shape: Shape) -> ParseError {
    let cells = shape.cells();
    let message = format!("the board ends after {length} characters: expected {cells} for {shape}");
    ParseError::new(1, length + 1, message)
}

impl std::str::FromStr for Position {
    type Err = ParseError;

    /// Parses a position in OBF on a square board. Any other board must be preceded by its shape
    /// and a space: `9x7 …`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            let (shape, obf) = text.split_once(' ').unwrap_or((text, ""));
            let column = shape.chars().count() + 2;
            return Self::parse_obf(obf, shape.parse()?).map_err(|error| error.moved_to(1, column));
        }
        let cells = text.split(' ').next().unwrap_or_default().chars().count();
        let side =
            (crate::MIN_SIDE..=crate::MAX_SIDE).find(|&side| usize::from(side).pow(2) == cells);
        let shape = side.and_then(|side| Shape::new(side, side).ok());
        Self::parse_obf(text, shape.unwrap_or_default())
    }
}

/// Formats the position in OBF: the board in reading order, a space, the side to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.shape().cells_in_order();
        let board: String = cells.map(|cell| self.sign(cell)).collect();
        write!(f, "{board} {}", self.mover().symbol())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_round_trip_on_every_shape() {
        for shape in ["8x8", "6x6", "9x7", "16x8", "8x8-a1h8", "10x10-a1"] {
            let start = Position::start(shape.parse().unwrap());
            let text = start.to_string();
            assert_eq!(Position::parse_obf(&text, start.shape()), Ok(start));
        }
    }

    #[test]
    fn invalid_boards_are_rejected_with_their_column() {
        let board = "-".repeat(64);
        let column = |text: &str| {
            let error = Position::parse_obf(text, Shape::STANDARD).unwrap_err();
            error.column()
        };
        assert_eq!(column(&board), 65);
        assert_eq!(column(&format!("{board} Z")), 66);
        assert_eq!(column(&format!("{board}- X")), 65);
        assert_eq!(column(&board[..63]), 64);
        assert_eq!(column(&format!("{} X", &board[..63])), 64);
        assert_eq!(column(&format!("--?{board}")), 3);
        assert_eq!(column(""), 1);
    }
}
