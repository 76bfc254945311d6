//! The openings of a tournament.

mod file;
mod random;

use std::collections::HashSet;

use outflank_othello::{Game, Position};
use rand::seq::SliceRandom;
use thiserror::Error;

use crate::engine::MatchEngine;
use crate::seeds::derived_rng;

pub use file::{OpeningError, read_openings};
pub use random::RandomOpenings;

/// Keeps these draws apart from others by the same seed.
const SHUFFLE: u64 = 0x5348_5546;

/// Brings openings into an order drawn by `seed`.
///
/// ```
/// use outflank_matches::{read_openings, shuffle_openings};
/// use outflank_othello::Shape;
///
/// let mut openings = read_openings("f5d6\nf5f4\nf5f6\n", Shape::STANDARD)?;
/// shuffle_openings(&mut openings, 7);
/// assert_eq!(openings.len(), 3);
/// # Ok::<(), outflank_matches::OpeningError>(())
/// ```
pub fn shuffle_openings(openings: &mut [Game], seed: u64) {
    openings.shuffle(&mut derived_rng(seed, &[SHUFFLE]));
}

/// A tournament was asked for more openings than there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "there are only {found} different openings for {wanted} pairs of games, and engines that \
     always play alike would repeat themselves: expected at most {} games",
    2 * found
)]
pub struct TooFewOpenings {
    /// Openings found.
    pub found: usize,
    /// Openings asked for.
    pub wanted: usize,
}

/// The first `count` of the openings. If there are fewer, they are gone through
/// again, provided that no two of the engines are without chance of varying.
///
/// # Errors
///
/// There are fewer, and a pairing of two engines would repeat its games and
/// count them twice; or there is none at all.
pub fn take_openings(
    openings: Vec<Game>,
    count: usize,
    engines: &[Box<dyn MatchEngine>],
) -> Result<Vec<Game>, TooFewOpenings> {
    let found = openings.len();
    let steady = engines.iter().filter(|engine| !engine.varies()).count();
    if found == 0 || found < count && steady > 1 {
        return Err(TooFewOpenings {
            found,
            wanted: count,
        });
    }
    Ok(openings.into_iter().cycle().take(count).collect())
}

/// Positions met so far.
#[derive(Default)]
struct Met(HashSet<Position>);

impl Met {
    /// Whether this position is met for the first time.
    fn is_new(&mut self, position: Position) -> bool {
        self.0.insert(position)
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::Shape;

    use super::*;
    use crate::engine::parse_engine;

    fn take(count: usize, names: &[&str]) -> Result<usize, TooFewOpenings> {
        let openings = read_openings("f5d6\nf5f4\nf5f6\n", Shape::STANDARD).unwrap();
        let engines = names.iter().map(|name| parse_engine(name, None).unwrap());
        let engines: Vec<_> = engines.collect();
        take_openings(openings, count, &engines).map(|openings| openings.len())
    }

    #[test]
    fn only_engines_that_vary_play_an_opening_again() {
        let steady = ["classic:discs@1", "classic:discs@2"];
        assert_eq!(take(2, &steady), Ok(2));
        assert_eq!(take(3, &steady), Ok(3));
        let error = take(4, &steady).unwrap_err();
        assert_eq!((error.found, error.wanted), (3, 4));
        assert!(error.to_string().ends_with("expected at most 6 games"));
        assert_eq!(take(7, &["classic:discs@1", "random"]), Ok(7));
        assert_eq!(take(7, &["classic:discs@1", "classic:discs@0.1s"]), Ok(7));
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
