//! The random player.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_othello::{Game, Square};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{ChosenMove, Clock, EngineError, MatchEngine, MatchPlayer};

/// Plays uniformly random legal moves: a baseline.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomEngine {
    /// Whether it takes a corner whenever possible: a baseline for weak players.
    pub takes_corners: bool,
}

impl MatchEngine for RandomEngine {
    fn name(&self) -> String {
        let corners = if self.takes_corners { ":corners" } else { "" };
        format!("random{corners}")
    }

    fn is_deterministic(&self) -> bool {
        false
    }

    fn new_player(&self, seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError> {
        Ok(Box::new(RandomPlayer {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            takes_corners: self.takes_corners,
        }))
    }
}

struct RandomPlayer {
    rng: Xoshiro256PlusPlus,
    takes_corners: bool,
}

impl MatchPlayer for RandomPlayer {
    fn choose(
        &mut self,
        game: &Game,
        _clock: Option<Clock>,
        _stop: &Arc<AtomicBool>,
    ) -> Result<Option<ChosenMove>, EngineError> {
        let shape = game.shape();
        let is_corner = |square: &Square| {
            [0, shape.width() - 1].contains(&square.column())
                && [0, shape.height() - 1].contains(&square.row())
        };
        let moves = game.position().legal_moves();
        let corners = moves.into_iter().filter(is_corner);
        let corner = match self.takes_corners {
            true => corners.choose(&mut self.rng),
            false => None,
        };
        corner
            .or_else(|| moves.into_iter().choose(&mut self.rng))
            .map(|square| Some(square.into()))
            .ok_or_else(|| EngineError::new("there is no legal move"))
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Shape, notation::parse_game};

    use super::*;

    #[test]
    fn the_corner_player_takes_a_corner() {
        let text = "-OX-----\
            --------\
            ---O----\
            ---OX---\
            ---XO---\
            --------\
            --------\
            -------- X";
        let game = parse_game(text, Shape::STANDARD).unwrap();
        let count = |takes_corners| {
            let engine = RandomEngine { takes_corners };
            let played = (0..40).map(|seed| {
                let mut player = engine.new_player(seed).unwrap();
                let chosen = player.choose(&game, None, &Arc::default()).unwrap();
                chosen.unwrap().square
            });
            played.filter(|square| square.to_string() == "a1").count()
        };
        assert_eq!(count(true), 40);
        assert!((1..20).contains(&count(false)));
    }
}
