//! The starting board of a game: `BO[8 -------- … *]`.

use crate::color::Color;
use crate::position::Position;
use crate::shape::Shape;
use crate::square::Square;

/// Parses the value of `BO`. Blanks between rows are optional.
pub(super) fn parse_board(text: &str) -> Result<Position, String> {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (size, rest) = text.split_at(digits);
    let shape = square_shape(size)?;
    let signs: Vec<char> = rest.chars().filter(|c| !c.is_whitespace()).collect();
    let cells = shape.cells() as usize;
    if signs.len() != cells + 1 {
        return Err(format!(
            "a board of {} characters: expected {cells} and the side to move",
            signs.len()
        ));
    }
    let mut discs: [Vec<Square>; 2] = [Vec::new(), Vec::new()];
    for (square, &sign) in shape.cells_in_order().zip(&signs) {
        match color(sign) {
            Some(Color::Black) => discs[0].push(square),
            Some(Color::White) => discs[1].push(square),
            None if matches!(sign, '-' | '.') => {}
            None => return Err(format!("found {sign:?} on {square}: expected *, O or -")),
        }
    }
    let last = signs.last().copied().unwrap_or_default();
    let Some(mover) = color(last) else {
        return Err(format!("found {last:?}: expected * or O, the side to move"));
    };
    let [black, white] = discs;
    Position::with_discs(shape, black, white, mover).map_err(|error| error.to_string())
}

/// Returns the square board with a side in digits.
pub(super) fn square_shape(side: &str) -> Result<Shape, String> {
    let side: u8 = side
        .parse()
        .map_err(|_| format!("found {side:?}: expected the side of a square board"))?;
    Shape::new(side, side).map_err(|error| error.to_string())
}

const fn color(sign: char) -> Option<Color> {
    match sign {
        '*' | 'X' | 'x' => Some(Color::Black),
        'O' | 'o' => Some(Color::White),
        _ => None,
    }
}

/// Returns the value of `BO` for a position on a square board without holes.
pub(super) fn write_board(position: &Position) -> String {
    let shape = position.shape();
    let sign = |color| match color {
        Some(Color::Black) => '*',
        Some(Color::White) => 'O',
        None => '-',
    };
    let mut text = shape.width().to_string();
    for square in shape.cells_in_order() {
        if square.column() == 0 {
            text.push(' ');
        }
        text.push(sign(position.disc(square)));
    }
    text.push(' ');
    text.push(sign(Some(position.mover())));
    text
}
