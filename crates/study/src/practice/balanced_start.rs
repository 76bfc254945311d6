//! Fair starts that nobody knows by heart.

use outflank_othello::{Game, Position, Shape};
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use crate::analyzer::Analyzer;

/// What start is wanted.
///
/// All moves but the last are made by chance alone. Then every move is valued, and one
/// of those by chance that leave the sides even is played; if there is none, it all
/// begins again. The last move so has a say of its own in what is even, which makes
/// balanced positions far less rare than by chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BalancedStart {
    /// The board.
    pub shape: Shape,
    /// Discs placed, from the usual start on.
    pub plies: u32,
    /// The score may be so many discs, for whichever side.
    pub tolerance: f64,
    /// Positions valued at most.
    pub tries: u32,
    /// Decides everything that chance does.
    pub seed: u64,
}

/// A start that is fair to both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct BalancedGame {
    /// The moves that lead there.
    pub game: Game,
    /// The score for the side to move.
    pub score: f64,
}

/// Why there is no such start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BalancedError {
    /// None was met.
    #[error("no such position in {0} tries: expected a larger tolerance or fewer plies")]
    NotFound(u32),
    /// The work was interrupted.
    #[error("interrupted before one was found")]
    Interrupted,
}

impl BalancedStart {
    /// Finds one, by the values of `analyzer`.
    ///
    /// # Errors
    ///
    /// If none is found in so many tries, or the analyzer is interrupted.
    pub fn find(&self, analyzer: &dyn Analyzer) -> Result<BalancedGame, BalancedError> {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        for _ in 0..self.tries {
            let Some(mut game) = self.random_game(&mut chance) else {
                continue;
            };
            let position = *game.position();
            let values = analyzer.score_moves(&position);
            let moves = values.ok_or(BalancedError::Interrupted)?;
            if self.plies == 0 {
                // The start itself, which there is but one of.
                let score = moves.first().map_or(0.0, |best| best.score);
                let balanced = BalancedGame { game, score };
                let is_even = score.abs() <= self.tolerance;
                return if is_even {
                    Ok(balanced)
                } else {
                    Err(BalancedError::NotFound(1))
                };
            }
            let even = moves.iter().filter(|valued| {
                let is_even = valued.score.abs() <= self.tolerance;
                is_even && goes_on(&position, valued.square)
            });
            let Some(chosen) = even.choose(&mut chance) else {
                continue;
            };
            if game.play(chosen.square).is_err() {
                continue;
            }
            let is_own_turn = game.position().mover() == position.mover();
            let score = if is_own_turn {
                chosen.score
            } else {
                // No −0.
                0.0 - chosen.score
            };
            return Ok(BalancedGame { game, score });
        }
        Err(BalancedError::NotFound(self.tries))
    }

    /// A game of random moves but for the last; none if it is over before.
    fn random_game(&self, chance: &mut impl Rng) -> Option<Game> {
        let mut game = Game::new(self.shape);
        for _ in 1..self.plies {
            let square = game.position().legal_moves().into_iter().choose(chance)?;
            game.play(square).ok()?;
        }
        (!game.is_over()).then_some(game)
    }
}

/// Whether a move leaves something to play.
fn goes_on(position: &Position, square: outflank_othello::Square) -> bool {
    position.play(square).is_ok_and(|after| !after.is_over())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::analyzer::{ClassicAnalyzer, ScoredMove};

    fn analyzer() -> ClassicAnalyzer {
        ClassicAnalyzer {
            depth: 3,
            exact_from: 8,
            ..ClassicAnalyzer::default()
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
    fn starts_are_as_even_as_is_wanted_and_not_the_same() {
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
    fn the_score_is_that_of_the_side_to_move() {
        let found = balanced(7, 6.0, 3).find(&analyzer()).unwrap();
        let mut before = found.game.clone();
        before.undo();
        let last = found.game.last_square().unwrap();
        let moves = analyzer().score_moves(before.position()).unwrap();
        let valued = moves.iter().find(|valued| valued.square == last).unwrap();
        assert_ne!(before.position().mover(), found.game.position().mover());
        assert_eq!(found.score, 0.0 - valued.score);
    }

    #[test]
    fn what_cannot_be_found_is_given_up() {
        struct Lopsided;
        impl Analyzer for Lopsided {
            fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
                let moves = analyzer().score_moves(position)?;
                Some(
                    moves
                        .into_iter()
                        .map(|valued| ScoredMove {
                            score: 20.0,
                            ..valued
                        })
                        .collect(),
                )
            }
        }
        struct Interrupted;
        impl Analyzer for Interrupted {
            fn score_moves(&self, _: &Position) -> Option<Vec<ScoredMove>> {
                None
            }
        }
        let start = balanced(6, 5.0, 1);
        assert_eq!(start.find(&Lopsided), Err(BalancedError::NotFound(100)));
        assert_eq!(start.find(&Interrupted), Err(BalancedError::Interrupted));
        // The usual start is even enough for a textbook evaluation.
        let usual = balanced(0, 10.0, 1).find(&analyzer()).unwrap();
        assert_eq!(usual.game, Game::new(Shape::STANDARD));
    }
}
