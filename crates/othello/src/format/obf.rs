//! OBF: one position per line, with the scores of its moves.
//!
//! The format of Edax's problem files: the board and the side to move, then `;
//! MOVE:SCORE` for some or all moves, best first. A score is the final disc difference
//! for the side to move, empties going to the winner.

use std::fmt;

use crate::{Move, ParseError, Position, Shape};

/// A position with scores of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObfRecord {
    /// The position.
    pub position: Position,
    /// Moves with their scores for the side to move, in file order. The pseudo-moves
    /// `--` of some files are omitted unless the side to move has to pass.
    pub scores: Vec<(Move, i32)>,
}

impl ObfRecord {
    /// Returns the greatest score.
    #[must_use]
    pub fn best_score(&self) -> Option<i32> {
        self.scores.iter().map(|&(_, score)| score).max()
    }

    /// Returns the moves with the greatest score.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> {
        let best = self.best_score();
        let is_best = move |&&(_, score): &&(Move, i32)| Some(score) == best;
        self.scores.iter().filter(is_best).map(|&(mv, _)| mv)
    }

    /// Reads one line on a board of `shape`.
    ///
    /// # Errors
    ///
    /// Returns an error with the column if a position, move or score is invalid.
    pub fn parse(line: &str, shape: Shape) -> Result<Self, ParseError> {
        let position = Position::parse_obf(line, shape)?;
        let mut scores = Vec::new();
        let mut column = 1;
        for (number, part) in line.split(';').enumerate() {
            // The part before the first semicolon is the position.
            if number > 0 && !part.trim().is_empty() {
                let indent = part.chars().take_while(|c| c.is_whitespace()).count();
                scores.extend(parse_score(part.trim(), column + indent, &position)?);
            }
            column += part.chars().count() + 1;
        }
        Ok(Self { position, scores })
    }
}

/// Parses `G8:+18`. Returns `None` for a pseudo-move if the side to move does not have to pass.
fn parse_score(
    part: &str,
    column: usize,
    position: &Position,
) -> Result<Option<(Move, i32)>, ParseError> {
    let wrong = || ParseError::expected(1, column, part, "a move and its score such as G8:+18");
    let (mv, score) = part.split_once(':').ok_or_else(wrong)?;
    let score: i32 = score.trim().parse().map_err(|_| wrong())?;
    let most = position.shape().squares() as i32;
    let mv: Move = mv.trim().parse().map_err(|_| wrong())?;
    let Move::Place(square) = mv else {
        return Ok(position.must_pass().then_some((Move::Pass, score)));
    };
    if score.abs() > most {
        let message = format!("a score of {score}: expected {} to {most}", -most);
        return Err(ParseError::new(1, column, message));
    }
    if !position.legal_moves().contains(square) {
        let message = format!("{square} is not a legal move of the position");
        return Err(ParseError::new(1, column, message));
    }
    Ok(Some((mv, score)))
}

/// Formats the line in OBF.
impl fmt::Display for ObfRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.position)?;
        for (mv, score) in &self.scores {
            let name = match mv {
                Move::Place(square) => square.to_string().to_uppercase(),
                Move::Pass => "--".to_owned(),
            };
            write!(f, " {name}:{score:+};")?;
        }
        Ok(())
    }
}

/// Parses OBF lines, skipping blank lines and comments, which begin with `%`.
///
/// # Errors
///
/// Yields an error with line and column for each invalid line, then continues with the next line.
pub fn parse_obf_lines(
    text: &str,
    shape: Shape,
) -> impl Iterator<Item = Result<ObfRecord, ParseError>> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !is_comment(line));
    lines.map(move |(number, line)| {
        ObfRecord::parse(line, shape).map_err(|error| error.at_line(number + 1))
    })
}

/// Returns whether a line is blank or a comment.
pub(super) fn is_comment(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('%')
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; --:-127;";

    #[test]
    fn scores_are_read_and_written() {
        let record = ObfRecord::parse(LINE, Shape::STANDARD).unwrap();
        assert_eq!(record.best_score(), Some(18));
        assert_eq!(record.best_moves().count(), 1);
        assert_eq!(record.to_string(), LINE.replace(" --:-127;", ""));
    }

    #[test]
    fn errors_name_line_and_column() {
        let place = |line: &str| {
            let text = format!("% comment\n\n{line}\n");
            let error = parse_obf_lines(&text, Shape::STANDARD).find_map(Result::err);
            error.unwrap().place()
        };
        assert_eq!(place("XXX X"), (3, 4));
        assert_eq!(place(&LINE.replace("G8:+18", "G8")), (3, 69));
        assert_eq!(place(&LINE.replace("H1:+12", "Z9:+12")), (3, 77));
        assert_eq!(place(&LINE.replace("H1:+12", "C1:+12")), (3, 77));
        assert_eq!(place(&LINE.replace("+12", "+99")), (3, 77));
    }
}
