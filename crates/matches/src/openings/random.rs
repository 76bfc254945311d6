//! Random openings.

use std::collections::HashSet;

use outflank_gametree::SearchLimits;
use outflank_othello::{Game, Position, Shape};
use outflank_textbook::{Algorithm, Evaluation, EvaluationKind, Parameters, search};
use rand::Rng;
use rand::seq::IteratorRandom;

use outflank_support::seeds::derived_rng;

/// Distinguishes these random numbers from others with the same seed.
const RANDOM_OPENINGS: u64 = 0x5241_4e44;

/// The number of consecutive failed attempts before giving up.
const MAX_FAILED_ATTEMPTS: u32 = 2000;

/// Random openings, distinct up to symmetry, without those that clearly favour a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomOpenings {
    /// The board.
    pub shape: Shape,
    /// Number of moves without passes; 0 is the starting position.
    pub plies: u32,
    /// Depth in plies of the search that scores an opening; 0 keeps all openings. It uses
    /// the `phased` evaluation with hand-set parameters, so that a seed gives the same
    /// openings even when the shipped parameters change.
    pub judge_depth: u32,
    /// Maximum score for either side, in discs.
    pub max_score: f64,
    /// The random seed.
    pub seed: u64,
}

impl RandomOpenings {
    /// Creates openings of `plies` random moves on `shape`, filtered by a shallow search.
    #[must_use]
    pub const fn new(shape: Shape, plies: u32, seed: u64) -> Self {
        Self {
            shape,
            plies,
            judge_depth: 4,
            max_score: 10.0,
            seed,
        }
    }

    /// Generates `count` openings, or fewer if no more are found. A larger `count` only
    /// appends more.
    #[must_use]
    pub fn generate(&self, count: usize) -> Vec<Game> {
        self.generate_after(&Game::new(self.shape), count)
    }

    /// Generates openings that continue `start`, a game on the same board, with random moves.
    #[must_use]
    pub fn generate_after(&self, start: &Game, count: usize) -> Vec<Game> {
        let judge = judge();
        let mut seen = HashSet::new();
        let mut openings = Vec::new();
        let mut failed = 0;
        for attempt in 0.. {
            if openings.len() == count || failed == MAX_FAILED_ATTEMPTS {
                break;
            }
            let mut rng = derived_rng(self.seed, &[RANDOM_OPENINGS, attempt]);
            let game = random_game(start, self.plies, &mut rng).filter(|game| {
                let position = game.position();
                seen.insert(position.canonical().0) && self.is_balanced(position, &judge)
            });
            failed = if game.is_some() { 0 } else { failed + 1 };
            openings.extend(game);
        }
        openings
    }

    fn is_balanced(&self, position: &Position, judge: &Evaluation) -> bool {
        // The start position is never filtered out.
        if self.judge_depth == 0 || self.plies == 0 {
            return true;
        }
        let limits = SearchLimits::plies(self.judge_depth);
        let report = search(position, judge, Algorithm::AlphaBeta, &limits);
        report.score.discs().abs() <= self.max_score
    }
}

/// Returns the evaluation that scores openings.
fn judge() -> Evaluation {
    let by_hand = Parameters::by_hand(EvaluationKind::Phased);
    match by_hand.and_then(|by_hand| Evaluation::with_parameters(&by_hand)) {
        Ok(judge) => judge,
        Err(error) => unreachable!("a test reads the built-in parameters: {error}"),
    }
}

/// Returns `start` with `plies` more random moves, unless the game ends first.
fn random_game(start: &Game, plies: u32, rng: &mut impl Rng) -> Option<Game> {
    let mut game = start.clone();
    for _ in 0..plies {
        let square = game.position().legal_moves().into_iter().choose(rng)?;
        game.play(square).ok()?;
    }
    (!game.is_over()).then_some(game)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn openings_are_distinct_up_to_symmetry() {
        for shape in ["8x8", "6x6", "9x7"] {
            let shape = shape.parse().unwrap();
            let openings = RandomOpenings::new(shape, 6, 1).generate(20);
            let canonical: HashSet<Position> = openings
                .iter()
                .map(|game| game.position().canonical().0)
                .collect();
            assert_eq!(canonical.len(), 20);
            assert!(openings.iter().all(|game| game.squares().count() == 6));
            assert!(openings.iter().all(|game| !game.is_over()));
        }
    }

    #[test]
    fn random_moves_follow_a_start() {
        let start = Game::from_transcript(Shape::STANDARD, "f5d6c3d3c4f4f6f3e6e7").unwrap();
        let openings = RandomOpenings::new(Shape::STANDARD, 2, 1).generate_after(&start, 5);
        assert_eq!(openings.len(), 5);
        for game in openings {
            assert!(game.squares().take(10).eq(start.squares()));
            assert_eq!(game.squares().count(), 12);
        }
    }

    #[test]
    fn openings_depend_on_the_seed_alone() {
        let openings = |seed, count| {
            let openings = RandomOpenings::new(Shape::STANDARD, 8, seed);
            openings.generate(count)
        };
        assert_eq!(openings(1, 5), openings(1, 10)[..5]);
        assert_ne!(openings(1, 5), openings(2, 5));
    }

    #[test]
    fn unbalanced_openings_are_dropped() {
        let strict = RandomOpenings {
            max_score: 2.0,
            ..RandomOpenings::new(Shape::STANDARD, 8, 3)
        };
        let lax = RandomOpenings {
            judge_depth: 0,
            ..strict
        };
        let judge = judge();
        let unbalanced = |openings: Vec<Game>| {
            let balanced = |game: &&Game| !strict.is_balanced(game.position(), &judge);
            openings.iter().filter(balanced).count()
        };
        assert_eq!(unbalanced(strict.generate(30)), 0);
        assert!(unbalanced(lax.generate(30)) > 0);
    }

    #[test]
    fn boards_run_out_of_openings() {
        // Black's four first moves are symmetric; White has three replies.
        let openings = RandomOpenings {
            judge_depth: 0,
            ..RandomOpenings::new(Shape::STANDARD, 2, 1)
        };
        assert_eq!(openings.generate(2).len(), 2);
        assert_eq!(openings.generate(10).len(), 3);
        // No game on the smallest board lasts this long.
        let long = RandomOpenings::new("3x3".parse().unwrap(), 9, 1);
        assert!(long.generate(1).is_empty());
    }

    #[test]
    fn the_start_is_the_opening_without_moves() {
        let start = RandomOpenings::new(Shape::STANDARD, 0, 1);
        assert_eq!(start.generate(5), [Game::new(Shape::STANDARD)]);
    }
}
