//! Files of openings, one per line.

use std::collections::HashSet;

use outflank_othello::notation::parse_game;
use outflank_othello::{Game, ParseError, Shape};

use crate::MatchError;

/// Parses openings, one per line: a transcript such as `f5d6c3`, a board in OBF, or
/// `start`. Empty lines and comments, which begin with `%` or with `#` and a space, are
/// skipped. If lines lead to the same position, only the first is kept.
///
/// ```
/// use outflank_matches::read_openings;
/// use outflank_othello::Shape;
///
/// let openings = read_openings("% two moves each\nf5d6\nf5f4\n", Shape::STANDARD)?;
/// assert_eq!(openings.len(), 2);
///
/// let error = read_openings("f5d6\nf5a1\n", Shape::STANDARD).unwrap_err();
/// assert!(error.to_string().starts_with("line 2, column 3: move 2 is illegal"));
/// # Ok::<(), outflank_matches::MatchError>(())
/// ```
///
/// # Errors
///
/// Returns an error if a line is not an opening, a move is illegal or the game is over
/// after the opening, with line and column; or if there is no opening.
pub fn read_openings(text: &str, shape: Shape) -> Result<Vec<Game>, MatchError> {
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if is_comment(line) {
            continue;
        }
        let number = index + 1;
        let unreadable = |error: ParseError| MatchError(error.to_string());
        let game = parse_game(line, shape).map_err(|error| unreadable(error.at_line(number)))?;
        if game.is_over() {
            let message = "the game is over here: expected an opening with moves left to play";
            return Err(unreadable(ParseError::new(number, 1, message)));
        }
        if seen.insert(*game.position()) {
            openings.push(game);
        }
    }
    if openings.is_empty() {
        let message = "no openings: expected a transcript or a board in OBF on each line";
        return Err(MatchError(message.to_owned()));
    }
    Ok(openings)
}

fn is_comment(line: &str) -> bool {
    let line = line.trim();
    // Without a space, `#` may be a hole in the corner of a board.
    line.is_empty() || line.starts_with('%') || line == "#" || line.starts_with("# ")
}

#[cfg(test)]
mod tests {
    use outflank_othello::notation::transcript;

    use super::*;

    fn error(text: &str) -> String {
        let error = read_openings(text, Shape::STANDARD).unwrap_err();
        error.to_string()
    }

    #[test]
    fn transcripts_and_boards_may_be_mixed() {
        let board = "---------------------------OX------XXX-----X-------------------- O";
        let text = format!("f5d6c3\r\n\n# comment\n{board}; f4:1\nstart\n  % comment\n");
        let openings = read_openings(&text, Shape::STANDARD).unwrap();
        let moves: Vec<String> = openings.iter().map(transcript).collect();
        assert_eq!(moves, ["f5d6c3", "", ""]);
        assert_eq!(openings[1].position().to_string(), board);
    }

    #[test]
    fn every_shape_has_openings() {
        let small: Shape = "6x6".parse().unwrap();
        assert_eq!(read_openings("e4e3", small).map(|o| o.len()), Ok(1));
        let holes: Shape = "6x6-a1".parse().unwrap();
        let start = Game::new(holes).position().to_string();
        assert!(start.starts_with("#-----"));
        assert_eq!(read_openings(&start, holes).map(|o| o.len()), Ok(1));
    }

    #[test]
    fn an_opening_counts_once() {
        // Three move orders to one position, and one to its mirror image, which an engine may play
        // differently.
        let text = "f5d6c3d3c4\nc4c3d6d3f5\nf5d6c3d3c4\n";
        let text = text.replace("c4c3d6d3f5", "F5 D6 C3 D3 C4");
        assert_eq!(
            read_openings(&text, Shape::STANDARD).map(|o| o.len()),
            Ok(1)
        );
    }

    #[test]
    fn errors_name_line_and_column() {
        assert!(error("f5d6\n\nf5d6z9\n").starts_with("line 3, column 5: found \"z9\""));
        assert!(error("f5f5").starts_with("line 1, column 3: move 2 is illegal"));
        assert!(error("start\nXO--").starts_with("line 2, column 5: "));
        assert!(error("e6f4e3f6g5d6e7f5c5").starts_with("line 1, column 1: the game is over"));
        for text in ["", "\n\n", "% nothing\n"] {
            assert!(error(text).starts_with("no openings"));
        }
    }
}
