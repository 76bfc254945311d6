//! The starting board of a game: `BO[8 -------- … *]`.

use crate::{Position, Shape};

/// Parses the value of `BO`: OBF after the side length, with optional blanks between rows.
pub(super) fn parse_board(text: &str) -> Result<Position, String> {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (size, rest) = text.split_at(digits);
    let obf: String = rest.split_whitespace().collect();
    Position::parse_obf(&obf, square_shape(size)?).map_err(|error| error.message().to_owned())
}

/// Returns the square board whose side is the number in `side`.
pub(super) fn square_shape(side: &str) -> Result<Shape, String> {
    let side: u8 = side
        .parse()
        .map_err(|_| format!("found {side:?}: expected the side of a square board"))?;
    Shape::new(side, side).map_err(|error| error.to_string())
}

/// Returns the value of `BO` for a position on a square board without holes.
pub(super) fn write_board(position: &Position) -> String {
    let width = position.shape().width();
    let mut text = width.to_string();
    for (index, sign) in position.to_string().replace('X', "*").chars().enumerate() {
        // OBF already has a blank before the side to move.
        if index % usize::from(width) == 0 && sign != ' ' {
            text.push(' ');
        }
        text.push(sign);
    }
    text
}
