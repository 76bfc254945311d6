//! Random balanced starting positions.

use outflank_book::{BALANCED_PLIES, BalancedOpening, balanced_openings};
use outflank_engine::ScoredMove;
use outflank_othello::{Game, Position, Shape};
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use crate::analyzer::Analyzer;

/// A search for a random balanced position.
///
/// All moves except the last are random. The last move is a random one among the legal moves whose
/// scores are within the tolerance. If there is none, the search starts over. Choosing the
/// last move by score makes balanced positions much easier to find.
///
/// With [`BALANCED_PLIES`] plies on 8×8, the search instead draws one of the shipped [balanced
/// openings](balanced_openings) if one is within the tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BalancedStart {
    /// The board.
    pub shape: Shape,
    /// Number of moves from the starting position, not counting passes.
    pub plies: u32,
    /// Maximum absolute score in discs.
    pub tolerance: f64,
    /// Maximum number of positions to score.
    pub tries: u32,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A game that leads to a balanced position.
#[derive(Clone, Debug, PartialEq)]
pub struct BalancedGame {
    /// The moves that lead to the position.
    pub game: Game,
    /// The score for the side to move.
    pub score: f64,
}

/// The reason why no position was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BalancedError {
    /// No position within the tolerance was found.
    #[error("no balanced position in {0} tries: try a larger tolerance or fewer plies")]
    NotFound(u32),
    /// The search was interrupted.
    #[error("interrupted before a balanced position was found")]
    Interrupted,
}

impl BalancedStart {
    /// Finds a position, using the scores of `analyzer`. Fails if no position is found or the
    /// analyzer is interrupted.
    pub fn find(&self, analyzer: &dyn Analyzer) -> Result<BalancedGame, BalancedError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        if let Some(opening) = self.shipped_openings().choose(&mut rng) {
            let (game, score) = (opening.game(), opening.score);
            return Ok(BalancedGame { game, score });
        }
        for _ in 0..self.tries {
            let Some(mut game) = self.random_game(&mut rng) else {
                continue;
            };
            let position = *game.position();
            let scores = analyzer.score_moves(&position);
            let moves = scores.ok_or(BalancedError::Interrupted)?;
            if self.plies == 0 {
                let score = moves.first().map_or(0.0, ScoredMove::discs);
                let is_even = score.abs() <= self.tolerance;
                let balanced = is_even.then_some(BalancedGame { game, score });
                return balanced.ok_or(BalancedError::NotFound(1));
            }
            let even = moves.iter().filter(|mv| {
                let is_even = mv.discs().abs() <= self.tolerance;
                is_even && goes_on(&position, mv.square)
            });
            let Some(chosen) = even.choose(&mut rng) else {
                continue;
            };
            if game.play(chosen.square).is_err() {
                continue;
            }
            let score = match game.position().mover() == position.mover() {
                true => chosen.discs(),
                // Avoid negative zero.
                false => 0.0 - chosen.discs(),
            };
            return Ok(BalancedGame { game, score });
        }
        Err(BalancedError::NotFound(self.tries))
    }

    /// Returns the shipped openings within the tolerance.
    fn shipped_openings(&self) -> impl Iterator<Item = &'static BalancedOpening> {
        let is_shipped = self.shape == Shape::STANDARD && self.plies as usize == BALANCED_PLIES;
        let openings = is_shipped.then(balanced_openings).unwrap_or_default();
        let is_even = |opening: &&BalancedOpening| opening.score.abs() <= self.tolerance;
        openings.iter().filter(is_even)
    }

    /// Plays all random moves, which are all but the last. Returns `None` if the game ends.
    fn random_game(&self, rng: &mut impl Rng) -> Option<Game> {
        let mut game = Game::new(self.shape);
        for _ in 1..self.plies {
            let square = game.position().legal_moves().into_iter().choose(rng)?;
            game.play(square).ok()?;
        }
        (!game.is_over()).then_some(game)
    }
}

/// Returns whether the game continues after a move.
fn goes_on(position: &Position, square: outflank_othello::Square) -> bool {
    position.play(square).is_ok_and(|after| !after.is_over())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use outflank_engine::Score;

    use super::*;
    use crate::analyzer::{Interrupted, TextbookAnalyzer};

    fn analyzer() -> TextbookAnalyzer {
        TextbookAnalyzer {
            depth: 3,
            exact_from: 8,
            ..TextbookAnalyzer::default()
        }
    }

    fn balanced(plies: u32, tolerance: f64, seed: u64) -> BalancedStart {
        BalancedStart {
            shape: Shape::STANDARD,
            plies,
            tolerance,
            tries: 100,
            seed,
        }
    }

    #[test]
    fn starts_are_balanced_and_different() {
        let mut met = HashSet::new();
        for seed in 0..10 {
            let start = balanced(10, 2.0, seed);
            let found = start.find(&analyzer()).unwrap();
            assert_eq!(found, start.find(&analyzer()).unwrap());
            assert_eq!(found.game.squares().count(), 10);
            assert!(found.score.abs() <= 2.0 && !found.game.is_over());
            met.insert(found.game.position().canonical().0);
        }
        assert!(met.len() >= 9, "{} different", met.len());
    }

    #[test]
    fn eight_plies_are_drawn_from_the_shipped_openings() {
        struct Unasked;
        impl Analyzer for Unasked {
            fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
                panic!("searched {position}");
            }
        }
        let find = |tolerance, seed| balanced(8, tolerance, seed).find(&Unasked).unwrap();
        let mut met = HashSet::new();
        for seed in 0..10 {
            let found = find(0.5, seed);
            assert_eq!(found, find(0.5, seed));
            assert!(found.score.abs() <= 0.5);
            let mut shipped = balanced_openings().iter();
            let shipped = shipped.find(|opening| opening.game() == found.game);
            assert_eq!(shipped.unwrap().score, found.score);
            met.insert(found.game.position().canonical().0);
        }
        assert!(met.len() >= 9, "{} different", met.len());
        assert!((0..20).any(|seed| find(2.0, seed).score.abs() > 0.5));
        // Other boards have no shipped openings.
        let small = BalancedStart {
            shape: "6x6".parse().unwrap(),
            ..balanced(8, 4.0, 1)
        };
        let found = small.find(&analyzer()).unwrap();
        assert_eq!(found.game.squares().count(), 8);
    }

    #[test]
    fn the_score_is_seen_from_the_side_to_move() {
        let found = balanced(7, 6.0, 3).find(&analyzer()).unwrap();
        let mut before = found.game.clone();
        before.undo();
        let last = found.game.last_square().unwrap();
        let moves = analyzer().score_moves(before.position()).unwrap();
        let mv = moves.iter().find(|mv| mv.square == last).unwrap();
        assert_ne!(before.position().mover(), found.game.position().mover());
        assert_eq!(found.score, 0.0 - mv.discs());
    }

    #[test]
    fn a_search_without_a_result_ends() {
        struct Lopsided;
        impl Analyzer for Lopsided {
            fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
                let mut moves = analyzer().score_moves(position)?;
                for mv in &mut moves {
                    mv.score = Score::estimate(20.0);
                }
                Some(moves)
            }
        }
        let start = balanced(6, 5.0, 1);
        assert_eq!(start.find(&Lopsided), Err(BalancedError::NotFound(100)));
        let interrupted = start.find(&Interrupted(0.into()));
        assert_eq!(interrupted, Err(BalancedError::Interrupted));
        // The standard start is balanced for a textbook evaluation.
        let standard = balanced(0, 10.0, 1).find(&analyzer()).unwrap();
        assert_eq!(standard.game, Game::new(Shape::STANDARD));
    }
}
