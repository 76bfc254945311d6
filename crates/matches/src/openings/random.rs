//! Openings made by chance.

use outflank_classic::{Algorithm, Evaluation, EvaluationKind, Parameters, search};
use outflank_gametree::Limits;
use outflank_othello::{Game, Position, Shape};
use rand::Rng;
use rand::seq::IteratorRandom;

use super::Met;
use crate::seeds::derived_rng;

/// Keeps these draws apart from others by the same seed.
const RANDOM_OPENINGS: u64 = 0x5241_4e44;

/// Draws in a row that bring no new opening before we conclude that there is
/// none left.
const FRUITLESS_DRAWS: u32 = 2000;

/// Openings made of random moves, distinct up to the board's symmetries, of
/// which those that clearly favour a side are thrown away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomOpenings {
    /// The board.
    pub shape: Shape,
    /// Discs played, passes not counted; 0 is the bare start.
    pub plies: u32,
    /// Depth in plies of the search that judges an opening with the `phased`
    /// evaluation and its parameters set by hand, so that the same seed gives the
    /// same openings when those shipped become better; 0 judges none.
    pub judge_depth: u32,
    /// Openings that the judge values over this, for either side, are thrown
    /// away; in discs.
    pub max_score: f64,
    /// Source of chance.
    pub seed: u64,
}

impl RandomOpenings {
    /// `plies` random moves on `shape`, judged by a shallow search.
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

    /// Makes `count` openings, or fewer if the board has not so many or they
    /// are too rare to be found. The first ones stay the same if more are asked
    /// for.
    #[must_use]
    pub fn generate(&self, count: usize) -> Vec<Game> {
        let judge = judge();
        let mut met = Met::default();
        let mut openings = Vec::new();
        let mut fruitless = 0;
        for draw in 0.. {
            if openings.len() == count || fruitless == FRUITLESS_DRAWS {
                break;
            }
            let mut rng = derived_rng(self.seed, &[RANDOM_OPENINGS, draw]);
            let game = random_game(self.shape, self.plies, &mut rng).filter(|game| {
                let position = game.position();
                met.is_new(position.canonical().0) && self.is_balanced(position, &judge)
            });
            fruitless = if game.is_some() { 0 } else { fruitless + 1 };
            openings.extend(game);
        }
        openings
    }

    fn is_balanced(&self, position: &Position, judge: &Evaluation) -> bool {
        // The start is everyone's, whatever the judge thinks of it.
        if self.judge_depth == 0 || self.plies == 0 {
            return true;
        }
        let limits = Limits::plies(self.judge_depth);
        let report = search(position, judge, Algorithm::AlphaBeta, &limits);
        report.score.discs().abs() <= self.max_score
    }
}

/// By what openings are judged.
fn judge() -> Evaluation {
    let by_hand = Parameters::by_hand(EvaluationKind::Phased);
    match by_hand.and_then(|by_hand| Evaluation::with_parameters(&by_hand)) {
        Ok(judge) => judge,
        Err(error) => unreachable!("the parameters carried are read in a test: {error}"),
    }
}

/// A game of `plies` random discs, unless it is over by then.
fn random_game(shape: Shape, plies: u32, rng: &mut impl Rng) -> Option<Game> {
    let mut game = Game::new(shape);
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
    fn the_seed_alone_decides() {
        let openings = |seed, count| {
            let openings = RandomOpenings::new(Shape::STANDARD, 8, seed);
            openings.generate(count)
        };
        assert_eq!(openings(1, 5), openings(1, 10)[..5]);
        assert_ne!(openings(1, 5), openings(2, 5));
    }

    #[test]
    fn unbalanced_openings_are_thrown_away() {
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
        // Black's four first moves are one by symmetry, White's replies three.
        let openings = RandomOpenings {
            judge_depth: 0,
            ..RandomOpenings::new(Shape::STANDARD, 2, 1)
        };
        assert_eq!(openings.generate(2).len(), 2);
        assert_eq!(openings.generate(10).len(), 3);
        // No game on the smallest board has so many moves.
        let long = RandomOpenings::new("3x3".parse().unwrap(), 9, 1);
        assert!(long.generate(1).is_empty());
    }

    #[test]
    fn the_start_is_the_opening_without_moves() {
        let start = RandomOpenings::new(Shape::STANDARD, 0, 1);
        assert_eq!(start.generate(5), [Game::new(Shape::STANDARD)]);
    }
}
