//! The openings of a tournament.

mod file;
mod random;

use outflank_othello::Game;
use rand::seq::SliceRandom;

use crate::MatchError;
use crate::engine::MatchEngine;
use outflank_support::seeds::derived_rng;

pub use file::read_openings;
pub use random::RandomOpenings;

/// Distinguishes these random numbers from others with the same seed.
const SHUFFLE: u64 = 0x5348_5546;

/// Shuffles openings by `seed`.
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
/// Returns an error if there are none, or if there are fewer and two engines would repeat
/// their games.
pub fn take_openings(
    openings: Vec<Game>,
    count: usize,
    engines: &[Box<dyn MatchEngine>],
) -> Result<Vec<Game>, MatchError> {
    let found = openings.len();
    let deterministic = engines.iter().filter(|engine| engine.is_deterministic());
    if found == 0 || found < count && deterministic.count() > 1 {
        return Err(MatchError(format!(
            "there are only {found} different openings for {count} game pairs, and \
             deterministic engines would repeat their games: expected at most {} games",
            2 * found
        )));
    }
    Ok(openings.into_iter().cycle().take(count).collect())
}

#[cfg(test)]
mod tests {
    use outflank_othello::Shape;

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
    fn shuffled_openings_are_the_same_ones() {
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
}
