//! The openings of a tournament.

mod random;

use std::collections::HashSet;

use outflank_othello::notation::parse_game;
use outflank_othello::{Game, ParseError, Shape};
use outflank_support::seeds::derived_rng;
use rand::seq::SliceRandom;

use crate::MatchError;
use crate::engine::MatchEngine;

pub use random::RandomOpenings;

/// Distinguishes these random numbers from others with the same seed.
const SHUFFLE: u64 = 0x5348_5546;

/// Shuffles openings with the random seed `seed`.
///
/// ```
/// use outflank_matches::{read_openings, shuffle_openings};
/// use outflank_othello::Shape;
///
/// let mut openings = read_openings("f5d6\nf5f4\nf5f6\n", Shape::STANDARD)?;
/// shuffle_openings(&mut openings, 7);
/// assert_eq!(openings.len(), 3);
/// # Ok::<(), outflank_matches::MatchError>(())
/// ```
pub fn shuffle_openings(openings: &mut [Game], seed: u64) {
    openings.shuffle(&mut derived_rng(seed, &[SHUFFLE]));
}

/// Returns the first `count` openings. If there are fewer, they are repeated unless two
/// of the engines are deterministic.
///
/// # Errors
///
/// Returns an error if there are no openings, or if there are fewer than `count` and two engines
/// would repeat their games.
pub fn take_openings(
    openings: Vec<Game>,
    count: usize,
    engines: &[Box<dyn MatchEngine>],
) -> Result<Vec<Game>, MatchError> {
    let found = openings.len();
    if found == 0 {
        return Err(MatchError(
            "found no openings: expected at least one".to_owned(),
        ));
    }
    let deterministic = engines.iter().filter(|engine| engine.is_deterministic());
    if found < count && deterministic.count() > 1 {
        return Err(MatchError(format!(
            "there are only {found} different openings for {count} game pairs, and \
             deterministic engines would repeat their games: expected at most {} games",
            2 * found
        )));
    }
    Ok(openings.into_iter().cycle().take(count).collect())
}

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
/// Returns an error with line and column if a line is not an opening, a move is illegal or the game
/// is over after the opening. Also returns an error if there is no opening.
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
    use outflank_othello::Shape;
    use outflank_othello::notation::transcript;

    use super::*;
    use crate::engine::{EngineOptions, parse_engine};

    fn take(count: usize, names: &[&str]) -> Result<usize, MatchError> {
        let openings = read_openings("f5d6\nf5f4\nf5f6\n", Shape::STANDARD).unwrap();
        let engines = names
            .iter()
            .map(|name| parse_engine(name, &EngineOptions::default()).unwrap());
        let engines: Vec<_> = engines.collect();
        take_openings(openings, count, &engines).map(|openings| openings.len())
    }

    #[test]
    fn deterministic_engines_play_no_opening_twice() {
        let deterministic = ["textbook:discs@1", "textbook:discs@2"];
        assert_eq!(take(2, &deterministic), Ok(2));
        assert_eq!(take(3, &deterministic), Ok(3));
        let error = take(4, &deterministic).unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("there are only 3 different openings for 4 game pairs"));
        assert!(error.ends_with("expected at most 6 games"));
        assert_eq!(take(7, &["textbook:discs@1", "random"]), Ok(7));
        assert_eq!(take(7, &["textbook:discs@1", "textbook:discs@0.1s"]), Ok(7));
    }

    #[test]
    fn shuffling_keeps_all_openings() {
        let text = "f5d6\nf5f4\nf5f6\nf5d6c3\nf5d6c4\nf5d6c5\nf5d6c6\nf5d6c7\n";
        let openings = read_openings(text, Shape::STANDARD).unwrap();
        let shuffled = |seed| {
            let mut shuffled = openings.clone();
            shuffle_openings(&mut shuffled, seed);
            shuffled
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        assert!(openings.iter().all(|opening| shuffled(1).contains(opening)));
    }

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
        // The same moves in two spellings.
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
