//! Boards drawn as text.

use std::fmt;

use crate::{Game, Move, Position, Square};

/// A board drawn with coordinates: `X` black, `O` white, `-` empty, `.` a legal move of the side to
/// move, a blank for a hole. Returned by [`Position::diagram`] and [`Game::diagram`].
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    position: &'a Position,
    last: Option<Square>,
}

impl Position {
    /// Returns the board with its coordinates and legal moves.
    #[must_use]
    pub const fn diagram(&self) -> Diagram<'_> {
        Diagram {
            position: self,
            last: None,
        }
    }
}

impl Game {
    /// Returns the current board, with the last disc played in brackets.
    #[must_use]
    pub fn diagram(&self) -> Diagram<'_> {
        Diagram {
            position: self.position(),
            last: self.last_square(),
        }
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.position.shape();
        let legal = self.position.legal_moves();
        let letter = |column| char::from(b'a' + column).to_string();
        let columns: Vec<String> = (0..shape.width()).map(letter).collect();
        writeln!(f, "   {}", columns.join(" "))?;
        for row in 0..shape.height() {
            write!(f, "{:2}", row + 1)?;
            let mut closing = false;
            for column in 0..shape.width() {
                let square = Square::at(column, row);
                let sign = match self.position.disc(square) {
                    Some(color) => color.symbol(),
                    None if shape.is_hole(square) => ' ',
                    None if legal.contains(square) => '.',
                    None => '-',
                };
                let is_last = self.last == Some(square);
                let before = match (is_last, closing) {
                    (true, _) => '[',
                    (false, true) => ']',
                    (false, false) => ' ',
                };
                write!(f, "{before}{sign}")?;
                closing = is_last;
            }
            writeln!(f, "{}", if closing { "]" } else { "" })?;
        }
        Ok(())
    }
}

/// Returns the moves of a game with numbers, eight plies per line, including passes.
///
/// The numbers count discs, so passes have none.
#[must_use]
pub fn numbered_moves(game: &Game) -> String {
    let mut text = String::new();
    let mut number = 0;
    for (ply, &mv) in game.moves().iter().enumerate() {
        if ply > 0 {
            text.push(if ply % 8 == 0 { '\n' } else { ' ' });
        }
        match mv {
            Move::Place(square) => {
                number += 1;
                text.push_str(&format!("{number}.{square}"));
            }
            Move::Pass => text.push_str("--"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    #[test]
    fn the_last_disc_is_in_brackets() {
        let game = Game::from_transcript(Shape::STANDARD, "f5").unwrap();
        let expected = "   a b c d e f g h
 1 - - - - - - - -
 2 - - - - - - - -
 3 - - - - - - - -
 4 - - - O X . - -
 5 - - - X X[X]- -
 6 - - - . - . - -
 7 - - - - - - - -
 8 - - - - - - - -
";
        assert_eq!(game.diagram().to_string(), expected);
    }

    #[test]
    fn holes_are_blank_and_wide_boards_keep_their_columns() {
        let start = Position::start("5x11-a1".parse().unwrap());
        let drawn = start.diagram().to_string();
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!((lines[0], lines[1]), ("   a b c d e", " 1   - - - -"));
        assert_eq!(lines[11], "11 - - - - -");
    }
}
