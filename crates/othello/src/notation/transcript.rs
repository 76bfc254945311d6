//! Transcripts: the squares of a game in the order in which they were played.

use crate::game::PASSES;
use crate::{Game, Move, ParseError, Position, Shape, Square};

/// A move of a transcript with its position in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TranscriptMove {
    /// The move.
    pub mv: Move,
    /// 1-based line.
    pub line: usize,
    /// 1-based column, in characters.
    pub column: usize,
}

impl TranscriptMove {
    /// Plays the move in a game. Accepts a pass that the game has already made.
    ///
    /// # Errors
    ///
    /// Returns an error with line and column if the move is illegal, or if it is a pass where no
    /// side passed.
    pub fn play_in(self, game: &mut Game) -> Result<(), ParseError> {
        let wrong = |reason: String| ParseError::new(self.line, self.column, reason);
        match self.mv {
            Move::Place(square) => game.play(square).map_err(|error| {
                let ply = game.squares().count() + 1;
                wrong(format!("move {ply} is illegal: {error}"))
            }),
            Move::Pass if game.last_move() == Some(Move::Pass) || game.is_over() => Ok(()),
            Move::Pass => {
                let mover = game.position().mover();
                let message = format!("{mover} may not pass: there is a legal move");
                Err(wrong(message))
            }
        }
    }
}

/// Parses the moves of a transcript on a board of `shape`.
///
/// Squares may be in upper or lower case, run together or separated by spaces, commas, semicolons
/// or line endings. Move numbers such as `12.` and passes (`pa`, `pass`, `ps`, `--`) are optional.
///
/// # Errors
///
/// Returns an error with line and column for anything else and for squares off the board.
/// Legality is not checked; see [`Game`].
pub fn parse_transcript(text: &str, shape: Shape) -> Result<Vec<TranscriptMove>, ParseError> {
    let mut words = Vec::new();
    for (number, line) in text.lines().enumerate() {
        parse_line(line, number + 1, shape, &mut words)?;
    }
    Ok(words)
}

fn parse_line(
    text: &str,
    line: usize,
    shape: Shape,
    words: &mut Vec<TranscriptMove>,
) -> Result<(), ParseError> {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        // All characters read so far are ASCII.
        let column = text.len() - rest.len() + 1;
        if first.is_ascii_whitespace() || matches!(first, ',' | ';') {
            rest = &rest[1..];
        } else if let Some((square, length)) = Square::parse_prefix(rest, shape.height().max(9)) {
            if !shape.contains(square) {
                let message = format!("{square} is not a square of the {shape} board");
                return Err(ParseError::new(line, column, message));
            }
            let mv = Move::Place(square);
            push(TranscriptMove { mv, line, column }, shape, words)?;
            rest = &rest[length..];
        } else if let Some(length) = pass_length(rest) {
            let mv = Move::Pass;
            push(TranscriptMove { mv, line, column }, shape, words)?;
            rest = &rest[length..];
        } else if let Some(length) = move_number_length(rest, &text[..column - 1]) {
            rest = &rest[length..];
        } else {
            let found = rest.split_ascii_whitespace().next().unwrap_or(rest);
            let expected = "a square such as f5, a pass or a move number";
            return Err(ParseError::expected(line, column, found, expected));
        }
    }
    Ok(())
}

/// Adds a move. Fails if no game can be that long, to bound the memory that the input can take.
fn push(
    word: TranscriptMove,
    shape: Shape,
    words: &mut Vec<TranscriptMove>,
) -> Result<(), ParseError> {
    let most = 2 * shape.squares() as usize;
    if words.len() == most {
        let message = format!("more moves than a game on {shape} can have: expected the end");
        return Err(ParseError::new(word.line, word.column, message));
    }
    words.push(word);
    Ok(())
}

/// Returns the length of a pass at the start of the text.
fn pass_length(text: &str) -> Option<usize> {
    PASSES.iter().find_map(|word| {
        let start = text.as_bytes().get(..word.len())?;
        let is_word = start.eq_ignore_ascii_case(word.as_bytes());
        is_word.then_some(word.len())
    })
}

/// Returns the length of a move number with its dots or bracket. A number without them must not
/// directly follow a word: in `a17`, the 7 is not a move number.
fn move_number_length(text: &str, before: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).take(4).count();
    let is_mark = |byte: &u8| matches!(byte, b'.' | b')' | b':');
    let marks = text[digits..].bytes().take_while(is_mark).count();
    let stands_apart = marks > 0 || !before.ends_with(|c: char| c.is_ascii_alphanumeric());
    ((1..=3).contains(&digits) && stands_apart).then_some(digits + marks)
}

/// Returns the transcript of the moves played: squares run together, without passes.
///
/// It does not contain the starting position.
#[must_use]
pub fn transcript(game: &Game) -> String {
    game.squares().map(|square| square.to_string()).collect()
}

/// Returns the shape and position of a start other than the standard one.
#[must_use]
pub fn start_text(start: &Position) -> Option<String> {
    let is_standard = *start == Position::start(Shape::STANDARD);
    (!is_standard).then(|| format!("{} {start}", start.shape()))
}

/// Parses a position: `start`, a transcript from the start, or a board in OBF.
///
/// # Errors
///
/// Returns an error with line and column for any other text or an illegal move.
pub fn parse_position(text: &str, shape: Shape) -> Result<Position, ParseError> {
    // A game would pass automatically, but a position keeps its side to move.
    let trimmed = text.trim();
    if looks_like_board(trimmed) {
        return Position::parse_obf(trimmed, shape);
    }
    Ok(*parse_game(text, shape)?.position())
}

/// Parses a game: `start`, a transcript from the start, or a board in OBF without moves.
///
/// # Errors
///
/// Returns an error with line and column for any other text or an illegal move.
pub fn parse_game(text: &str, shape: Shape) -> Result<Game, ParseError> {
    let trimmed = text.trim();
    if trimmed.eq_ignore_ascii_case("start") {
        return Ok(Game::new(shape));
    }
    if looks_like_board(trimmed) {
        return Position::parse_obf(trimmed, shape).map(Game::from_position);
    }
    if trimmed.is_empty() {
        let expected = "`start`, a transcript such as f5d6c3, or a board and its mover";
        return Err(ParseError::expected(1, 1, "", expected));
    }
    let game = Game::from_transcript(shape, text)?;
    if game.squares().next().is_none() {
        let expected = "at least one square, or `start` for a game without moves";
        return Err(ParseError::expected(1, 1, trimmed, expected));
    }
    Ok(game)
}

/// Returns whether the text is a board rather than a transcript, which never begins with
/// three characters of the board alphabet.
pub(crate) fn looks_like_board(text: &str) -> bool {
    let signs = text.chars().take_while(|&c| "XOxo-.*#".contains(c)).count();
    signs >= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(text: &str) -> Vec<String> {
        squares_on("8x8", text)
    }

    fn squares_on(shape: &str, text: &str) -> Vec<String> {
        let words = parse_transcript(text, shape.parse().unwrap()).unwrap();
        words.iter().map(|word| word.mv.to_string()).collect()
    }

    #[test]
    fn all_spellings_of_a_transcript_are_read() {
        let expected = ["f5", "d6", "c3"];
        let texts = "f5d6c3|F5D6C3|f5 d6 c3|f5,d6, c3|1. f5 d6 2. c3|1.f5 2.d6 3.c3|\
            1) f5\n2) d6\n3) c3\n|  f5\tD6\r\nc3 ";
        for text in texts.split('|') {
            assert_eq!(squares(text), expected, "{text:?}");
        }
        for pass in ["pa", "PA", "pass", "--", "ps"] {
            assert_eq!(squares(&format!("f5{pass}d6")), ["f5", "pass", "d6"]);
        }
    }

    #[test]
    fn errors_name_the_column() {
        let error = |text: &str| Game::from_transcript(Shape::STANDARD, text).unwrap_err();
        let place = |text: &str| (error(text).line(), error(text).column());
        assert_eq!(place("f5z9"), (1, 3));
        assert_eq!(place("f5\nd6 x"), (2, 4));
        assert_eq!(place("f5 d6 i9"), (1, 7));
        assert_eq!(place("f5 a1"), (1, 4));
        assert_eq!(place("f5 --"), (1, 4));
        assert_eq!(place("é"), (1, 1));
        let message = error("f5d6f5").to_string();
        assert!(message.contains("move 3 is illegal: f5 is occupied"));
    }

    #[test]
    fn two_digit_rows_are_read_on_tall_boards() {
        assert_eq!(squares_on("4x16", "a1b12c16"), ["a1", "b12", "c16"]);
    }

    #[test]
    fn digits_after_a_square_are_not_a_move_number() {
        assert_eq!(squares("1.f52.d63.c3"), ["f5", "d6", "c3"]);
        for text in ["a10", "f55", "f5d66"] {
            let error = parse_transcript(text, Shape::STANDARD).unwrap_err();
            assert_eq!(error.column(), text.len(), "{text}");
        }
    }

    #[test]
    fn overlong_transcripts_are_rejected() {
        let text = "f5".repeat(1 << 20);
        let error = parse_transcript(&text, Shape::STANDARD).unwrap_err();
        assert_eq!(error.column(), 2 * 128 + 1);
        assert!(error.message().starts_with("more moves"), "{error}");
        let digits = "9".repeat(1 << 20);
        assert!(parse_transcript(&digits, Shape::STANDARD).is_err());
    }

    #[test]
    fn positions_are_read_in_every_form() {
        let start = Position::start(Shape::STANDARD);
        let board = start.to_string();
        for text in ["start", "START", " start\n", &board] {
            assert_eq!(parse_position(text, Shape::STANDARD).unwrap(), start);
        }
        assert!(parse_position("", Shape::STANDARD).is_err());
        assert!(parse_position("12.", Shape::STANDARD).is_err());
        assert!(parse_position("XO", Shape::STANDARD).is_err());
    }
}
